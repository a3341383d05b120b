// Each field of each kind of node stands in one row, each row of a facet is seen where it changes, whatever the way.
#include "oracles/core/frame_items.h"

#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "generators/modules/generate.h"
#include "ir/fields.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/text/parse.h"
#include "oracles/core/field_changes.h"
#include "oracles/core/frame_sample.h"
#include "passes/options.h"

namespace assay {
namespace {

using FieldName = std::pair<NodeKind, std::string>;

// The rows, and how often each field stands in one.
std::map<FieldName, int> Rows(bool facets, bool others) {
  std::map<FieldName, int> rows;
  auto add = [&](NodeKind kind, std::string_view fields, bool wanted) {
    while (wanted && !fields.empty()) {
      size_t end = std::min(fields.find(' '), fields.size());
      ++rows[{kind, std::string(fields.substr(0, end))}];
      fields.remove_prefix(std::min(end + 1, fields.size()));
    }
  };
#define ASSAY_FACET_FIELD(Kind, field, facet) add(NodeKind::k##Kind, #field, facets);
#define ASSAY_OTHER_FIELDS(Kind, fields, who) add(NodeKind::k##Kind, fields, others);
#include "oracles/core/facet_fields.def"
  return rows;
}

TEST(FrameItemsTest, EachFieldOfEachKindOfNodeStandsInOneRow) {
  std::map<FieldName, int> rows = Rows(true, true);
  size_t fields = 0;
  auto check = [&](NodeKind kind, std::string_view field) {
    ++fields;
    EXPECT_EQ(rows[FieldName(kind, std::string(field))], 1) << NodeKindName(kind) << "." << field;
  };
  auto check_all = [&]<class T>(std::type_identity<T>) {
    std::apply([&](const auto&... field) { (check(T::kKind, field.name), ...); }, T::kFields);
  };
#define ASSAY_NODE(Name) check_all(std::type_identity<Name>());
#include "ir/node_kinds.def"
  EXPECT_EQ(rows.size(), fields) << "a row names no field";
}

// What is looked at when bodies may change, and nothing else.
constexpr FrameContract kBodies = Alters({Facet::kGraphs, Facet::kKernels});

class FrameItemsSample : public testing::Test {
 protected:
  FrameItemsSample() { module = FrameSample(ctx); }
  Context ctx;
  Module module;
};

TEST_F(FrameItemsSample, EveryRowOfAFacetIsSeen) {
  std::map<FieldName, int> rows = Rows(true, false), seen;
  for (const FieldChange& change : FieldChanges(ctx, module)) {
    bool there = !FrameChanges(module, change.module, kBodies, {}).empty();
    EXPECT_EQ(there, !FrameChanges(change.module, module, kBodies, {}).empty());
    if (there) ++seen[{change.kind, std::string(change.field)}];
  }
  for (const auto& [row, count] : rows) {
    bool body = FacetOf(row.first, row.second) == Facet::kGraphs || FacetOf(row.first, row.second) == Facet::kKernels;
    if (!body) EXPECT_GT(seen[row], 0) << NodeKindName(row.first) << "." << row.second;
  }
}

// What both modules share is not looked at: a copy that shares nothing shows that nothing is missed.
std::vector<std::string> TextsOf(const Module& before, const Module& after) {
  std::vector<std::string> texts;
  for (const FrameChange& change : FrameChanges(before, after, kBodies, {})) {
    texts.push_back(fmt::format("{} {} {}: {} -> {}", kFacetTexts[static_cast<size_t>(change.facet)],
                                kWayTexts[static_cast<size_t>(change.way)], change.where, change.before, change.after));
  }
  return texts;
}
std::vector<std::string> TextsOfCopy(Context& ctx, const Module& before, const Module& after) {
  Result<Module> copy = Deserialize(ctx, Serialize(after), OpOfFullName);
  EXPECT_TRUE(copy.ok());
  return copy.ok() ? TextsOf(before, *copy) : std::vector<std::string>();
}

TEST_F(FrameItemsSample, ChangesAreTheSameWhereNodesAreShared) {
  size_t compared = 0;
  for (const FieldChange& change : FieldChanges(ctx, module)) {
    if (!Deserialize(ctx, Serialize(change.module), OpOfFullName).ok()) continue;
    ++compared;
    EXPECT_EQ(TextsOf(module, change.module), TextsOfCopy(ctx, module, change.module))
        << NodeKindName(change.kind) << "." << change.field << " " << change.how;
  }
  EXPECT_GT(compared, 100u);
}

TEST(FrameItemsTest, ChangesOfPassesAreTheSameWhereNodesAreShared) {
  size_t changed = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, {});
    for (const PassSpec* pass : AllPasses()) {
      PassContext pass_ctx(ctx);
      PassCall call{pass, {}};
      if (!DrawOptions(ctx, module, bytes, call)) continue;
      Result<Module> after = RunPass(pass_ctx, call, module);
      if (!after.ok()) continue;
      std::vector<std::string> texts = TextsOf(module, *after);
      changed += texts.empty() ? 0 : 1;
      EXPECT_EQ(texts, TextsOfCopy(ctx, module, *after)) << pass->name << " on seed " << seed;
    }
  }
  EXPECT_GT(changed, 20u);
}

