#include "fuzzers/campaign/old_signature.h"

#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/diag.h"
#include "oracles/core/kernel_features.h"
#include "oracles/core/normalized_message.h"
#include "passes/schedule/schedule.h"
#include "vm/llvm/engines.h"

namespace assay {
namespace {

// What signatures had in them before.
constexpr MessagePattern kSinceThen[] = {kShapesOut, kSizesOut, kLengthsOut};

// "relax.wf5" of "variable n has no value [relax.wf5]"; empty where no label stands at the end of the first line.
std::string_view LabelAtEnd(std::string_view sentence) {
  sentence = sentence.substr(0, sentence.find('\n'));
  size_t begin = sentence.rfind(" [");
  if (begin == std::string_view::npos || !sentence.ends_with(']')) return "";
  std::string_view label = sentence.substr(begin + 2, sentence.size() - begin - 3);
  return label.find('.') == std::string_view::npos || label.find(' ') != std::string_view::npos ? "" : label;
}

// The two parts of "rejects_valid|checker: words" behind that class.
struct Said {
  std::string_view who, words;
};
std::optional<Said> SaidIn(std::string_view signature, std::string_view klass) {
  if (!signature.starts_with(klass)) return std::nullopt;
  std::string_view rest = signature.substr(klass.size());
  size_t colon = rest.find(": ");
  return colon == std::string_view::npos ? std::nullopt
                                         : std::optional(Said{rest.substr(0, colon), rest.substr(colon + 2)});
}

std::string OfRejection(std::string_view signature, const Said& said, std::string_view note) {
  std::string_view label = LabelAtEnd(said.words);
  // By a pass, whose signature had the sentence alone.
  if (label.empty() && said.who != "checker") label = LabelAtEnd(note);
  return label.empty() ? std::string(signature) : fmt::format("rejects_valid|{}: {}", said.who, label);
}

// Labels of schedules had no prefix: "one_refuses|ApplySchedule: split.r4".
std::string WithScheduleLabel(std::string signature) {
  size_t begin = signature.rfind("ApplySchedule: ");
  if (begin == std::string::npos) return signature;
  begin += std::string_view("ApplySchedule: ").size();
  std::string_view name = std::string_view(signature).substr(begin);
  size_t dot = name.find(".r");
  if (dot == std::string_view::npos || FindPrimitive(name.substr(0, dot)) == nullptr) return signature;
  return signature.substr(0, begin) + SchedulePrimitiveLabel(name);
}

}  // namespace

std::string CurrentSignature(std::string_view stored, const Module& module, std::string_view note) {
  std::string signature = WithScheduleLabel(WithoutPatterns(stored, kSinceThen));
  if (signature == "results||" || signature == "types||" || signature.ends_with("||bits_differ|")) {
    return fmt::format("{}{}", signature, fmt::join(KernelFeatures(module), "+"));
  }
  if (auto said = SaidIn(signature, "rejects_valid|")) return OfRejection(signature, *said, note);
  auto refused = SaidIn(signature, "one_refuses|");
  bool by_engine = refused && FindEngine(refused->who) != nullptr && !DiagKindNamed(refused->words);
  // Machine code is not made of what its back end does not support.
  return by_engine ? fmt::format("one_refuses|{}: {}", refused->who, DiagKindName(DiagKind::kUnsupported)) : signature;
}

std::string_view SignatureOfBefore(std::string_view signature) {
  constexpr std::string_view kLoses = "differs|round trip loses ";
  return signature.starts_with(kLoses) ? signature.substr(0, signature.find(": ")) : signature;
}

}  // namespace assay
