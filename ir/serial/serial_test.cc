// Serialised modules come back the same, with their sharing; every truncation and every flipped byte is refused or read
// as some module, never a crash.
#include "ir/serial/serial.h"

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/equal.h"

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
  size_t refused = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (uint8_t flip : {0x01, 0x80, 0xff}) {
      auto damaged = bytes;
      damaged[i] ^= flip;
      Context fresh;
      refused += !Deserialize(fresh, damaged, Resolve).ok();
    }
  }
  EXPECT_GT(refused, bytes.size() / 2);
}

TEST(Serial, SaysWhatIsWrong) {
  Context ctx;
  std::vector<uint8_t> bytes = {'n', 'o', 'n', 'e', 1};
  EXPECT_NE(Deserialize(ctx, bytes, Resolve).error().message.find("ASIR"), std::string::npos);
}

}  // namespace
}  // namespace assay