TEST_F(FrameItemsSample, WhatIsTheSameHasNoChange) {
  EXPECT_TRUE(FrameChanges(module, module, {}, {}).empty());
  Context other;
  Module again = FrameSample(other);
  std::vector<FrameChange> changes = FrameChanges(module, again, {}, {});
  EXPECT_TRUE(changes.empty()) << changes.front().where << ": " << changes.front().before << " -> "
                               << changes.front().after;
}

// Sizes of a kernel's buffers that its body defines are its body's, whichever pass puts something else for them.
TEST(FrameItemsTest, SizesOfTheBodyAreNoFrame) {
  auto shape = [](std::string_view size, std::string_view rest) {
    return fmt::format(R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, k: T.int64):
        n = T.int64()
        A = T.match_buffer(a, (n,))
        for i in range(4):
            B = T.decl_buffer(({},), data=A.data{})
            B[0] = T.float32(1)
)",
                       size, rest);
  };
  auto changes = [&](std::string_view before, std::string_view after) {
    Context ctx;
    auto was = ParseModule(ctx, "before.py", std::string(before)),
         is = ParseModule(ctx, "after.py", std::string(after));
    EXPECT_TRUE(was.ok() && is.ok());
    return FrameChanges(*was, *is, Alters({Facet::kKernels}), {}).size();
  };
  for (std::string_view own : {"i", "i + 1", "T.Cast(\"int64\", i) + n"}) {
    EXPECT_EQ(changes(shape(own, ""), shape("3", "")), 0u) << own;
    EXPECT_EQ(changes(shape("3", ""), shape(own, "")), 1u) << own;
  }
  for (std::string_view other : {"4", "k", "n", "k + n"})
    EXPECT_EQ(changes(shape(other, ""), shape("3", "")), 1u) << other;
  EXPECT_EQ(changes(shape("4", ", elem_offset=i"), shape("4", "")), 0u);
  EXPECT_EQ(changes(shape("4", ", elem_offset=k"), shape("4", "")), 1u);
  EXPECT_EQ(changes(shape("4", ", strides=[i]"), shape("4", ", strides=[2]")), 0u);
  EXPECT_EQ(changes(shape("4", ", strides=[k]"), shape("4", ", strides=[2]")), 1u);
}

// What stands in a loop of no iteration goes with it; what stands elsewhere as well, or may run, does not.
TEST(FrameItemsTest, LoopsOfNoIterationMayGo) {
  auto kernel = [](std::string_view extent, std::string_view within, std::string_view behind) {
    return fmt::format(R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), n: T.int64):
        for i in range({}):
{}
        A[0] = T.float32(1)
{}
)",
                       extent, within, behind);
  };
  constexpr std::string_view kAttr = "with T.attr(0, \"mark\", 1):\n                A[1] = T.float32(2)";
  constexpr std::string_view kAssert = "assert n > 0, \"said\"\n            A[1] = T.float32(2)";
  constexpr std::string_view kLoop = "for j in T.parallel(4):\n                A[j] = T.float32(2)";
  constexpr std::string_view kBuffer =
      "B = T.alloc_buffer((4,), \"float32\", scope=\"shared\")\n            B[1] = T.float32(2)";
  const struct {
    std::string_view extent, within, behind;
    bool changes;
  } kTable[] = {
      {"0", kAttr, "", false},
      {"4", kAttr, "", true},
      {"n", kAttr, "", true},
      {"0", kAssert, "", false},
      {"4", kAssert, "", true},
      {"-3", kAssert, "", false},
      {"0", kLoop, "", false},
      {"0", kBuffer, "", false},
      {"0", kAttr, "        with T.attr(0, \"mark\", 1):\n            A[2] = T.float32(3)", true},
  };
  for (const auto& [extent, within, behind, changes] : kTable) {
    Context ctx;
    auto was = ParseModule(ctx, "before.py", kernel(extent, "            " + std::string(within), behind)),
         is = ParseModule(ctx, "after.py", kernel("4", "            A[1] = T.float32(2)", ""));
    ASSERT_TRUE(was.ok() && is.ok()) << extent << " " << within << behind;
    EXPECT_EQ(!FrameChanges(*was, *is, Alters({Facet::kKernels}), {}).empty(), changes)
        << extent << " " << within << behind;
    // Nothing of the kind may come, wherever that is.
    if (within == kAttr) EXPECT_FALSE(FrameChanges(*is, *was, Alters({Facet::kKernels}), {}).empty());
  }
}

