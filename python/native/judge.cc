// What another compiler's pass did to a module, judged by the oracles that campaigns ask.
#include <algorithm>

#include <fmt/format.h>

#include "fuzzers/campaign/known_bugs.h"
#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/entries.h"
#include "ir/support/clock.h"
#include "ir/text/parse.h"
#include "oracles/core/beyond_engines.h"
#include "oracles/core/cause.h"
#include "oracles/core/oracle.h"
#include "oracles/subjects/tvm/knowledge.h"
#include "oracles/subjects/tvm/tvm_messages.h"
#include "passes/foreign_pass.h"
#include "passes/tir/tir_passes.h"
#include "python/native/problems.h"
#include "python/native/recorded_subject.h"

namespace assay::python {

struct Known::Bugs {
  KnownBugs all;
};
// What this file sees of it.
struct OnFile {
  static const KnownBugs* Of(const Known* known) {
    return known == nullptr || known->bugs_ == nullptr ? nullptr : &known->bugs_->all;
  }
};

Reply<Known> Known::Load(const std::vector<std::string>& paths, const std::string& subject) {
  Result<KnownBugs> bugs = KnownBugs::Load(paths, subject);
  if (!bugs.ok()) return Failed<Known>(bugs.error());
  Known known;
  known.bugs_ = std::make_shared<const Bugs>(Bugs{*std::move(bugs)});
  return {std::move(known), {}};
}

size_t Known::size() const { return bugs_ == nullptr ? 0 : bugs_->all.size(); }

std::string Known::Name(const std::string& signature) const {
  const KnownBug* bug = bugs_ == nullptr ? nullptr : bugs_->all.Find(signature);
  return bug == nullptr ? "" : ShownName(*bug);
}

namespace {

// Public functions whose results are compared.
constexpr size_t kMostEntries = 4;

// Oracles that can judge what has been applied already.
constexpr std::string_view kFrame = "frame_kept", kResults = "pass_preserves_results";
constexpr std::string_view kOracles[] = {"well_formed_after_pass", kFrame, kResults};

// Why a text gives no module.
std::string Unread(const Diag& diag, const Source& source) {
  std::string why = WhyBeyondEngines(std::string_view(source.text));
  return why.empty() ? "assay does not read it: " + diag.message : why;
}

// TVM's own names: "FuseOps" for a Relax pass, "tirx.Simplify" or "s_tir.Simplify" for a TIR pass. What has no
// row is another's own pass, of which nothing is known.
const PassSpec* RowOf(const std::string& pass) {
  size_t dot = pass.rfind('.');
  const PassSpec* row = FindPass(dot == std::string::npos ? pass : pass.substr(dot + 1));
  if (row != nullptr && (dot == std::string::npos || IsTirPass(*row))) return row;
  row = ForeignPass("tvm:" + pass);
  return row == nullptr ? ForeignPass("tvm:pass") : row;
}

// What TVM's MakePackedAPI makes takes its arguments out of memory, by calls that assay has no meaning for yet.
bool IsPacked(const Module& module) {
  return std::ranges::any_of(module.entries, [](const ModuleEntry& entry) {
    return StringAttr(AttrsOf(entry.func), "global_symbol").starts_with("__tvm_ffi_");
  });
}

class Application {
 public:
  Application(const std::string& pass, const Source& before, const Source& after, const JudgeOptions& options,
              const KnownBugs* known)
      : options_(options), known_(known), before_(ParseModule(ctx_, before.file, before.text)) {
    const PassSpec* row = RowOf(pass);
    row_ = *row;
    if (IsForeign(*row)) row_.name = pass;
    // What a pass of another compiler was given is what it takes.
    row_.needs = row_.expects = row_.establishes = kNoProps;
    has_row_ = !IsForeign(*row);
    skip_ = WhyUnread(before, after);
  }

  Judgement Judged(std::string_view name) {
    Judgement judgement{.rule = std::string(name)};
    judgement.detail = WhyUnpromised(name);
    if (!judgement.detail.empty()) {
      judgement.verdict = "unpromised";
      return judgement;
    }
    double start = Now();
    Tell(VerdictOf(name), judgement);
    judgement.seconds = Now() - start;
    return judgement;
  }

 private:
  // Empty where both modules can be judged.
  std::string WhyUnread(const Source& before, const Source& after) {
    if (!before_.ok()) return "before the pass " + Unread(before_.error(), before);
    if (IsPacked(*before_)) return "before the pass functions take packed arguments";
    if (!IsWellFormed(ctx_, *before_)) return "what the pass was given is ill-formed to assay";
    Result<Module> made = ParseModule(ctx_, after.file, after.text);
    if (!made.ok()) return "after the pass " + Unread(made.error(), after);
    if (IsPacked(*made)) return "after the pass functions take packed arguments";
    after_ = *made;
    return "";
  }

  // Empty where the pass promises what the oracle judges.
  std::string WhyUnpromised(std::string_view name) const {
    if (!has_row_ && name == kFrame) return "assay has no row for the pass";
    const OracleSpec& oracle = *FindOracle(name);
    return oracle.applies == nullptr || oracle.applies(row_) ? "" : "the pass's row does not promise it";
  }

