#include "python/native/recorded_subject.h"

#include <utility>

#include "oracles/subjects/native/native_subject.h"
#include "oracles/subjects/tvm/knowledge.h"

namespace assay::python {
namespace {

class RecordedSubject : public Subject {
 public:
  RecordedSubject(Context& ctx, const Module& after, bool as_text)
      : inner_(MakeNativeVariant(ctx, {.of_another = true})), after_(after), as_text_(as_text) {}
  std::string_view name() const override { return "recorded"; }
  SubjectTraits Traits() const override {
    SubjectTraits traits = inner_->Traits();
    // The pass was given this very module, whatever its row says that it needs.
    traits.checks_needs = true;
    return traits;
  }

  // What holds for all versions of TVM: which one it was, no instrument is told.
  std::string AllowanceFor(const Finding& finding) const override {
    const Allowance* found = FindAllowance("", finding);
    return found == nullptr ? "" : std::string(found->id);
  }

  assay::Answer<ModuleRef> Import(const Module& module) override { return inner_->Import(module); }
  assay::Answer<ModuleRef> Parse(std::string_view text) override { return inner_->Parse(text); }
  std::string Print(const ModuleRef& module) override { return inner_->Print(module); }
  std::string Fingerprint(const ModuleRef& module) override { return inner_->Fingerprint(module); }
  assay::Answer<ModuleRef> SaveAndLoad(const ModuleRef& module) override { return inner_->SaveAndLoad(module); }
  assay::Answer<ModuleRef> LoadAgain(const ModuleRef& module) override { return inner_->LoadAgain(module); }
  std::optional<ModuleDifference> Difference(const ModuleRef& a, const ModuleRef& b) override {
    return inner_->Difference(a, b);
  }
  std::vector<Violation> Violations(const ModuleRef& module) override { return inner_->Violations(module); }
  const Module* Native(const ModuleRef& module) override { return as_text_ ? nullptr : inner_->Native(module); }

  assay::Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef&) override { return inner_->Import(after_); }
  assay::Answer<ModuleRef> ApplySequential(std::span<const PassCall>, const ModuleRef&) override {
    return inner_->Import(after_);
  }
  // Nothing stands before or behind the pass.
  std::vector<PassCall> BuildPipeline() override { return {}; }

  std::vector<std::string> Engines() const override { return inner_->Engines(); }
  assay::Answer<ProgramRef> Build(const ModuleRef& module, const BuildOptions& options) override {
    return inner_->Build(module, options);
  }
  Outcome Run(const ProgramRef& program, std::string_view entry, std::span<const Value> args,
              const Budget& budget) override {
    return inner_->Run(program, entry, args, budget);
  }

 private:
  std::unique_ptr<Subject> inner_;
  Module after_;
  bool as_text_;
};

}  // namespace

std::unique_ptr<Subject> MakeRecordedSubject(Context& ctx, const Module& after, bool as_text) {
  return std::make_unique<RecordedSubject>(ctx, after, as_text);
}

}  // namespace assay::python
