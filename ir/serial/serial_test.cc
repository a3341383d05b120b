// Serialised modules come back the same, with their sharing; every truncation and every flipped byte is refused or read
// as some module, never a crash.
#include "ir/serial/serial.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ir/builder.h"
#include "ir/equal.h"
#include "ir/placement.h"
#include "ir/serial/optional_fields.h"
#include "ir/visit.h"

namespace assay {
namespace {

const Op* Resolve(Context& ctx, std::string_view name) { return ctx.InternOp(name, nullptr); }

Module Sample(Context& ctx) {
  const Var* n = MakeVar(ctx, "n", DType::Int(64));
  const Type* type = MakeTensorType(ctx, {n, MakeInt(ctx, 2)}, DType::Float(32));
  const Var *x = MakeVar(ctx, "x", type), *y = MakeVar(ctx, "y", type, VarFlavor::kDataflow);
  int64_t shape[] = {2};
  float values[] = {1.5f, -0.0f};
  TensorView view{DType::Float(32), shape, reinterpret_cast<const std::byte*>(values)};
  const Expr* constant = MakeConstant(ctx, view);
  const AttrDict* attrs = MakeDict(ctx, {{"axis", MakeAttrInts(ctx, shape)}, {"mode", MakeAttrString(ctx, "fast")}});
  const Call* call = MakeCall(ctx, ctx.InternOp("relax.add", nullptr), {x, constant}, attrs, {type}, type);
  const BindingBlock* block = MakeBlock(ctx, {MakeBinding(ctx, y, call)}, true);
  const Function* f = MakeFunction(ctx, {x}, MakeSeq(ctx, {block}, MakeTuple(ctx, {x, x})), type);
  return WithEntries(ctx, {}, {{MakeGlobalVar(ctx, "f"), f}, {MakeGlobalVar(ctx, "g"), f}});
}

TEST(Serial, RoundTripKeepsStructureNamesAndSharing) {
  Context ctx, other;
  Module module = Sample(ctx);
  auto bytes = Serialize(module);
  auto loaded = Deserialize(other, bytes, Resolve);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_TRUE(Equal(module, *loaded, {.map_free_vars = false, .compare_names = true}));
  EXPECT_EQ(loaded->entries[0].func, loaded->entries[1].func) << "one function stands twice";
  EXPECT_EQ(Serialize(*loaded), bytes);
}

// Names are their texts, wherever these stand: one text at two places is one name, and one place can begin two texts.
TEST(Serial, NamesAreTexts) {
  Context ctx;
  const char longer[] = "xyz", again[] = "xyz";
  auto encoded = [&](std::string_view first, std::string_view second, std::string_view third) {
    std::vector<const Var*> params;
    for (std::string_view text : {first, second, third}) {
      Var* var = ctx.arena.New<Var>(*MakeVar(ctx, "v", DType::Int(64)));
      var->name = Name(text);
      params.push_back(var);
    }
    const Function* f = MakeFunction(ctx, params, MakeSeq(ctx, {}, params[0]), params[0]->type);
    return Serialize(WithEntries(ctx, {}, {{MakeGlobalVar(ctx, "f"), f}}));
  };
  auto bytes = encoded(longer, std::string_view(longer, 1), again);
  EXPECT_EQ(bytes, encoded(ctx.Intern("xyz").text(), ctx.Intern("x").text(), ctx.Intern("xyz").text()));
  auto loaded = Deserialize(ctx, bytes, Resolve);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  const auto* f = As<Function>(loaded->entries[0].func);
  EXPECT_EQ(f->params[0]->name, "xyz");
  EXPECT_EQ(f->params[1]->name, "x");
  EXPECT_EQ(f->params[2]->name, "xyz");
}

// A mesh stands once, however many types refer to it.
TEST(Serial, DistributedTensorsLoad) {
  Context ctx, other;
  const DeviceMesh* mesh = *MakeDeviceMesh(ctx, {2, 2}, {0, 1, 2, 3}, true);
  const TensorType* tensor = MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, 4)}, DType::Float(32));
  const Var* x = MakeVar(ctx, "x", *MakeDTensorType(ctx, tensor, mesh, *ParsePlacement("S[0], R")));
  Module module =
      WithEntries(ctx, {}, {{MakeGlobalVar(ctx, "f"), MakeFunction(ctx, {x}, MakeSeq(ctx, {}, x), x->type)}});
  module.global_infos =
      ctx.Copy(std::vector<GlobalInfoList>{{ctx.Intern("mesh"), ctx.Copy(std::vector<const Node*>{mesh})}});
  auto bytes = Serialize(module);
  auto loaded = Deserialize(other, bytes, Resolve);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_TRUE(Equal(module, *loaded));
  EXPECT_EQ(As<DTensorType>(As<Function>(loaded->entries[0].func)->ret_type)->mesh, loaded->global_infos[0].infos[0]);
  EXPECT_EQ(Serialize(*loaded), bytes);
}

