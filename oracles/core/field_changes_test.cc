// Whoever compares modules sees every field of every node that the nodes' lists name: equality, hash, bytes and text.
#include "oracles/core/field_changes.h"

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "oracles/core/frame_sample.h"
#include "passes/golden_text.h"

namespace assay {
namespace {

using FieldName = std::pair<NodeKind, std::string>;
constexpr EqualOptions kToTheName = {.compare_names = true};

std::string NameOf(const FieldChange& change) {
  return fmt::format("{}.{}: {}", NodeKindName(change.kind), change.field, change.how);
}

// What none of those has.
constexpr std::string_view kRest = R"(
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def rest(x: T.Buffer((4,), "int32"), n: T.int32) -> T.int32:
        for i in range(4):
            if i <= n:
                t = T.int32()
                x[i] = T.Let(t + 1, where={t: n})
        return n
)";

// Modules that together have every kind of node.
std::vector<Module> Samples(Context& ctx) {
  std::vector<Module> samples{FrameSample(ctx)};
  for (const std::string& path : GoldenTextsIn("ir/text/testdata")) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    auto module = ParseModule(ctx, path, text.str());
    if (module.ok()) samples.push_back(*module);
  }
  auto rest = ParseModule(ctx, "rest.py", std::string(kRest));
  EXPECT_TRUE(rest.ok()) << (rest.ok() ? "" : rest.error().message);
  if (!rest.ok()) return samples;
  // The reader makes other nodes of what it reads.
  auto* func = ctx.arena.New<PrimFunc>(*As<PrimFunc>(rest->entries[0].func));
  auto* result = ctx.arena.New<Return>();
  result->value = MakeBinary(ctx, NodeKind::kLE, func->params.back(), MakeInt(ctx, 3, DType::Int(32)));
  func->body = MakeSeqStmt(ctx, {func->body, result});
  samples.push_back(WithFunction(ctx, *rest, rest->entries[0].var, func));
  return samples;
}

class FieldChangesTest : public testing::Test {
 protected:
  // Calls see(module, change) for each change of each sample, and counts fields of which none is seen, by name.
  template <class F>
  void ExpectAllSeen(std::string_view who, F&& see) {
    size_t changes = 0, seen = 0;
    std::map<FieldName, std::string> missed;
    std::set<FieldName> fields;
    for (const Module& module : Samples(ctx)) {
      for (const FieldChange& change : FieldChanges(ctx, module)) {
        std::optional<bool> sees = see(module, change);
        if (!sees) continue;
        ++changes;
        fields.insert({change.kind, std::string(change.field)});
        seen += *sees ? 1 : 0;
        if (!*sees) missed.emplace(FieldName(change.kind, std::string(change.field)), NameOf(change));
      }
    }
    for (const auto& [field, name] : missed) ADD_FAILURE() << who << " misses " << name;
    fmt::print("{}: {} of {} changes of {} fields\n", who, seen, changes, fields.size());
    EXPECT_GT(changes, 1000u);
  }
  Context ctx;
};

// Those that are asked for are some of them, and each of them may be asked for.
TEST(FieldChangesPartTest, SomeOfThemCanBeAskedFor) {
  Context ctx;
  Module module = FrameSample(ctx);
  std::multiset<std::string> all, some;
  for (const FieldChange& change : FieldChanges(ctx, module, WhichChanges::kOneOfEach)) all.insert(NameOf(change));
  for (size_t part = 0; part < 4; ++part) {
    auto asked = [&](size_t i) { return i % 4 == part; };
    auto changes = FieldChanges(ctx, module, WhichChanges::kOneOfEach, asked);
    EXPECT_LE(changes.size(), all.size() / 4 + 1);
    for (const FieldChange& change : changes) some.insert(NameOf(change));
  }
  EXPECT_EQ(all, some);
}

TEST_F(FieldChangesTest, EveryKindOfNodeIsInASample) {
  std::set<NodeKind> kinds;
  for (const Module& module : Samples(ctx)) {
    for (const FieldChange& change : FieldChanges(ctx, module)) kinds.insert(change.kind);
  }
  auto check = [&]<class T>(std::type_identity<T>) {
    if (std::tuple_size_v<decltype(T::kFields)> > 0) EXPECT_TRUE(kinds.contains(T::kKind)) << NodeKindName(T::kKind);
  };
#define ASSAY_NODE(Name) check(std::type_identity<Name>());
#include "ir/node_kinds.def"
}

TEST_F(FieldChangesTest, EqualitySeesEachBothWays) {
  ExpectAllSeen("equality", [&](const Module& module, const FieldChange& change) -> std::optional<bool> {
    bool there = !Equal(module, change.module, kToTheName), back = !Equal(change.module, module, kToTheName);
    return there && back;
  });
}

// A hash may be coarser than equality: types that inference gives again are left out of it. Of each field some change
// is seen, but of those that only types have.
TEST_F(FieldChangesTest, TheHashSeesEachFieldThatIsNoTypes) {
  std::map<FieldName, size_t> seen;
  for (const Module& module : Samples(ctx)) {
    uint64_t hash = StructuralHash(module);
    for (const FieldChange& change : FieldChanges(ctx, module)) {
      bool equal = Equal(module, change.module), same = hash == StructuralHash(change.module);
      EXPECT_TRUE(!equal || same) << "equal modules of other hashes: " << NameOf(change);
      if (!equal) seen[{change.kind, std::string(change.field)}] += same ? 0 : 1;
    }
  }
  size_t fields = 0;
  for (const auto& [field, count] : seen) {
    fields += count > 0 ? 1 : 0;
    if (!IsTypeKind(field.first)) EXPECT_GT(count, 0u) << NodeKindName(field.first) << "." << field.second;
  }
  fmt::print("hash: {} of {} fields\n", fields, seen.size());
}

TEST_F(FieldChangesTest, SavedBytesSayEach) {
  ExpectAllSeen("bytes", [&](const Module& module, const FieldChange& change) -> std::optional<bool> {
    return Serialize(module) != Serialize(change.module);
  });
}

TEST_F(FieldChangesTest, LoadingGivesEachBack) {
  ExpectAllSeen("loading", [&](const Module&, const FieldChange& change) -> std::optional<bool> {
    std::vector<uint8_t> bytes = Serialize(change.module);
    Context other;
    auto loaded = Deserialize(other, bytes, OpOfFullName);
    // Not all that differs in one field is a module: lists that run side by side are of one length.
    if (!loaded.ok()) return std::nullopt;
    return Serialize(*loaded) == bytes;
  });
}

}  // namespace
}  // namespace assay
