// What is on file (known_bugs.h).
#include "fuzzers/campaign/known_bugs.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/old_signature.h"
#include "fuzzers/campaign/store.h"
#include "ir/support/json_text.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// As signature.cc writes what is merged by pass and operators.
constexpr std::string_view kResults = "results|";

// "tvm", "tvm:0.27" and "tvm@PYTHON" are one implementation, "native" another.
std::string_view Implementation(std::string_view subject) { return subject.substr(0, subject.find_first_of(":@")); }

std::vector<std::string> SplitAt(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace

Result<KnownBugs> KnownBugs::Load(std::span<const std::string> paths, std::string_view subject) {
  KnownBugs known;
  for (const std::string& path : paths) ASSAY_RETURN_IF_ERROR(known.LoadPath(path, subject));
  return known;
}

Status KnownBugs::LoadPath(const std::string& path, std::string_view subject) {
  std::error_code error;
  if (fs::exists(fs::path(path) / "index.sqlite", error)) return LoadCampaign(path);
  if (fs::exists(fs::path(path) / "case.json", error)) return LoadCase(path, subject);
  if (!fs::exists(path, error)) return Diag{DiagKind::kIo, {}, fmt::format("{}: no such file or folder", path), "", {}};
  std::vector<std::string> cases;
  for (const auto& item :
       fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, error)) {
    if (item.path().filename() == "case.json") cases.push_back(item.path().parent_path().string());
  }
  if (cases.empty()) {
    return Diag{
        DiagKind::kCorrupt,
        {},
        fmt::format("{}: expected a campaign's folder (index.sqlite) or cases (case.json), found neither", path),
        "",
        {}};
  }
  std::sort(cases.begin(), cases.end());
  for (const std::string& one : cases) ASSAY_RETURN_IF_ERROR(LoadCase(one, subject));
  return Done{};
}

Status KnownBugs::LoadCampaign(const std::string& folder) {
  ASSAY_TRY(std::vector<FindingRecord> findings, Store::FindingsOf(folder));
  // What that campaign knew keeps its name.
  for (const FindingRecord& finding : findings) {
    Add({{finding.known_as.empty() ? finding.id : finding.known_as, finding.upstream},
         finding.signature,
         finding.pass,
         /*of_build=*/finding.pass.empty(),
         {},
         "",
         finding.klass == FindingClass::kHang});
  }
  return Done{};
}

bool KnownBugs::Holds(const std::string& folder) const {
  std::error_code error;
  return folders_.contains(fs::weakly_canonical(folder, error).string());
}

Status KnownBugs::LoadCase(const std::string& folder, std::string_view subject) {
  ASSAY_TRY(std::string text, ReadFile(folder + "/case.json"));
  ASSAY_TRY(nlohmann::json json, ParseJson(text, folder + "/case.json"));
  if (!json.is_object())
    return Diag{DiagKind::kCorrupt, {}, fmt::format("{}/case.json is not a JSON object", folder), "", {}};
  std::string signature = TextIn(json, "signature");
  if (signature.empty() || TextIn(json, "status") == "fixed" ||
      Implementation(TextIn(json, "subject")) != Implementation(subject))
    return Done{};
  std::error_code error;
  folders_.insert(fs::weakly_canonical(folder, error).string());
  // In the form of today, where the module is there.
  Context ctx;
  if (Result<LoadedCase> loaded = assay::LoadCase(ctx, folder); loaded.ok()) signature = loaded->file.signature;
  Result<FindingClass> expected = FindingClassNamed(TextIn(json, "expect"));
  std::string pass;
  if (json.contains("passes") && json["passes"].is_array() && !json["passes"].empty())
    pass = TextIn(json["passes"][0], "name");
  Add({{fs::path(folder).lexically_normal().filename().string(), TextIn(json, "upstream")},
       signature,
       pass,
       /*of_build=*/pass.empty(),
       {},
       folder,
       expected.ok() && *expected == FindingClass::kHang});
  return Done{};
}

// The first of several cases of one signature names it.
void KnownBugs::Add(KnownBug bug) {
  if (bug.signature.starts_with(kResults)) {
    size_t end = bug.signature.rfind('|');
    bug.operators = SplitAt(bug.signature.substr(end + 1), '+');
    // What is tried with the case may be another one than what is to blame.
    bug.pass = end > kResults.size() ? bug.signature.substr(kResults.size(), end - kResults.size()) : "";
  }
  by_signature_.emplace(bug.signature, std::move(bug));
}

const KnownBug* KnownBugs::Find(std::string_view signature) const {
  auto found = by_signature_.find(signature);
  // On file since an earlier version.
  if (found == by_signature_.end()) found = by_signature_.find(SignatureOfBefore(signature));
  return found == by_signature_.end() ? nullptr : &found->second;
}

std::string KnownBugs::Listing() const {
  std::string lines;
  for (const auto& [signature, bug] : by_signature_)
    lines += fmt::format("{} {} {}\n", signature, bug.name, bug.upstream);
  return lines;
}

std::set<std::string> KnownBugs::PassesThatHang() const {
  std::set<std::string> passes;
  for (const auto& [signature, bug] : by_signature_) {
    if (bug.hangs && !bug.pass.empty()) passes.insert(bug.pass);
  }
  return passes;
}

const KnownBug* KnownBugs::OfUnreduced(const Finding& finding, const Module& module) const {
  return finding.cause.empty() ? nullptr : Find(Signature(finding, module));
}

std::vector<const KnownBug*> KnownBugs::OfResultsAfter(std::string_view pass) const {
  if (!pass.empty()) return BeginningWith(fmt::format("{}{}|", kResults, pass));
  std::vector<const KnownBug*> bugs = OfResults();
  std::erase_if(bugs, [](const KnownBug* bug) { return !bug->of_build; });
  return bugs;
}

std::vector<const KnownBug*> KnownBugs::OfResults() const { return BeginningWith(kResults); }

std::vector<const KnownBug*> KnownBugs::BeginningWith(std::string_view prefix) const {
  std::vector<const KnownBug*> bugs;
  for (auto at = by_signature_.lower_bound(prefix); at != by_signature_.end() && at->first.starts_with(prefix); ++at) {
    if (!at->second.operators.empty()) bugs.push_back(&at->second);
  }
  return bugs;
}

}  // namespace assay