// Private functions are told by their names: under a name another one stands where one went and one came.
TEST(FrameItemsTest, PrivateFunctionsAreToldByName) {
  auto module = [](std::string_view kernel, std::string_view function) {
    return fmt::format(R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def {}(A: T.Buffer((4,), "float32")):
        A[0] = T.float32(1)

    @R.function(private=True)
    def {}(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return x
)",
                       kernel, function);
  };
  constexpr FrameContract kAdded = Adds({Facet::kPrivateFunctions}), kDropped = Drops({Facet::kPrivateFunctions});
  const struct {
    std::string_view kernel, function;
    FrameContract frame;
    size_t changes;
  } kTable[] = {
      {"a", "b", {}, 0},
      {"b", "a", {}, 2},
      {"b", "a", kAdded, 2},
      {"b", "a", kDropped, 2},
      {"b", "a", kAdded | kDropped, 0},
      {"c", "b", kAdded, 1},
      {"c", "b", kDropped, 1},
      {"c", "b", kAdded | kDropped, 0},
  };
  for (const auto& [kernel, function, frame, changes] : kTable) {
    Context ctx;
    auto was = ParseModule(ctx, "before.py", module("a", "b")),
         is = ParseModule(ctx, "after.py", module(kernel, function));
    ASSERT_TRUE(was.ok() && is.ok());
    EXPECT_EQ(FrameChanges(*was, *is, Alters({Facet::kGraphs, Facet::kKernels}) | frame, {}).size(), changes)
        << kernel << " " << function;
  }
}

// Which buffers an annotation names is said by it, their shapes are said by the buffers.
TEST(FrameItemsTest, AnnotationsNameBuffers) {
  const struct {
    std::string_view extent, before, after;
    size_t changes;
  } kTable[] = {
      {"4", "[A]", "[B]", 1}, {"4", "[A]", "[A, B]", 1}, {"4", "[A, 1]", "[A, 2]", 1}, {"4", "[A]", "[A]", 0},
      {"5", "[A]", "[A]", 0}, {"5", "[A]", "[B]", 1},    {"5", "[A, 1]", "[A, 2]", 1}, {"5", "A", "A", 0},
      {"5", "A", "B", 1},     {"5", "A", "[A]", 1},
  };
  for (const auto& [extent, before, after, changes] : kTable) {
    Context ctx;
    auto kernel = [&](std::string_view size, std::string_view names) {
      return *ParseModule(ctx, "kernel.py",
                          fmt::format(R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer(({0},), "float32"), B: T.Buffer((4,), "float32")):
        with T.sblock("b"):
            T.reads()
            T.writes(B[0])
            T.sblock_attr({{"names": {1}}})
            B[0] = T.float32(1)
)",
                                      size, names));
    };
    EXPECT_EQ(
        FrameChanges(kernel("4", before), kernel(extent, after), Alters({Facet::kKernels, Facet::kParameterShapes}), {})
            .size(),
        changes)
        << extent << " " << before << " " << after;
  }
}

