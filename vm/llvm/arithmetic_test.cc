// Every dtype, every operation, special values in all pairs: machine code gives the bits of tensor/scalar.h, computed
// at run time and folded by the optimiser alike.
#include <cmath>
#include <limits>

#include "ir/builder.h"
#include "ir/tensor/math.h"
#include "vm/llvm/agreement.h"
#include "vm/scalar_ops.h"

namespace assay {
namespace {

constexpr const char* kDTypes[] = {"bool",           "int1",
                                   "int4",           "int8",
                                   "int16",          "int32",
                                   "int64",          "uint1",
                                   "uint4",          "uint8",
                                   "uint16",         "uint32",
                                   "uint64",         "float16",
                                   "bfloat16",       "float32",
                                   "float64",        "float8_e3m4",
                                   "float8_e4m3",    "float8_e4m3b11fnuz",
                                   "float8_e4m3fn",  "float8_e4m3fnuz",
                                   "float8_e5m2",    "float8_e5m2fnuz",
                                   "float8_e8m0fnu", "float6_e2m3fn",
                                   "float6_e3m2fn",  "float4_e2m1fn"};

std::vector<DType> AllDTypes() {
  std::vector<DType> dtypes;
  for (const char* name : kDTypes) {
    std::optional<DType> dtype = ParseDType(name);
    EXPECT_TRUE(dtype.has_value()) << name;
    if (dtype) dtypes.push_back(*dtype);
  }
  return dtypes;
}

std::vector<Scalar> Values(DType dtype) {
  std::vector<Scalar> values;
  if (!dtype.IsFloating()) {
    for (int64_t v : {0, 1, -1, 2, 3, -3, 7, -8, 31, 63, 100}) values.push_back(Scalar::Int(dtype, v));
    values.push_back(scalar::Lowest(dtype));
    values.push_back(scalar::Highest(dtype));
    values.push_back(scalar::Add(scalar::Lowest(dtype), Scalar::One(dtype)));
    return values;
  }
  for (double v :
       {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, -2.5, 3.7, 0.1, 1e-3, 100.25, -7.0, 2147483648.0, 9.3e18, -1.9e19, 1e-42}) {
    values.push_back(Scalar::Float(dtype, v));
  }
  values.push_back(scalar::Lowest(dtype));
  values.push_back(scalar::Highest(dtype));
  values.push_back(scalar::Infinity(dtype));
  values.push_back(scalar::NaN(dtype));
  values.push_back(Scalar::Float(dtype, -HUGE_VAL));
  return values;
}

// Functions out[i] = f(a[i], b[i]) for as many f as wanted.
class Functions {
 public:
  using Body = std::function<const Expr*(const Expr* a, const Expr* b)>;

  void Add(const std::string& name, DType in, DType out, int64_t count, const Body& body) {
    const Buffer* a = MakeBuffer(ctx, "a", in, {MakeInt(ctx, count)});
    const Buffer* b = MakeBuffer(ctx, "b", in, {MakeInt(ctx, count)});
    const Buffer* result = MakeBuffer(ctx, "result", out, {MakeInt(ctx, count)});
    const Var* i = MakeVar(ctx, "i", DType::Int(64));
    const Expr* value = body(MakeLoad(ctx, a, {i}), MakeLoad(ctx, b, {i}));
    AddFunction(name, {a, b, result}, MakeFor(ctx, i, MakeInt(ctx, count), MakeStore(ctx, result, value, {i})));
  }

  void AddFunction(const std::string& name, const std::vector<const Buffer*>& buffers, const Stmt* body) {
    auto* func = ctx.arena.New<PrimFunc>();
    std::vector<const Var*> params;
    for (const Buffer* buffer : buffers) params.push_back(MakeVar(ctx, buffer->name.text(), DType::Handle()));
    func->params = ctx.Copy(params);
    func->buffers = ctx.Copy(buffers);
    func->body = body;
    entries.push_back({MakeGlobalVar(ctx, name), func});
  }

  Module module() { return WithEntries(ctx, {}, entries); }