// What the maker of meshes and types would refuse does not load either.
TEST(Serial, ContradictoryMeshesAreRefused) {
  auto refusal = [](std::vector<int64_t> ids, bool is_range, std::string_view placement) {
    Context ctx, other;
    int64_t shape[] = {2};
    auto* mesh = ctx.arena.New<DeviceMesh>();
    mesh->shape = shape;
    mesh->device_ids = ids;
    mesh->is_range = is_range;
    auto* type = ctx.arena.New<DTensorType>();
    type->tensor = MakeTensorType(ctx, std::vector<const Expr*>{MakeInt(ctx, 4)}, DType::Float(32));
    type->mesh = mesh;
    type->placement = ctx.Intern(placement);
    const Var* x = MakeVar(ctx, "x", type);
    Module module = WithEntries(ctx, {}, {{MakeGlobalVar(ctx, "f"), x}});
    auto loaded = Deserialize(other, Serialize(module), Resolve);
    return loaded.ok() ? std::string() : loaded.error().message;
  };
  EXPECT_EQ(refusal({0, 1}, true, "R"), "");
  EXPECT_NE(refusal({0}, false, "R").find("one device for each place"), std::string::npos);
  EXPECT_NE(refusal({0, 2}, true, "R").find("do not follow"), std::string::npos);
  EXPECT_NE(refusal({0, 1}, true, "RR").find("malformed"), std::string::npos) << "not in its normal form";
  EXPECT_NE(refusal({0, 1}, true, "S[1]").find("does not fit its mesh"), std::string::npos);
}

// Relax measures in int64, but a TIR function's type has the dimensions of its buffers.
TEST(Serial, DimensionsOfEitherWidthLoad) {
  for (int bits : {32, 64, 8}) {
    Context ctx;
    const Var* n = MakeVar(ctx, "n", DType::Int(bits));
    const Var* x = MakeVar(ctx, "x", MakeTensorType(ctx, std::vector<const Expr*>{n}, DType::Float(32)));
    const Function* f = MakeFunction(ctx, {x}, MakeSeq(ctx, {}, x), x->type);
    auto loaded = Deserialize(ctx, Serialize(WithEntries(ctx, {}, {{MakeGlobalVar(ctx, "f"), f}})), Resolve);
    EXPECT_EQ(loaded.ok(), bits != 8) << bits;
  }
}

TEST(Serial, EveryTruncationIsRefused) {
  Context ctx;
  auto bytes = Serialize(Sample(ctx));
  for (size_t size = 0; size < bytes.size(); ++size) {
    auto loaded = Deserialize(ctx, std::span(bytes).first(size), Resolve);
    ASSERT_FALSE(loaded.ok()) << size;
    EXPECT_EQ(loaded.error().kind, DiagKind::kCorrupt);
  }
}

TEST(Serial, FlippedBytesNeverCrash) {
  Context ctx;
  auto bytes = Serialize(Sample(ctx));
  std::span<const uint8_t> content = std::span(bytes).first(bytes.size() - 8);
  size_t refused = 0;
  for (size_t i = 0; i < content.size(); ++i) {
    for (uint8_t flip : {0x01, 0x80, 0xff}) {
      std::vector<uint8_t> damaged(content.begin(), content.end());
      damaged[i] ^= flip;
      Context fresh;
      EXPECT_FALSE(Deserialize(fresh, damaged, Resolve).ok()) << "the checksum is gone";
      refused += !Deserialize(fresh, WithChecksum(damaged), Resolve).ok();
    }
  }
  EXPECT_GT(refused, content.size() / 2);
}

