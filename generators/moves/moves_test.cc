// Every move fires on generated modules, and what it makes is well-formed; metamorphic ones keep results (that is what
// equals_rewritten_test.cc looks at); what has no place for a move is left alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "generators/modules/generate.h"
#include "generators/moves/move.h"
#include "generators/moves/relax_places.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

Module Made(Context& ctx, uint64_t seed, Profile profile = Profile::kMixed) {
  GenOptions options;
  options.profile = profile;
  ByteSource bytes = ByteSource::FromSeed(seed);
  return Generate(ctx, bytes, options);
}

TEST(Moves, NamesAreDistinct) {
  std::set<std::string_view> names;
  for (const MoveSpec* move : AllMoves()) {
    EXPECT_TRUE(names.insert(move->name).second) << move->name;
    EXPECT_FALSE(move->doc.empty()) << move->name;
    EXPECT_EQ(FindMove(move->name), move);
  }
  EXPECT_EQ(FindMove("no_such_move"), nullptr);
}

// A convolution that is too wide for its data has a negative extent, which no constant has.
TEST(Moves, ConstantsAreMadeOfTypesThatSomethingHas) {
  Context ctx;
  auto type = [&](int64_t extent) {
    return MakeTensorType(ctx, {MakeInt(ctx, 2), MakeInt(ctx, extent)}, DType::Float(32));
  };
  EXPECT_NE(StaticTensor(type(4)), nullptr);
  EXPECT_NE(StaticTensor(type(0)), nullptr);
  EXPECT_EQ(StaticTensor(type(-4)), nullptr);
  EXPECT_EQ(StaticTensor(type(int64_t{1} << 60)), nullptr);
}

struct Count {
  int made = 0;
  int ill_formed = 0;
  int unchanged = 0;
  std::string first;
};

// What a move says is checked before campaigns see it; that this throws away next to nothing is the move's own work.
TEST(Moves, FireAndKeepModulesWellFormed) {
  constexpr uint64_t kSeeds = 1500;
  std::map<std::string_view, Count> counts;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Context ctx;
    Module module = Made(ctx, seed), donor = Made(ctx, seed + kSeeds);
    if (seed % 3 == 0) module = Made(ctx, seed, Profile::kTir);
    ByteSource bytes = ByteSource::FromSeed(seed);
    // Local functions, some of which nothing calls any more.
    const MoveSpec* local[] = {FindMove("closure"), FindMove("use_operand")};
    if (seed % 3 == 1) module = ApplyMoves({ctx, module, bytes}, local, 5).module;
    for (const MoveSpec* move : AllMoves()) {
      MoveSite site{ctx, module, bytes, "main", &donor};
      std::optional<Module> moved = DrawMove(site, *move);
      if (!moved) continue;
      Count& count = counts[move->name];
      ++count.made;
      count.unchanged += PrintModule(module) == PrintModule(*moved) ? 1 : 0;
      DiagSink sink;
      CheckWellFormed(ctx, *moved, sink);
      if (sink.ok()) continue;
      ++count.ill_formed;
      count.first = fmt::format("seed {}: {} [{}]", seed, sink.diags()[0].message, sink.diags()[0].rule);
    }
  }
  for (const MoveSpec* move : AllMoves()) {
    const Count& count = counts[move->name];
    EXPECT_GE(count.made, static_cast<int>(kSeeds) / 100) << move->name;
    EXPECT_LE(count.ill_formed * 50, count.made)
        << move->name << ": " << count.ill_formed << " of " << count.made << ", " << count.first;
    EXPECT_EQ(count.unchanged, 0) << move->name << " of " << count.made;
  }
}

