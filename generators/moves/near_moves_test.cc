// Near misses: each move fits kernels of its kind, reads back as it is, and makes what its row says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "generators/moves/kernel_surroundings.h"
#include "generators/moves/move.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

using testing::HasSubstr;

constexpr std::string_view kPlain = R"(
@I.ir_module
class Module:
    @T.prim_func
    def kernel(x: T.Buffer((4, 6), "float32"), y: T.Buffer((4, 6), "float32")):
        own = T.alloc_buffer((4, 6), "float32")
        for i in range(4):
            for j in range(6):
                own[i, j] = x[i, 5 - j] + T.float32(1)
                if j < 3:
                    y[i, j] = own[i, j]
                else:
                    y[i, j] = T.float32(2)
)";

constexpr std::string_view kBlocks = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(x: T.Buffer((4, 6), "float32"), y: T.Buffer((4,), "float32")):
        own = T.sblock_alloc_buffer((4, 6))
        for i, j in T.grid(4, 6):
            with T.sblock("copied"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(x[vi, vj])
                T.writes(own[vi, vj])
                own[vi, vj] = x[vi, vj]
        for i, j in T.grid(4, 6):
            with T.sblock("summed"):
                vi, vj = T.axis.remap("SR", [i, j])
                T.reads(own[vi, vj])
                T.writes(y[vi])
                with T.init():
                    y[vi] = T.float32(0)
                y[vi] = y[vi] + own[vi, vj]
)";

struct Row {
  std::string_view name;
  std::string_view text;
  // What one of the results says.
  std::string_view says;
  size_t ways = 1;
};

constexpr Row kRows[] = {
    {"other_index", kPlain, "T.min(i + 1, 3)", 8},
    {"other_index", kBlocks, "T.reads(x[0:4, 0:6])", 6},
    {"named_part", kPlain, "named: T.let[T.float32] = x[i, 5 - j] + T.float32(1.0)", 1},
    {"store_itself", kPlain, "y[i, j] = y[i, j]", 3},
    {"look_at_buffer", kPlain, "T.isnullptr(own.data)", 4},
    {"through_view", kPlain, "own_seen[i, j]", 4},
    {"access_predicate", kPlain, "predicate=", 4},
    {"put_store_inside", kPlain, "while ", 6},
    {"put_loop_inside", kPlain, "assert ", 4},
    {"put_block_inside", kBlocks, "if j <= 5:", 4},
    {"swap_statements", kPlain, "", 1},
    {"peel_loop", kPlain, "own[3, ", 2},
    {"wide_loop", kPlain, "T.Cast(\"int32\", j_wide)", 2},
    {"step_loop", kPlain, "in range(0, 12, 3)", 4},
    {"named_extent", kPlain, "range(count)", 2},
    {"split_body", kPlain, "j_again", 1},
    {"turn_condition", kPlain, "if not j < 3", 1},
    {"longer_condition", kPlain, "j < 3 and ", 4},
    {"reverse_axis", kBlocks, "5 - j", 3},
    {"shift_axis", kBlocks, "vj_shifted", 6},
    {"unit_axis", kBlocks, "v_unit", 4},
    {"ordered_axis", kBlocks, "T.axis.opaque(", 4},
    {"padded_strides", kPlain, "strides=(", 4},
    {"padded_strides", kBlocks, "strides=(", 4},
    {"other_scope", kPlain, "T.alloc_shared(", 2},
};

TEST(NearMoves, MakeWhatTheirRowsSay) {
  for (const Row& row : kRows) {
    std::set<std::string> made;
    std::string all;
    for (uint64_t seed = 1; seed <= 60; ++seed) {
      Context ctx;
      Result<Module> module = ParseModule(ctx, "near.py", std::string(row.text));
      ASSERT_TRUE(module.ok()) << module.error().message;
      ByteSource bytes = ByteSource::FromSeed(seed);
      MoveSite site{ctx, *module, bytes, "main", nullptr};
      std::optional<Module> moved = ApplyMove(site, *FindMove(row.name));
      if (!moved) continue;
      std::string text = PrintModule(*moved);
      Result<Module> read = ParseModule(ctx, "moved.py", text);
      ASSERT_TRUE(read.ok()) << row.name << ": " << read.error().message << "\n" << text;
      EXPECT_TRUE(Equal(*read, *moved)) << text;
      if (made.insert(text).second) all += text;
    }
    EXPECT_GE(made.size(), row.ways) << row.name;
    EXPECT_THAT(all, HasSubstr(row.says)) << row.name;
  }
}

TEST(KernelSurroundings, SaysWhatStandsAroundANode) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "near.py", std::string(kBlocks));
  ASSERT_TRUE(module.ok());
  KernelSurroundings around(module->entries[0].func);
  EXPECT_TRUE(around.has_blocks());
  EXPECT_FALSE(around.has_threads());
  size_t stores = 0;
  WalkOnce(module->entries[0].func, [&](const Node* node) {
    const auto* store = As<BufferStore>(node);
    if (store == nullptr) return;
    ++stores;
    EXPECT_EQ(around.CountersAround(node).size(), 2u);
    EXPECT_EQ(around.CountersAround(node)[0].var->name.text(), "vi");
    ASSERT_NE(around.BlockAround(node), nullptr);
    EXPECT_EQ(around.BlockAround(node)->name_hint.text(), store->buffer->name == "own" ? "copied" : "summed");
    EXPECT_TRUE(around.IsStored(store->buffer));
    EXPECT_FALSE(around.IsNamedOtherwise(store->buffer));
    EXPECT_FALSE(around.AtOnce(node));
  });
  EXPECT_EQ(stores, 3u);
}

}  // namespace
}  // namespace assay
