// All moves that shrink, on a sample each and on generated modules: they fire, what they make is smaller and reads back
// as it is, and a mutation that draws the same index makes the same.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <fmt/format.h>

#include "fuzzers/reduce/reduce.h"
#include "generators/modules/generate.h"
#include "generators/moves/move.h"
#include "generators/moves/retype.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/text/as_read.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

constexpr std::string_view kHead = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
)";

// By the name of the move.
const std::map<std::string_view, std::string_view> kSamples = {
    {"drop_function", R"(
    @R.function(private=True)
    def helper(x: R.Tensor((2,), "float32")):
        y = R.exp(x)
        return y

    @R.function
    def main(x: R.Tensor((2,), "float32")):
        y = R.tanh(x)
        return y
)"},
    {"become_entry", R"(
    @R.function(private=True)
    def helper(x: R.Tensor((2,), "float32")):
        y = R.exp(x)
        return y

    @R.function
    def main(x: R.Tensor((2,), "float32")):
        y = Module.helper(x)
        return y
)"},
    {"drop_output", R"(
    @R.function
    def main(x: R.Tensor((2,), "float32"), y: R.Tensor((3,), "float32")):
        a = R.tanh(x)
        b = R.exp(y)
        return (a, b)
)"},
    {"drop_binding", R"(
    @R.function
    def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
        a = R.tanh(x)
        if c:
            d = R.exp(a)
            b = R.negative(d)
        else:
            b = R.negative(a)
        e = R.reshape(b, R.shape([2, 1]))
        return e
)"},
    {"take_branch", R"(
    @R.function
    def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
        if c:
            a = R.exp(x)
            b = R.negative(a)
        else:
            b = R.negative(x)
        return b
)"},
    {"inline_local", R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        @R.function
        def inner(a: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            b = R.exp(a)
            return b

        @R.function
        def outer(a: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            b = inner(a)
            return b

        y = outer(x)
        return y
)"},
    {"unwrap_local", R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        @R.function
        def local(a: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            b = R.exp(a)
            return b

        return x
)"},
    {"use_operand", R"(
    @R.function
    def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32")):
        with R.dataflow():
            a = R.tanh(x)
            b = R.add(a, y)
            R.output(b)
        return b
)"},
    {"drop_field", R"(
    @R.function
    def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32")):
        t = (y, x, y)
        a = R.stack((x, y, x), axis=0)
        b = R.concat(t, axis=0)
        return (a, b)
)"},
    {"plain_operator", R"(
    @R.function
    def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32")):
        a = R.maximum(x, y)
        s = R.shape_of(a)
        return a
)"},
    {"inline_alias", R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        a = x
        t = (a, x)
        b = t[0]
        c = R.exp(b)
        return c
)"},
    {"drop_param", R"(
    @R.function
    def helper(x: R.Tensor((2,), "float32"), unused: R.Tensor((3,), "float32")):
        y = R.exp(x)
        return y

    @R.function
    def main(x: R.Tensor((2,), "float32"), y: R.Tensor((3,), "float32"), z: R.Tensor((4,), "float32")):
        a = Module.helper(x, y)
        return a
)"},
    {"join_blocks", R"(
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        with R.dataflow():
            a = R.exp(x)
            b = R.exp(a)
            R.output(b)
        c = R.exp(b)
        return c
)"},
    {"drop_attribute", R"(
    I.module_attrs({"system_lib_prefix": "assay_"})
    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")):
        R.func_attr({"note": 1})
        return x
)"},
    {"drop_global_info", R"(
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "tag": ""}, 0, "global"), I.vdevice({"keys": ["cpu"], "kind": "llvm", "tag": ""}, 1, "global")]})
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        return x
)"},
    {"drop_statement", R"(
    @T.prim_func
    def main(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for i in T.parallel(4):
            b[i] = a[i]
            if a[i] > T.float32(1):
                b[i] = T.float32(1)
            else:
                b[i] = T.float32(2)
)"},
    {"simplify_expression", R"(
    @T.prim_func
    def main(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for i in range(4):
            b[i] = T.max(a[i], a[i] + T.float32(3))
)"},
    {"fixed_symbol", R"(
    @R.function
    def main(x: R.Tensor(("n", "m"), "float32")):
        n = T.int64()
        m = T.int64()
        y = R.concat((x, x), axis=0)
        return y
)"},
    {"smaller_extent", R"(
    @R.function
    def main(x: R.Tensor((5, 7), "float32")):
        y = R.add(x, R.const([1, 2, 3, 4, 5, 6, 7], "float32"))
        return y
)"},
};

std::vector<const MoveSpec*> Shrinking() {
  std::vector<const MoveSpec*> moves;
  for (const MoveSpec* move : AllMoves()) {
    if (move->family == MoveFamily::kShrink) moves.push_back(move);
  }
  return moves;
}

// Bytes that draw this index of so many.
ByteSource Drawing(size_t index, size_t count) {
  for (uint64_t seed = 0;; ++seed) {
    ByteSource bytes = ByteSource::FromSeed(seed);
    if (bytes.Below(count) == index) return ByteSource::FromSeed(seed);
  }
}

// Whether the change is a well-formed one, which then reads back as it is.
bool IsSound(Context& ctx, const Module& shrunk, const std::string& what) {
  if (!IsWellFormed(ctx, shrunk)) return false;
  Module known = AsRead(ctx, WithResultsKnown(ctx, shrunk));
  auto read = ParseModule(ctx, "again.py", PrintModule(known));
  EXPECT_TRUE(read.ok()) << what << (read.ok() ? "" : read.error().message) << PrintModule(known);
  if (!read.ok()) return true;
  auto difference = FirstDifference(*read, known, {.map_free_vars = true});
  EXPECT_FALSE(difference) << what << " at " << difference->path << ": " << difference->left << " against "
                           << difference->right << "\n"
                           << PrintModule(known);
  return true;
}
// And smaller.
bool IsSmaller(Context& ctx, const Module& before, const Module& shrunk, const std::string& what) {
  if (!IsSound(ctx, shrunk, what)) return false;
  EXPECT_LT(ModuleWeight(shrunk), ModuleWeight(before)) << what << PrintModule(before) << PrintModule(shrunk);
  return true;
}

TEST(Shrinks, EachFiresOnItsSample) {
  for (const MoveSpec* move : Shrinking()) {
    ASSERT_TRUE(move->propose != nullptr && move->make == nullptr) << move->name;
    auto sample = kSamples.find(move->name);
    ASSERT_NE(sample, kSamples.end()) << "no sample for " << move->name;
    Context ctx;
    auto module = ParseModule(ctx, "sample.py", std::string(kHead) + std::string(sample->second));
    ASSERT_TRUE(module.ok()) << move->name << ": " << module.error().message;
    ASSERT_TRUE(IsWellFormed(ctx, *module)) << move->name;
    Proposals proposals = move->propose({ctx, *module, "main"});
    ASSERT_GT(proposals.count(), 0u) << move->name;
    size_t sound = 0;
    for (size_t index = 0; index < proposals.count(); ++index) {
      std::optional<Module> shrunk = proposals.At(index);
      if (!shrunk || !IsSmaller(ctx, *module, *shrunk, fmt::format("{} {}: ", move->name, index))) continue;
      ++sound;
      ByteSource bytes = Drawing(index, proposals.count());
      MoveSite site{ctx, *module, bytes};
      std::optional<Module> drawn = DrawMove(site, *move);
      ASSERT_TRUE(drawn.has_value()) << move->name << " " << index;
      EXPECT_TRUE(Equal(*drawn, WithResultsKnown(ctx, *shrunk), {.map_free_vars = true})) << move->name << " " << index;
    }
    EXPECT_GT(sound, 0u) << move->name << " proposes " << proposals.count();
  }
}

// Everything that a move can do at once is one try of the reducer's.
TEST(Shrinks, ChangeAllPlacesAtOnce) {
  for (std::string_view name : {"drop_output", "drop_binding", "take_branch", "inline_local", "use_operand",
                                "drop_field", "inline_alias", "drop_param", "join_blocks", "drop_attribute",
                                "drop_global_info", "simplify_expression", "fixed_symbol", "smaller_extent"}) {
    Context ctx;
    auto module = ParseModule(ctx, "sample.py", std::string(kHead) + std::string(kSamples.at(name)));
    ASSERT_TRUE(module.ok()) << name;
    Proposals proposals = FindMove(name)->propose({ctx, *module, "main", true});
    size_t sound = 0;
    for (size_t way = 0; way < proposals.ways; ++way) {
      std::optional<Module> shrunk = proposals.make(way, 0, proposals.places);
      sound += shrunk && IsSmaller(ctx, *module, *shrunk, std::string(name)) ? 1 : 0;
    }
    EXPECT_GT(sound, 0u) << name;
  }
}

// From one to the next: what no generated module has, such as a local function that nothing calls, comes about on the
// way.
TEST(Shrinks, MakeGeneratedModulesSmaller) {
  std::map<std::string_view, size_t> sound, larger;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenOptions options;
    options.wanted = BitOf(Feature::kClosures);
    Module module = Generate(ctx, bytes, options);
    for (const MoveSpec* move : Shrinking()) {
      Proposals proposals = move->propose({ctx, module, "main", seed % 2 == 0});
      // A module with few places is drawn alike again and again.
      std::set<std::string> texts;
      for (int i = 0; i < 4 && proposals.count() > 0; ++i) {
        size_t first = bytes.Below(proposals.places), last = first + 1 + bytes.Below(proposals.places - first);
        std::optional<Module> shrunk = proposals.make(bytes.Below(proposals.ways), first, last);
        if (!shrunk || !IsSound(ctx, *shrunk, fmt::format("{} of seed {}: ", move->name, seed))) continue;
        if (!texts.insert(PrintModule(*shrunk)).second) continue;
        ++sound[move->name];
        // A node that several share is copied where one of them changes: then its text tells, of the same length by its
        // digits.
        std::string text = PrintModule(*shrunk), before = PrintModule(module);
        bool smaller = ModuleWeight(*shrunk) < ModuleWeight(module) ||
                       std::pair(text.size(), text) < std::pair(before.size(), before);
        larger[move->name] += smaller ? 0 : 1;
        if (!bytes.Chance(1, 8)) continue;
        module = *shrunk;
        proposals = move->propose({ctx, module, "main", seed % 2 == 0});
      }
    }
  }
  for (const MoveSpec* move : Shrinking()) {
    EXPECT_GE(sound[move->name], 10u) << move->name;
    EXPECT_LE(larger[move->name] * 100, sound[move->name])
        << move->name << ": " << larger[move->name] << " of " << sound[move->name];
  }
}