  Context ctx;
  std::vector<ModuleEntry> entries;
};

struct Pairs {
  Tensor a, b;
};
// All pairs of the dtype's values; without a zero in b where `divisors` and integer.
Pairs PairsOf(DType dtype, bool divisors) {
  std::vector<Scalar> as, bs;
  for (Scalar x : Values(dtype)) {
    for (Scalar y : Values(dtype)) {
      if (divisors && scalar::DividesByZero(y)) continue;
      as.push_back(x);
      bs.push_back(y);
    }
  }
  Pairs pairs{Tensor(dtype, {static_cast<int64_t>(as.size())}), Tensor(dtype, {static_cast<int64_t>(as.size())})};
  for (size_t i = 0; i < as.size(); ++i) {
    pairs.a.Set(static_cast<int64_t>(i), as[i]);
    pairs.b.Set(static_cast<int64_t>(i), bs[i]);
  }
  return pairs;
}

void ExpectAllAgree(Functions& functions, const Pairs& pairs) {
  Module module = functions.module();
  auto reference = MakeReferenceKernels(module, /*strict=*/true);
  ASSERT_TRUE(reference.ok()) << reference.error().message;
  for (int opt_level : {0, 3}) {
    auto compiled = MakeLlvmKernels(module, {.opt_level = opt_level});
    ASSERT_TRUE(compiled.ok()) << compiled.error().message;
    for (const ModuleEntry& entry : module.entries) {
      const auto* func = As<PrimFunc>(entry.func);
      SCOPED_TRACE(entry.var->name.str() + " at O" + std::to_string(opt_level));
      std::vector<Value> args;
      if (func->buffers.size() == 3) args = {Value{TensorValue{pairs.a}}, Value{TensorValue{pairs.b}}};
      const Buffer* out = func->buffers.back();
      args.push_back(Value{TensorValue{Tensor(out->dtype, {As<IntImm>(out->shape[0])->value})}});
      Observed want = Observe(**reference, entry.var->name.text(), args, {});
      EXPECT_EQ(want.outcome, "done");
      ExpectSame(want, Observe(**compiled, entry.var->name.text(), args, {}));
    }
  }
}

TEST(ArithmeticTest, EveryBinaryOperationOfEveryDType) {
  for (DType dtype : AllDTypes()) {
    SCOPED_TRACE(DTypeName(dtype));
    Functions plain, dividing;
    Pairs pairs = PairsOf(dtype, false);
    Pairs divisors = PairsOf(dtype, true);
    for (int k = static_cast<int>(NodeKind::kAdd); k <= static_cast<int>(NodeKind::kOr); ++k) {
      auto kind = static_cast<NodeKind>(k);
      bool divides = IsDivision(kind);
      Functions& functions = divides ? dividing : plain;
      functions.Add(std::string(NodeKindName(kind)), dtype, kind >= NodeKind::kEQ ? DType::Bool() : dtype,
                    (divides ? divisors : pairs).a.size(),
                    [&](const Expr* a, const Expr* b) { return MakeBinary(functions.ctx, kind, a, b); });
    }
    ExpectAllAgree(plain, pairs);
    ExpectAllAgree(dividing, divisors);
  }
}

TEST(ArithmeticTest, EveryCast) {
  for (DType from : AllDTypes()) {
    SCOPED_TRACE(DTypeName(from));
    Functions functions;
    Pairs pairs = PairsOf(from, false);
    for (DType to : AllDTypes()) {
      functions.Add(DTypeName(to), from, to, pairs.a.size(),
                    [&](const Expr* a, const Expr*) { return MakeCast(functions.ctx, to, a); });
      if (from.bits != to.bits) continue;
      functions.Add("reinterpret " + DTypeName(to), from, to, pairs.a.size(), [&](const Expr* a, const Expr*) {
        return MakeIntrinsic(functions.ctx, "tirx.reinterpret", to, {a});
      });
    }
    ExpectAllAgree(functions, pairs);
  }
}

struct IntrinsicRow {
  const char* name;
  int arity;
  bool floats;
  bool integers;
  bool to_bool;
};
constexpr IntrinsicRow kIntrinsics[] = {
    {"abs", 1, true, true, false},          {"bitwise_and", 2, false, true, false},
    {"bitwise_or", 2, false, true, false},  {"bitwise_xor", 2, false, true, false},
    {"bitwise_not", 1, false, true, false}, {"shift_left", 2, false, true, false},
    {"shift_right", 2, false, true, false}, {"popcount", 1, false, true, false},
    {"clz", 1, false, true, false},         {"isnan", 1, true, true, true},
    {"isinf", 1, true, true, true},         {"isfinite", 1, true, true, true},
    {"likely", 1, true, true, false},       {"max_value", 0, true, true, false},
    {"min_value", 0, true, true, false},    {"infinity", 0, true, false, false},
};

TEST(ArithmeticTest, EveryIntrinsic) {
  for (DType dtype : AllDTypes()) {
    SCOPED_TRACE(DTypeName(dtype));
    Functions functions;
    Pairs pairs = PairsOf(dtype, false);
    Context& ctx = functions.ctx;
    auto add = [&](std::string_view name, int arity, DType result) {
      functions.Add(std::string(name), dtype, result, pairs.a.size(), [&](const Expr* a, const Expr* b) {
        std::vector<const Expr*> args = {a, b, a};
        args.resize(static_cast<size_t>(arity));
        return MakeIntrinsic(ctx, "tirx." + std::string(name), result, args);
      });
    };
    for (const IntrinsicRow& row : kIntrinsics) {
      if (dtype.IsFloating() ? row.floats : row.integers) add(row.name, row.arity, row.to_bool ? DType::Bool() : dtype);
    }
    add("fma", 3, dtype);
    for (const MathFunction& function : MathFunctions()) {
      if (dtype.IsFloating()) add(function.name, function.arity, dtype);
    }
    functions.Add("select", dtype, dtype, pairs.a.size(), [&](const Expr* a, const Expr* b) {
      return MakeSelect(ctx, MakeBinary(ctx, NodeKind::kLT, a, b), a, b);
    });
    ExpectAllAgree(functions, pairs);
  }
}

// The operands are constants that pass through memory, where only the optimiser can see them.
TEST(ArithmeticTest, FoldingConstantsGivesTheSameBits) {
  // Narrow floats are opaque calls to the optimiser, so one of them will do.
  for (const char* name :
       {"bool", "int1", "int8", "int32", "int64", "uint4", "uint32", "uint64", "float16", "float32", "float64"}) {
    SCOPED_TRACE(name);
    DType dtype = *ParseDType(name);
    Functions functions;
    Context& ctx = functions.ctx;
    std::vector<Scalar> values = Values(dtype);
    auto imm = [&](Scalar v) -> const Expr* {
      if (dtype.IsFloating()) return MakeFloat(ctx, v.f, dtype);
      return dtype.IsBool() ? MakeBool(ctx, v.u != 0) : MakeInt(ctx, v.i, dtype);
    };
    for (int k = static_cast<int>(NodeKind::kAdd); k <= static_cast<int>(NodeKind::kMax); ++k) {
      auto kind = static_cast<NodeKind>(k);
      auto count = static_cast<int64_t>(values.size());
      const Buffer* out = MakeBuffer(ctx, "out", dtype, {MakeInt(ctx, count * count)});
      std::vector<const Stmt*> body;
      for (size_t i = 0; i < values.size() * values.size(); ++i) {
        Scalar b = values[i % values.size()];
        if (IsDivision(kind) && scalar::DividesByZero(b)) continue;
        const Expr* place = MakeInt(ctx, static_cast<int64_t>(i));
        const Expr* next = MakeInt(ctx, static_cast<int64_t>((i + 1) % (values.size() * values.size())));
        body.push_back(MakeStore(ctx, out, imm(values[i / values.size()]), {place}));
        body.push_back(MakeStore(ctx, out, imm(b), {next}));
        const Expr* result = MakeBinary(ctx, kind, MakeLoad(ctx, out, {place}), MakeLoad(ctx, out, {next}));
        body.push_back(MakeStore(ctx, out, result, {place}));
      }
      functions.AddFunction(std::string(NodeKindName(kind)), {out}, MakeSeqStmt(ctx, body));
    }
    ExpectAllAgree(functions, {});
  }
}

}  // namespace
}  // namespace assay