// Blocks that come and go name their axes alike: an axis is told by its block, too.
TEST(FrameItemsTest, AxesArePairedWithinTheirBlocks) {
  // Blocks by name, each with its axes by name and kind.
  using Blocks = std::vector<std::pair<std::string_view, std::vector<std::pair<std::string_view, std::string_view>>>>;
  auto kernel = [](const Blocks& blocks) {
    std::string text =
        "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n"
        "    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((), \"float32\")):\n"
        "        for i in range(4):\n";
    for (const auto& [name, axes] : blocks) {
      text += fmt::format("            with T.sblock(\"{}\"):\n", name);
      for (const auto& [axis, kind] : axes) text += fmt::format("                {} = T.axis.{}(4, i)\n", axis, kind);
      text += "                T.reads()\n                T.writes(A[()])\n                A[()] = T.float32(1)\n";
    }
    return text;
  };
  const struct {
    Blocks before, after;
    size_t changes;
  } kTable[] = {
      {{{"b", {{"v", "reduce"}}}}, {{"b", {{"v", "spatial"}}}}, 1},
      {{{"b", {{"v", "spatial"}}}}, {{"b", {{"v", "reduce"}}}}, 1},
      {{{"b", {{"v", "spatial"}, {"w", "reduce"}}}}, {{"b", {{"w", "reduce"}, {"v", "spatial"}}}}, 0},
      {{{"b", {{"v", "reduce"}}}}, {{"b", {{"w", "reduce"}}}, {"c", {{"v", "spatial"}}}}, 0},
      {{{"b", {{"v", "reduce"}}}, {"c", {{"v", "spatial"}}}}, {{"c", {{"v", "spatial"}}}}, 0},
      {{{"b", {{"v", "reduce"}}}, {"c", {{"v", "spatial"}}}}, {{"c", {{"v", "reduce"}}}}, 1},
      {{{"b", {{"v", "reduce"}}}, {"c", {{"v", "spatial"}}}}, {{"b", {{"v", "spatial"}}}, {"c", {{"v", "reduce"}}}}, 2},
      {{{"b", {{"v", "reduce"}}}}, {{"c", {{"v", "opaque"}}}}, 0},
  };
  for (const auto& [before, after, changes] : kTable) {
    Context ctx;
    auto was = ParseModule(ctx, "before.py", kernel(before)), is = ParseModule(ctx, "after.py", kernel(after));
    ASSERT_TRUE(was.ok() && is.ok());
    FrameContract blocks = Alters({Facet::kKernels}) | Adds({Facet::kBlockNames}) | Drops({Facet::kBlockNames});
    EXPECT_EQ(FrameChanges(*was, *is, blocks, {}).size(), changes) << kernel(before) << "\n" << kernel(after);
  }
}

// Bindings whose names are given again are told apart by what they are bound to, down to the types of the arguments.
TEST(FrameItemsTest, BindingsArePairedByTheirValues) {
  auto graph = [](std::string_view lines) {
    return fmt::format(
        "from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n"
        "    @R.function\n    def main(x: R.Tensor((2, 3), \"float32\")) -> R.Tensor((2, 3), \"float32\"):\n{}        "
        "return x\n",
        lines);
  };
  const struct {
    std::string_view before, after;
    bool changes;
  } kTable[] = {
      // The same value of another rank.
      {"        a = R.flip(x, axis=0)\n        c = R.reshape(a, (3, 2))\n",
       "        a = R.flip(x, axis=0)\n        c = R.reshape(a, (3, 2, 1))\n", true},
      // The name is that of another value by now, and what is computed of it is something else, also in a tuple.
      {"        a = R.flip(x, axis=0)\n        c = R.permute_dims(a)\n",
       "        a = R.expand_dims(x, axis=0)\n        c = R.permute_dims(a)\n", false},
      {"        a = R.flip(x, axis=0)\n        c = R.concat((a, a), axis=0)\n",
       "        a = R.expand_dims(x, axis=0)\n        c = R.concat((a, a), axis=0)\n", false},
      {"        a = R.flip(x, axis=0)\n        b = R.expand_dims(x, axis=0)\n        c = R.concat((a, a), axis=0)\n",
       "        a = R.flip(x, axis=0)\n        b = R.expand_dims(x, axis=0)\n        c = R.concat((b, b), axis=0)\n",
       false},
  };
  for (const auto& [before, after, changes] : kTable) {
    Context ctx;
    auto was = ParseModule(ctx, "before.py", graph(before)), is = ParseModule(ctx, "after.py", graph(after));
    ASSERT_TRUE(was.ok() && is.ok());
    EXPECT_EQ(!TextsOf(*was, *is).empty(), changes)
        << before << after << fmt::format("{}", fmt::join(TextsOf(*was, *is), "\n"));
  }
}

}  // namespace
}  // namespace assay
