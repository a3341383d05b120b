// Modules with notes, and with numbers that expressions come to, are well-formed and read back from their text as they
// are; each kind of value comes up.
#include "generators/modules/notes.h"

#include <gtest/gtest.h>

#include <set>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/walk.h"

namespace assay {
namespace {

constexpr uint64_t kModules = 200;

struct Case {
  Feature feature;
  Profile profile;
};
class NotesTest : public testing::TestWithParam<Case> {};

TEST_P(NotesTest, ModulesAreWellFormedAndReadBack) {
  for (uint64_t seed = 0; seed < kModules; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenOptions options;
    options.profile = GetParam().profile;
    options.wanted = BitOf(GetParam().feature) | BitOf(Feature::kFreeStmts);
    Module module = Generate(ctx, bytes, options);
    DiagSink sink;
    CheckWellFormed(ctx, module, sink);
    std::string text = PrintModule(module);
    ASSERT_TRUE(sink.ok()) << seed << " " << sink.diags().front().message << "\n" << text;
    Result<Module> read = ParseModule(ctx, "note.py", text);
    ASSERT_TRUE(read.ok()) << seed << " " << read.error().message << "\n" << text;
    ASSERT_EQ(PrintModule(*read), text) << seed;
    ASSERT_TRUE(Equal(module, *read)) << seed << "\n" << text;
  }
}
INSTANTIATE_TEST_SUITE_P(All, NotesTest,
                         testing::Values(Case{Feature::kNotes, Profile::kMixed}, Case{Feature::kNotes, Profile::kTir},
                                         Case{Feature::kComputed, Profile::kMixed},
                                         Case{Feature::kComputed, Profile::kTir}));

TEST(Notes, HaveValuesOfEveryKind) {
  std::set<NodeKind> kinds;
  for (uint64_t seed = 0; seed < 20 * kModules; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenOptions options;
    options.wanted = BitOf(Feature::kNotes);
    GenStats stats;
    ModuleGen module(ctx, bytes, options, stats);
    const AttrDict* note = MaybeNote(module);
    if (note == nullptr) continue;
    WalkOnce(note, [&](const Node* node) { kinds.insert(node->kind); });
  }
  for (NodeKind kind : {NodeKind::kAttrNull,   NodeKind::kAttrBool,   NodeKind::kAttrInt,     NodeKind::kAttrFloat,
                        NodeKind::kAttrString, NodeKind::kAttrDType,  NodeKind::kAttrList,    NodeKind::kAttrDict,
                        NodeKind::kAttrTarget, NodeKind::kIndexMap,   NodeKind::kCommReducer, NodeKind::kVDevice,
                        NodeKind::kConstant,   NodeKind::kTensorType, NodeKind::kShapeType,   NodeKind::kTupleType,
                        NodeKind::kFuncType,   NodeKind::kObjectType, NodeKind::kFloatImm,    NodeKind::kSelect})
    EXPECT_TRUE(kinds.contains(kind)) << NodeKindName(kind);
}

}  // namespace
}  // namespace assay