// Kernels may say any number that 64 bits hold, and so may attributes: a move leaves it alone where what it would make
// of it has no place there (the sanitizers see sums and products that overflow).
TEST(Moves, NumbersMayStandAtTheEndsOfInt64) {
  constexpr std::string_view kText = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def kernel(A: T.Buffer((4, {0}), "float32")):
        for i in range(T.int64({0})):
            for j in range(T.int64({0})):
                A[T.int64(0), i] = A[T.int64(0), j] * T.float32(2)

        for k in range(T.int64({0}), T.int64({0})):
            with T.sblock("scaled"):
                v = T.axis.spatial(T.int64({0}), k)
                C = T.sblock_alloc_buffer((4, {0}, {0}))
                C[0, 0, v] = A[0, v]

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), t: R.Tensor((2,), dtype="int64")) -> R.Tensor((), dtype="float32"):
        y: R.Tensor((), dtype="float32") = R.nn.nll_loss(x, t, reduction="mean", ignore_index={0})
        return y
)";
  for (std::string_view number : {"9223372036854775807", "4611686018427387904"}) {
    Context ctx;
    auto module = ParseModule(ctx, "case.py", fmt::format(kText, number));
    ASSERT_TRUE(module.ok()) << module.error().message;
    for (uint64_t seed = 0; seed < 40; ++seed) {
      ByteSource bytes = ByteSource::FromSeed(seed);
      for (const MoveSpec* move : AllMoves()) {
        MoveSite site{ctx, *module, bytes, "main", nullptr};
        std::optional<Module> moved = DrawMove(site, *move);
        DiagSink sink;
        if (moved) CheckWellFormed(ctx, *moved, sink);
        EXPECT_TRUE(sink.ok()) << move->name << ": " << sink.diags()[0].message;
      }
    }
  }
}

// Nothing but the module itself says what a function's result may speak of.
TEST(Moves, SizesOfAFunctionDoNotEnterTheResultsOfLocalOnes) {
  Context ctx;
  auto module = ParseModule(ctx, "case.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, 1), dtype="float32"), y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        @R.function
        def local(a: R.Tensor((2,), dtype="float32")) -> R.Tensor((3, 1), dtype="float32"):
            b: R.Tensor((3, 1), dtype="float32") = R.nn.relu(x)
            return b

        return y
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  ByteSource bytes = ByteSource::FromSeed(1);
  int local = 0;
  for (int i = 0; i < 20; ++i) {
    MoveSite site{ctx, *module, bytes, "main", nullptr};
    std::optional<Module> moved = FindMove("symbolic_extent")->make(site);
    ASSERT_TRUE(moved.has_value());
    auto read = ParseModule(ctx, "moved.py", PrintModule(*moved));
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_TRUE(Equal(*read, *moved)) << PrintModule(*moved);
    local += PrintModule(*moved).find("-> R.Tensor(dtype=\"float32\", ndim=2)") == std::string::npos ? 0 : 1;
  }
  EXPECT_GT(local, 0);
}

TEST(Moves, ReductionsOverNothingStayWhole) {
  Context ctx;
  auto module = ParseModule(ctx, "case.py", R"(
@T.prim_func(private=True, s_tir=True)
def smallest(x: T.Buffer((T.int64(0),), "float32"), y: T.Buffer((), "float32")):
    for k in range(T.int64(0)):
        with T.sblock("y"):
            v = T.axis.reduce(T.int64(0), k)
            T.reads(x[v])
            T.writes(y[()])
            with T.init():
                y[()] = T.float32(1)
            y[()] = T.min(y[()], x[v])
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  ByteSource bytes = ByteSource::FromSeed(1);
  for (std::string_view name : {"guard_loop", "evaluate_nothing", "split_loop", "block_predicate"}) {
    MoveSite site{ctx, *module, bytes, "smallest", nullptr};
    EXPECT_FALSE(FindMove(name)->make(site).has_value()) << name;
  }
  MoveSite site{ctx, *module, bytes, "smallest", nullptr};
  EXPECT_TRUE(FindMove("unit_loop")->make(site).has_value());
}

constexpr std::string_view kTwoLoops = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((4, 6), "float32"), y: T.Buffer((4, 6), "float32")):
        for i in range(4):
            for j in range(6):
                y[i, j] = T.Let(kept + T.float32(1), where={kept: x[i, j]})
)";

