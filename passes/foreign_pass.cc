#include "passes/foreign_pass.h"

#include <map>
#include <mutex>
#include <string>

namespace assay {
namespace {

bool IsDottedName(std::string_view name) {
  bool begins = true;
  for (char letter : name) {
    bool word = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
                (letter >= '0' && letter <= '9' && !begins);
    if (!word && (letter != '.' || begins)) return false;
    begins = letter == '.';
  }
  return !begins;
}

Result<Module> Refuse(PassContext&, const Module&, const PassOptions&) {
  return Diag{DiagKind::kUnsupported, {}, "a pass that is written in Python runs on a TVM subject alone", "", {}};
}

}  // namespace

bool IsForeignName(std::string_view name) {
  size_t colon = name.find(':');
  return colon != std::string_view::npos && IsDottedName(name.substr(0, colon)) && IsDottedName(name.substr(colon + 1));
}

const PassSpec* ForeignPass(std::string_view name) {
  if (!IsForeignName(name)) return nullptr;
  // Rows live as long as the program, as those of the table do; the command line and case files name a few.
  static std::map<std::string, PassSpec, std::less<>> rows;
  // Any thread may ask.
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  auto found = rows.find(name);
  if (found != rows.end()) return &found->second;
  auto [row, added] = rows.emplace(std::string(name), PassSpec{});
  row->second.name = row->first;
  row->second.doc = "a pass of the subject's own, without a row";
  row->second.idempotent = false;
  row->second.why_not_idempotent = "nothing is known of it";
  row->second.exact = Exactness::kRounding;
  row->second.run = Refuse;
  return &row->second;
}

}  // namespace assay
