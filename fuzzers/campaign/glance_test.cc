// A glance sees passes that give up, that leave ill-formed modules, that break what they always promise, that
// change what their rows do not say, and that give other results; nothing else.
#include "fuzzers/campaign/glance.h"

#include <gtest/gtest.h>

#include "generators/modules/generate.h"
#include "ir/builder.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

constexpr std::string_view kBegin = R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        )";

Result<Module> WithBody(PassContext& pass_ctx, std::string_view body) {
  return ParseModule(pass_ctx.ctx, "glance.py", std::string(kBegin) + std::string(body));
}
Result<Module> Same(PassContext&, const Module& module, const PassOptions&) { return module; }
Result<Module> Rewrites(PassContext& pass_ctx, const Module&, const PassOptions&) {
  return WithBody(pass_ctx,
                  "y = R.add(x, x)\n        z = R.negative(y)\n        w = R.negative(z)\n        return w\n");
}
Result<Module> GivesAnother(PassContext& pass_ctx, const Module&, const PassOptions&) {
  return WithBody(pass_ctx, "y = R.multiply(x, x)\n        return y\n");
}
Result<Module> Rounds(PassContext& pass_ctx, const Module&, const PassOptions&) {
  return WithBody(pass_ctx, "y = R.multiply(x, R.const(2.0001, \"float32\"))\n        return y\n");
}
Result<Module> LeavesIllFormed(PassContext& pass_ctx, const Module&, const PassOptions&) {
  return WithBody(
      pass_ctx,
      "z: R.Tensor((2,), \"float32\") = R.add(x, x)\n        y = R.print(z, format=\"{}\")\n        return z\n");
}
Result<Module> GivesUpOnIt(PassContext&, const Module& module, const PassOptions&) {
  return Diag{DiagKind::kBadArgument, module.entries[0].func->span, "no such thing", "", {}};
}
Result<Module> CannotDoIt(PassContext&, const Module& module, const PassOptions&) {
  return Diag{DiagKind::kUnsupported, module.entries[0].func->span, "not here", "", {}};
}

Result<Module> WritesAnAttribute(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  auto* marked = pass_ctx.ctx.arena.New<Function>(*As<Function>(module.entries[0].func));
  marked->attrs = WithAttr(pass_ctx.ctx, marked->attrs, "mark", MakeAttrInt(pass_ctx.ctx, 1));
  return WithFunction(pass_ctx.ctx, module, module.entries[0].var, marked);
}

// A function besides, without attributes.
Result<Module> AddsAFunction(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Result<Module> other = ParseModule(pass_ctx.ctx, "added.py", R"(
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def added(n: T.int64) -> T.int64:
        return n + T.int64(1)
)");
  if (!other.ok()) return other;
  return WithFunction(pass_ctx.ctx, module, other->entries[0].var, other->entries[0].func);
}

struct Row {
  std::string_view what;
  decltype(PassSpec::run) run;
  bool wrong;
  Exactness exact = Exactness::kBits;
  Signatures signatures = Signatures::kKept;
  Props needs = kNoProps;
  std::string_view name = "made for the test";
};
constexpr Row kRows[] = {
    {"leaves it alone", Same, false},
    {"writes the same otherwise", Rewrites, false},
    {"gives another result", GivesAnother, true},
    {"may round, and gives another", GivesAnother, true, Exactness::kRounding},
    {"rounds", Rounds, false, Exactness::kRounding},
    {"rounds, which it may not", Rounds, true},
    {"may narrow", GivesAnother, false, Exactness::kNarrowed},
    {"is called otherwise", GivesAnother, false, Exactness::kBits, Signatures::kChanged},
    {"writes an attribute that its row does not have", WritesAnAttribute, true},
    {"leaves what is ill-formed", LeavesIllFormed, true},
    {"leaves what is ill-formed, and is called otherwise", LeavesIllFormed, true, Exactness::kBits,
     Signatures::kChanged},
    {"gives up", GivesUpOnIt, true},
    {"cannot do it", CannotDoIt, false},
    {"does not take it", GivesAnother, false, Exactness::kBits, Signatures::kKept, kCallTIRLowered | kDataflowFree},
    {"adds a function", AddsAFunction, false},
    {"adds one that is not marked as it promises", AddsAFunction, true, Exactness::kBits, Signatures::kKept, kNoProps,
     "ComputePrimValue"},
};

// What the passes of the rows may change: all but attributes of functions.
constexpr FrameContract AllButAttributes() {
  FrameContract all;
  for (size_t i = 0; i < kFacetCount; ++i) {
    if (static_cast<Facet>(i) != Facet::kFunctionAttrs) all = all | Changes({static_cast<Facet>(i)});
  }
  return all;
}

TEST(Glance, SeesWhatIsWrong) {
  for (const Row& row : kRows) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "case.py",
                                        std::string(kBegin) +
                                            "with R.dataflow():\n            y = R.add(x, x)\n            "
                                            "R.output(y)\n        return y\n");
    ASSERT_TRUE(module.ok()) << module.error().message;
    PassSpec pass{.name = row.name, .doc = "made for the test"};
    pass.run = row.run;
    pass.exact = row.exact;
    pass.signatures = row.signatures;
    pass.needs = row.needs;
    pass.changes = AllButAttributes();
    Case c{*module, "main", {MakeInputs(*module, "main", 1)}, {}};
    std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
    OracleContext oc(ctx, *subject, c);
    EXPECT_EQ(Glance(oc).LooksWrong({&pass, {}}), row.wrong) << row.what;
  }
}

}  // namespace
}  // namespace assay