  Verdict VerdictOf(std::string_view name) {
    if (!skip_.empty()) return Skip{SkipKind::kNotApplicable, skip_};
    const OracleSpec& oracle = *FindOracle(name);
    // How the functions are called afterwards is in the options, which no instrument is told.
    bool by_options = row_.signatures == Signatures::kChanged && !row_.options.empty();
    if (name == kResults && by_options)
      return Skip{SkipKind::kNotApplicable, "the pass changes how functions are called, by options that are not known"};
    if (name == kResults) return JudgeResults(oracle);
    Case c{.module = *before_, .entry = EntryOf(*before_), .inputs = {}, .passes = {PassCall{&row_, {}}}};
    return Ask(oracle, c, /*as_text=*/name == kFrame);
  }

  Verdict Ask(const OracleSpec& oracle, const Case& c, bool as_text) {
    std::unique_ptr<Subject> subject = MakeRecordedSubject(ctx_, after_, as_text);
    OracleSettings settings;
    settings.budget.steps = options_.steps;
    OracleContext oc(ctx_, *subject, c, settings);
    return oracle.judge(&c.passes.front(), oc);
  }

  // Of each function that the outside can call: the first that differs, or else whether one could be compared.
  Verdict JudgeResults(const OracleSpec& oracle) {
    std::string why = WhyBeyondEngines(*before_);
    if (why.empty()) why = WhyBeyondEngines(after_);
    if (!why.empty()) return Skip{SkipKind::kNotCompared, why};
    if (!IsWellFormed(ctx_, after_)) return Skip{SkipKind::kNotApplicable, "what the pass made is ill-formed"};
    Verdict all = Skip{SkipKind::kNotApplicable, "the module has no function to run"};
    std::vector<std::string> entries = EntriesOf(*before_);
    if (entries.size() > kMostEntries) entries.resize(kMostEntries);
    for (const std::string& entry : entries) {
      Case c{.module = *before_, .entry = entry, .inputs = {}, .passes = {PassCall{&row_, {}}}};
      for (int seed = 1; seed <= options_.inputs; ++seed)
        c.inputs.push_back(MakeInputs(*before_, entry, static_cast<uint64_t>(seed)));
      Verdict verdict = Ask(oracle, c, /*as_text=*/false);
      // What an engine of assay's cannot do yet is no fault of the pass.
      if (const auto* finding = std::get_if<Finding>(&verdict);
          finding != nullptr && finding->klass == FindingClass::kOneRefuses)
        verdict = Skip{SkipKind::kNotCompared, finding->detail};
      if (std::holds_alternative<Finding>(verdict)) return verdict;
      if (std::holds_alternative<Agree>(verdict) || !std::holds_alternative<Agree>(all)) all = std::move(verdict);
    }
    return all;
  }

  void Tell(Verdict verdict, Judgement& judgement) const {
    judgement.verdict = "agree";
    if (const auto* skip = std::get_if<Skip>(&verdict)) {
      judgement.verdict = "skip";
      judgement.detail = skip->Text();
    }
    auto* finding = std::get_if<Finding>(&verdict);
    if (finding == nullptr) return;
    // What holds for all versions of TVM: which one it was, no instrument is told.
    if (const Allowance* allowed = FindAllowance("", *finding)) {
      judgement.verdict = "skip";
      judgement.detail = Skip{SkipKind::kKnownDifference, std::string(allowed->id)}.Text();
      return;
    }
    if (finding->cause.empty()) finding->cause = CauseOf(*finding);
    judgement.verdict = "finding";
    judgement.detail = finding->detail;
    judgement.klass = finding->klass.name();
    judgement.signature = Signature(*finding, *before_);
    const KnownBug* bug = known_ == nullptr ? nullptr : known_->Find(judgement.signature);
    if (known_ != nullptr && bug == nullptr) bug = known_->OfUnreduced(*finding, *before_);
    if (bug == nullptr) return;
    judgement.verdict = "known";
    judgement.detail = ShownName(*bug);
  }

  Context ctx_;
  const JudgeOptions& options_;
  const KnownBugs* known_;
  Result<Module> before_;
  Module after_;
  PassSpec row_;
  bool has_row_ = false;
  std::string skip_;
};

}  // namespace

Reply<std::string> SignatureOf(const Observed& observed, const Source& before) {
  Result<FindingClass> klass = FindingClassNamed(observed.klass);
  if (!klass.ok()) return Failed<std::string>(klass.error());
  Context ctx;
  Result<Module> module = ParseModule(ctx, before.file, before.text);
  Finding finding{.oracle = observed.rule, .pass = observed.pass, .klass = *klass, .detail = ""};
  if (!observed.difference.empty()) finding.facts.difference = TvmDifference(observed.difference);
  finding.facts.lost_in_text = observed.rule == "round_trip" && finding.facts.difference.has_value();
  finding.facts.normalized = TvmCause(observed.cause);
  finding.cause = CauseOf(finding);
  return {Signature(finding, module.ok() ? *module : Module{}), {}};
}

std::vector<Judgement> Judge(const std::string& pass, const Source& before, const Source& after,
                             const JudgeOptions& options, const Known* known) {
  Application application(pass, before, after, options, OnFile::Of(known));
  std::vector<Judgement> judgements;
  for (std::string_view oracle : kOracles) {
    bool asked = std::ranges::find(options.rules, oracle) != options.rules.end();
    if (asked) judgements.push_back(application.Judged(oracle));
  }
  return judgements;
}

}  // namespace assay::python