// Vectors stay as wide as their types say, whatever becomes of the numbers in a kernel.
TEST(Shrinks, SmallerExtentsKeepTheWidthsOfVectors) {
  Context ctx;
  auto module = ParseModule(ctx, "sample.py", fmt::format("{}{}", kHead, R"(
    @T.prim_func
    def main(a: T.Buffer((4,), "int32"), b: T.Buffer((8,), "int32")):
        for i in range(2):
            b[i * 4:i * 4 + 4] = a[0:4] + T.Broadcast(4, 4)
)"));
  ASSERT_TRUE(module.ok()) << module.error().message;
  Proposals proposals = FindMove("smaller_extent")->propose({ctx, *module, "main"});
  size_t sound = 0;
  for (size_t index = 0; index < proposals.count(); ++index) {
    std::optional<Module> shrunk = proposals.At(index);
    sound += shrunk && IsSound(ctx, *shrunk, fmt::format("{}: ", index)) ? 1 : 0;
  }
  EXPECT_GT(sound, 0u);
}

// What stood in a loop stands among the statements around it.
TEST(Shrinks, BodiesJoinTheSequenceAround) {
  Context ctx;
  auto module = ParseModule(ctx, "sample.py", fmt::format("{}{}", kHead, R"(
    @T.prim_func
    def main(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        a[0] = T.float32(1)
        while a[0] > T.float32(0):
            b[0] = T.float32(1)
            a[0] = T.float32(0)
)"));
  ASSERT_TRUE(module.ok()) << module.error().message;
  Proposals proposals = FindMove("drop_statement")->propose({ctx, *module, "main"});
  size_t sound = 0;
  for (size_t index = 0; index < proposals.count(); ++index) {
    std::optional<Module> shrunk = proposals.At(index);
    sound += shrunk && IsSmaller(ctx, *module, *shrunk, fmt::format("{}: ", index)) ? 1 : 0;
  }
  EXPECT_GE(sound, 5u);
}

// In a call of any number of tensors one stays, whatever is proposed.
TEST(Shrinks, SomethingIsLeftToStack) {
  Context ctx;
  auto module = ParseModule(ctx, "sample.py", std::string(kHead) + std::string(kSamples.at("drop_field")));
  ASSERT_TRUE(module.ok());
  Proposals proposals = FindMove("drop_field")->propose({ctx, *module, "main", true});
  EXPECT_EQ(proposals.places, 6u);
  std::optional<Module> shrunk = proposals.make(0, 0, proposals.places);
  ASSERT_TRUE(shrunk.has_value());
  EXPECT_NE(PrintModule(*shrunk).find("R.stack((x,), axis=0)"), std::string::npos) << PrintModule(*shrunk);
  EXPECT_NE(PrintModule(*shrunk).find("R.Tensor((1, 2), dtype=\"float32\")"), std::string::npos)
      << PrintModule(*shrunk);
}

}  // namespace
}  // namespace assay