// Each fits such a kernel, in more than one way where it draws something, and its text reads back.
TEST(Moves, LoopsAndStoresTakeOtherForms) {
  for (std::string_view name : {"shift_loop", "fuse_loops", "spread_loop", "reverse_loop", "parallel_loop",
                                "store_twice", "store_in_either", "select_value"}) {
    std::set<std::string> made;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      Context ctx;
      Result<Module> module = ParseModule(ctx, "loops.py", std::string(kTwoLoops));
      ASSERT_TRUE(module.ok()) << module.error().message;
      ByteSource bytes = ByteSource::FromSeed(seed);
      MoveSite site{ctx, *module, bytes, "main", nullptr};
      std::optional<Module> moved = ApplyMove(site, *FindMove(name));
      ASSERT_TRUE(moved.has_value()) << name;
      std::string text = PrintModule(*moved);
      Result<Module> read = ParseModule(ctx, "moved.py", text);
      ASSERT_TRUE(read.ok()) << name << read.error().message;
      EXPECT_TRUE(Equal(*read, *moved)) << text;
      made.insert(text);
    }
    EXPECT_GE(made.size(), name == "fuse_loops" || name == "store_twice" || name == "parallel_loop" ? 1u : 2u) << name;
  }
}

TEST(Moves, StoresThatReadWhatTheyWriteAreMadeOnce) {
  for (std::string_view value : {"y[i] + x[i]", "T.Cast(\"float32\", T.Cast(\"int32\", y[0]))"}) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "store.py",
                                        fmt::format(R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = {}
)",
                                                    value));
    ASSERT_TRUE(module.ok()) << module.error().message;
    ByteSource bytes = ByteSource::FromSeed(1);
    for (std::string_view name : {"store_twice", "store_in_either", "select_value"}) {
      MoveSite site{ctx, *module, bytes, "main", nullptr};
      EXPECT_FALSE(FindMove(name)->make(site).has_value()) << name << value;
    }
  }
}

TEST(Moves, LoopsWhoseIterationsMeetAreNotParallel) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "sum.py", R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((4,), "float32"), y: T.Buffer((1,), "float32")):
        for i in range(4):
            y[0] = y[0] + x[i]
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  ByteSource bytes = ByteSource::FromSeed(1);
  MoveSite site{ctx, *module, bytes, "main", nullptr};
  EXPECT_FALSE(FindMove("parallel_loop")->make(site).has_value());
}

// A graph calls it with what it has, or with constants; one that leaves elements open, or does more, stays where it is.
TEST(Moves, KernelsOfAnotherModuleAreCalled) {
  struct Row {
    std::string_view body;
    bool comes;
  };
  const Row rows[] = {
      {"        for i in range(3):\n            y[i] = x[i] * T.float32(2)\n", true},
      {"        for i in range(2):\n            y[i] = x[i] * T.float32(2)\n", false},
      {"        for i in range(3):\n            if x[i] > T.float32(0):\n                y[i] = x[i]\n", false},
      {"        for i in range(3):\n            x[i] = T.float32(2)\n            y[i] = x[i]\n", false},
      {"        for i in range(3):\n            y[2 - i] = x[i]\n", false},
      {"        T.evaluate(T.call_extern(\"int32\", \"f\"))\n        for i in range(3):\n            y[i] = x[i]\n",
       false}};
  for (const Row& row : rows) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "graph.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        y: R.Tensor((3,), "float32") = R.exp(x)
        return y
)");
    Result<Module> donor = ParseModule(ctx, "kernel.py",
                                       fmt::format(R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.Buffer((3,), "float32"), y: T.Buffer((3,), "float32")):
{})",
                                                   row.body));
    ASSERT_TRUE(module.ok() && donor.ok()) << row.body;
    ByteSource bytes = ByteSource::FromSeed(1);
    MoveSite site{ctx, *module, bytes, "main", &*donor};
    std::optional<Module> moved = ApplyMove(site, *FindMove("import_kernel"));
    EXPECT_EQ(moved.has_value(), row.comes) << row.body;
    if (moved) EXPECT_THAT(PrintModule(*moved), testing::HasSubstr("R.call_tir(cls.main_in, (")) << PrintModule(*moved);
  }
}