TEST(Serial, AnyChangedByteBreaksTheChecksum) {
  Context ctx;
  auto bytes = Serialize(Sample(ctx));
  for (size_t i = 0; i < bytes.size(); ++i) {
    auto damaged = bytes;
    damaged[i] ^= 0x10;
    EXPECT_FALSE(Deserialize(ctx, damaged, Resolve).ok()) << i;
  }
}

// A module of one kernel around `body`; encoding does not look at what is missing.
std::string WhyRefused(Context& ctx, const Stmt* body) {
  auto* func = ctx.arena.New<PrimFunc>();
  func->body = body;
  auto loaded = Deserialize(ctx, Serialize(WithEntries(ctx, {}, {{MakeGlobalVar(ctx, "f"), func}})), Resolve);
  return loaded.ok() ? "" : loaded.error().message;
}

TEST(Serial, PartsThatMustBeThereAreThere) {
  Context ctx;
  auto* evaluate = ctx.arena.New<Evaluate>();
  EXPECT_NE(WhyRefused(ctx, evaluate).find("a part of a node is missing"), std::string::npos);
  EXPECT_NE(WhyRefused(ctx, nullptr).find("a part of a node is missing"), std::string::npos);
  evaluate->value = MakeInt(ctx, 0);
  EXPECT_EQ(WhyRefused(ctx, evaluate), "");
  auto* seq = ctx.arena.New<SeqStmt>();
  seq->seq = ctx.Copy(std::vector<const Stmt*>{evaluate, nullptr});
  EXPECT_NE(WhyRefused(ctx, seq).find("an item of a list is missing"), std::string::npos);
  auto* block = ctx.arena.New<SBlock>();
  block->body = evaluate;
  auto* realize = ctx.arena.New<SBlockRealize>();
  realize->block = block;
  EXPECT_EQ(WhyRefused(ctx, realize), "") << "a predicate may be missing";
  realize->iter_values = ctx.Copy(std::vector<const Expr*>{evaluate->value});
  EXPECT_NE(WhyRefused(ctx, realize).find("one value for each iteration variable"), std::string::npos);
}

TEST(Serial, NestingIsBounded) {
  Context ctx;
  auto* evaluate = ctx.arena.New<Evaluate>();
  const Expr* sum = MakeInt(ctx, 1);
  for (int i = 0; i < 5000; ++i) sum = MakeBinary(ctx, NodeKind::kAdd, sum, MakeInt(ctx, 1));
  evaluate->value = sum;
  EXPECT_EQ(WhyRefused(ctx, evaluate), "") << "a long sum is not deep";
  const Expr* deep = MakeBool(ctx, true);
  for (int i = 0; i < 5000; ++i) deep = MakeNot(ctx, deep);
  evaluate->value = deep;
  EXPECT_NE(WhyRefused(ctx, evaluate).find("nested too deeply"), std::string::npos);
}

// Every name in the table of optional fields is the name of a field.
TEST(Serial, OptionalFieldsExist) {
  std::vector<std::pair<NodeKind, std::string_view>> all;
#define ASSAY_NODE(Name) \
  std::apply([&](const auto&... field) { (all.emplace_back(NodeKind::k##Name, field.name), ...); }, Name::kFields);
#include "ir/node_kinds.def"
  for (const OptionalField& optional : kOptionalFields) {
    EXPECT_NE(std::find(all.begin(), all.end(), std::pair(optional.kind, optional.field)), all.end())
        << NodeKindName(optional.kind) << "." << optional.field;
  }
}

TEST(Serial, SaysWhatIsWrong) {
  Context ctx;
  std::vector<uint8_t> bytes = {'n', 'o', 'n', 'e', 1};
  EXPECT_NE(Deserialize(ctx, bytes, Resolve).error().message.find("ASIR"), std::string::npos);
}

}  // namespace
}  // namespace assay
