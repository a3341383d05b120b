#include "cli/opt_elsewhere.h"

#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/diff.h"
#include "cli/files.h"
#include "cli/module_input.h"
#include "cli/say.h"
#include "cli/subjects.h"
#include "ir/support/clock.h"

namespace assay {
namespace {

int CodeOf(const Refusal& refusal) {
  bool broken = refusal.kind == RefusalKind::kInternal || refusal.kind == RefusalKind::kCrash ||
                refusal.kind == RefusalKind::kHang;
  return broken ? kMismatch : kBadInput;
}

int TellRefusal(std::string_view what, const Refusal& refusal) {
  SayError(fmt::format("{} ({}): {}", what, RefusalKindName(refusal.kind), refusal.message));
  return CodeOf(refusal);
}

std::string WithNewline(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

// What each pass did, on standard error where that is asked for.
class Teller {
 public:
  explicit Teller(const OptElsewhere& options) : options_(options) {}
  void Tell(std::string_view pass, const std::string& before, const std::string& after, double seconds) {
    if (options_.print_after_all) fmt::print(stderr, "# {}\n{}\n", pass, after);
    if (options_.print_diff) {
      std::string diff = LineDiff(before, after);
      fmt::print(stderr, "# {}\n{}", pass, diff.empty() ? "(no change)\n" : diff);
    }
    times_.Row({std::string(pass), fmt::format("{:.3f}", seconds * 1000)});
    records_.push_back({{"name", pass}, {"seconds", seconds}, {"changed", before != after}});
  }
  int Emit(const std::string& text) const {
    if (options_.times) fmt::print(stderr, "{}", times_.Text());
    if (!options_.out.empty()) {
      if (Status written = WriteWhole(options_.out, text); !written.ok()) return ReportFile(written.error());
    }
    if (options_.json) {
      PrintJson({{"passes", records_}, {"module", text}});
    } else if (options_.out.empty()) {
      fmt::print("{}", text);
    }
    return kClean;
  }

 private:
  const OptElsewhere& options_;
  Table times_{{"pass", "ms"}};
  nlohmann::json records_ = nlohmann::json::array();
};

}  // namespace

int OptOn(Context& ctx, const OptElsewhere& options, const std::vector<PassCall>& calls, const PassOptions& config) {
  if (Status known = CheckSubject(options.subject, options.target); !known.ok()) return ReportUsage(known.error());
  Result<Module> module = LoadModule(ctx, options.file, options.no_check ? Checked::kNo : Checked::kYes);
  if (!module.ok()) return ReportFile(module.error(), &ctx);
  Result<SubjectMaker> make = SubjectNamed(options.subject, options.target);
  if (!make.ok()) return ReportUsage(make.error());
  std::unique_ptr<Subject> subject = (*make)(ctx);
  if (Status has = CheckHas(*subject, calls, PassesAsked::kAll); !has.ok()) return ReportUsage(has.error());
  Answer<ModuleRef> current = subject->Import(*module);
  if (!current.ok()) return TellRefusal("the module", current.refusal());
  std::string text = WithNewline(subject->Print(*current));
  Teller teller(options);
  for (const PassCall& call : calls) {
    double start = Now();
    current = subject->ApplyWithin({.opt_level = options.opt_level, .config = config}, call, *current);
    double seconds = Now() - start;
    if (!current.ok()) return TellRefusal(call.pass->name, current.refusal());
    std::string after = WithNewline(subject->Print(*current));
    teller.Tell(call.pass->name, text, after, seconds);
    text = std::move(after);
  }
  return teller.Emit(text);
}

}  // namespace assay