// Split, a break would leave the inner of two loops.
TEST(Moves, LoopsThatBreakAreNotSplit) {
  auto splits = [](std::string_view leave) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "loop.py", R"(
@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        for i in range(8):
            if A[i] > 3:
                T.)" + std::string(leave) + R"(()
            B[i] = A[i]
)");
    EXPECT_TRUE(module.ok()) << module.error().message;
    ByteSource bytes = ByteSource::FromSeed(1);
    MoveSite site{ctx, *module, bytes, "main", nullptr};
    return FindMove("split_loop")->make(site).has_value();
  };
  EXPECT_FALSE(splits("break_loop"));
  EXPECT_TRUE(splits("continue_loop"));
}

// What is killed under the name of a call's result is the argument, once the function stands where it is called.
TEST(Moves, FunctionsStayWhereMemoryIsKilled) {
  auto inlines = [](std::string_view line) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "kill.py", R"(
@I.ir_module
class Module:
    @R.function(private=True)
    def same(p: R.Tensor((1,), "float32")) -> R.Tensor((1,), "float32"):
        return p

    @R.function(pure=False)
    def main(x: R.Tensor((1,), "float32")) -> R.Tensor((1,), "float32"):
        d: R.Tensor((1,), "float32") = Module.same(x)
        )" + std::string(line) + R"(
        y: R.Tensor((1,), "float32") = R.add(x, x)
        return y
)");
    EXPECT_TRUE(module.ok()) << module.error().message;
    ByteSource bytes = ByteSource::FromSeed(1);
    MoveSite site{ctx, *module, bytes, "main", nullptr};
    return FindMove("inline_functions")->make(site).has_value();
  };
  EXPECT_TRUE(inlines("R.print(d, format=\"{}\")"));
  EXPECT_FALSE(inlines("R.memory.kill_tensor(d)"));
  EXPECT_FALSE(inlines("R.vm.kill_object(d)"));
}

// Nor where a result is declared to be more than the body says: what is behind goes by that.
TEST(Moves, FunctionsStayWhereTheyDeclareMore) {
  auto inlines = [](std::string_view declared) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "declares.py",
                                        R"(
@I.ir_module
class Module:
    @R.function(private=True)
    def some(p: R.Tensor((4,), "float32"), q: R.Tensor(ndim=1, dtype="float32")) -> )" +
                                            std::string(declared) + R"(:
        s: R.Tensor(ndim=1, dtype="float32") = R.add(q, q)
        return s

    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor(ndim=1, dtype="float32")) -> R.Tensor(ndim=1, dtype="float32"):
        z = Module.some(x, y)
        return z
)");
    EXPECT_TRUE(module.ok()) << module.error().message;
    ByteSource bytes = ByteSource::FromSeed(1);
    MoveSite site{ctx, *module, bytes, "main", nullptr};
    return FindMove("inline_functions")->make(site).has_value();
  };
  EXPECT_TRUE(inlines("R.Tensor(ndim=1, dtype=\"float32\")"));
  EXPECT_FALSE(inlines("R.Tensor((4,), \"float32\")"));
}

TEST(Moves, ApplyGivesWellFormedModulesOnly) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Context ctx;
    Module module = Made(ctx, seed), donor = Made(ctx, seed + 500);
    ByteSource bytes = ByteSource::FromSeed(seed);
    Moved moved = ApplyMoves({ctx, module, bytes, "main", &donor}, AllMoves(), 4);
    EXPECT_TRUE(IsWellFormed(ctx, moved.module)) << seed;
    EXPECT_NE(moved.module.Find("main"), nullptr) << seed;
  }
}

