// options_refused agrees on the native subject, and fires on one whose passes take what they do not have, refuse it in
// other words, write into the module, or leave a broken one.
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

class OptionsRefusedTest : public OraclesTest {
 protected:
  OptionsRefusedTest() { c.passes = {{FindPass("TopologicalSort"), {}}}; }
};

TEST_F(OptionsRefusedTest, NativeRefusesByName) {
  for (const char* pass : {"TopologicalSort", "ConvertToDataflow", "LegalizeOps", "FoldConstant"}) {
    c.passes = {{FindPass(pass), {}}};
    ExpectAgree("options_refused");
  }
}

TEST_F(OptionsRefusedTest, SeesWhatTakesAnything) {
  struct Takes : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      return inner->ApplyDirect({p.pass, {}}, m);
    }
  } takes(ctx);
  ExpectFinding("options_refused", takes, FindingClass::kAcceptsInvalid);
}

TEST_F(OptionsRefusedTest, SeesOtherWords) {
  struct Mumbles : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef&) override {
      return Refusal{.kind = RefusalKind::kBadInput, .message = "no", .diag = DiagKind::kBadArgument};
    }
  } mumbles(ctx);
  ExpectFinding("options_refused", mumbles, FindingClass::kUnexplained);
}

TEST_F(OptionsRefusedTest, SeesAWriteAndABrokenModule) {
  struct Writes : Wrapper {
    using Wrapper::Wrapper;
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      auto* main = const_cast<Function*>(As<Function>(inner->Native(m)->Find("main")));
      main->is_pure = !main->is_pure;
      return inner->ApplyDirect(p, m);
    }
  } writes(ctx);
  ExpectFinding("options_refused", writes, FindingClass::kInputChanged);
  // What is made with other options than the case's, or with any.
  struct Breaks : Wrapper {
    Breaks(Context& context, bool always) : Wrapper(context), always_(always) {}
    Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
      Answer<ModuleRef> made = inner->ApplyDirect(p, m);
      if (made.ok() && (always_ || !p.options.empty())) broken_.insert(*made);
      return made;
    }
    std::vector<Violation> Violations(const ModuleRef& module) override {
      return broken_.contains(module) ? std::vector<Violation>{"not to my taste"} : std::vector<Violation>{};
    }
    bool always_;
    std::set<ModuleRef> broken_;
  } breaks(ctx, false), always(ctx, true);
  c.passes = {{FindPass("ConvertToDataflow"), {}}};
  ExpectFinding("options_refused", breaks, FindingClass::kIllFormed);
  EXPECT_TRUE(std::holds_alternative<Agree>(Ask("options_refused", always)));
}

}  // namespace
}  // namespace assay