// Text says all that a moved module is: types are what reading infers, and no variable stands in two places.
TEST(Moves, MadeModulesReadBackAsTheyAre) {
  int unreadable = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Context ctx;
    Module module = Made(ctx, seed), donor = Made(ctx, seed + 300);
    ByteSource bytes = ByteSource::FromSeed(seed);
    for (const MoveSpec* move : AllMoves()) {
      MoveSite site{ctx, module, bytes, "main", &donor};
      std::optional<Module> moved = ApplyMove(site, *move);
      if (!moved) continue;
      auto read = ParseModule(ctx, "moved.py", PrintModule(*moved));
      unreadable += read.ok() ? 0 : 1;
      if (!read.ok()) continue;
      auto difference = FirstDifference(*moved, *read, {.map_free_vars = true});
      EXPECT_FALSE(difference.has_value()) << move->name << " " << seed << ": " << difference->path << ": "
                                           << difference->left << " against " << difference->right;
    }
  }
  EXPECT_EQ(unreadable, 0);
}

// A size in what a device says of itself is none of the function's: types speak of the device that the module lists.
TEST(Moves, DevicesSayTheSameOfThemselves) {
  Context ctx;
  auto module = ParseModule(ctx, "case.py", R"(
@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"kind": "cuda", "note": R.Shape([T.int64(2), T.int64(3)])}, 0, "global")]})
    @R.function
    def main(x: R.Tensor((3, 2), dtype="float32", vdevice="cuda:0:global")) -> R.Tensor((3, 2), dtype="float32", vdevice="cuda:0:global"):
        y: R.Tensor((3, 2), dtype="float32", vdevice="cuda:0:global") = R.nn.relu(x)
        z: R.Tensor((3, 2), dtype="float32", vdevice="cuda:0:global") = R.add(y, x)
        return z
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  int moved = 0;
  for (const MoveSpec* move : AllMoves()) {
    for (uint64_t seed = 0; seed < 10; ++seed) {
      ByteSource bytes = ByteSource::FromSeed(seed);
      MoveSite site{ctx, *module, bytes, "main", nullptr};
      std::optional<Module> made = ApplyMove(site, *move);
      if (!made) continue;
      ++moved;
      EXPECT_THAT(PrintModule(*made), Not(HasSubstr("cuda:-1"))) << move->name;
    }
  }
  EXPECT_GT(moved, 50);
}

// Each time with variables of its own.
TEST(Moves, AFunctionMayComeInTwice) {
  Context ctx;
  Module module = *ParseModule(ctx, "module.py", R"(
@R.function
def main(x: R.Tensor((4,), "float32")):
    y = R.add(x, x)
    return y
)");
  Module donor = *ParseModule(ctx, "donor.py", R"(
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(a: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32")):
        for i in range(T.int64(4)):
            b[i] = a[i]

    @R.function(private=True)
    def helper(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        y = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((4,), "float32"))
        return y
)");
  for (size_t functions : {3u, 5u}) {
    ByteSource bytes = ByteSource::FromSeed(1);
    MoveSite site{ctx, module, bytes, "main", &donor};
    std::optional<Module> moved = FindMove("import_function")->make(site);
    ASSERT_TRUE(moved);
    module = *moved;
    EXPECT_EQ(module.entries.size(), functions);
    DiagSink sink;
    CheckWellFormed(ctx, module, sink);
    EXPECT_TRUE(sink.ok()) << sink.diags().front().message << PrintModule(module);
  }
}

// The same bytes make the same moves.
TEST(Moves, AreDeterministic) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Context ctx;
    Module module = Made(ctx, seed);
    ByteSource first = ByteSource::FromSeed(seed), second = ByteSource::FromSeed(seed);
    Moved a = ApplyMoves({ctx, module, first}, AllMoves(), 4), b = ApplyMoves({ctx, module, second}, AllMoves(), 4);
    EXPECT_EQ(a.moves, b.moves) << seed;
    EXPECT_TRUE(Equal(a.module, b.module, {.map_free_vars = true, .compare_names = true})) << seed;
  }
}

TEST(Moves, LeaveAnEmptyModuleAlone) {
  Context ctx;
  Module empty;
  for (const MoveSpec* move : AllMoves()) {
    ByteSource bytes = ByteSource::FromSeed(1);
    MoveSite site{ctx, empty, bytes, "main", &empty};
    if (move->name != "module_attribute") EXPECT_FALSE(ApplyMove(site, *move).has_value()) << move->name;
  }
}

}  // namespace
}  // namespace assay
