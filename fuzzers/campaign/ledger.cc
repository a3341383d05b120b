// The book of findings (ledger.h): what is new, what is known, what files a finding has.
#include "fuzzers/campaign/ledger.h"

#include <sys/utsname.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/finding_files.h"
#include "fuzzers/campaign/report.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

// Seconds as the index keeps them: whoever reads it afterwards makes the same report.
double AsStored(double seconds) { return std::round(seconds * 1000) / 1000; }

// The same fault came in by other oracles, too.
void AddSeers(FindingRecord& known, FindingRecord again) {
  again.also.push_back(again.oracle);
  for (const std::string& oracle : again.also) {
    if (!known.SeenBy({oracle})) known.also.push_back(oracle);
  }
}

nlohmann::json Environment(const CampaignOptions& options, const FindingRecord& record) {
  utsname system{};
  uname(&system);
  return {
      {"assay", ASSAY_VERSION},   {"subject", options.subject},
      {"target", options.target}, {"faults", options.faults},
      {"seed", options.seed},     {"run", record.run},
      {"compiler", __VERSION__},  {"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)}};
}

}  // namespace

Status Ledger::Open() {
  if (options_.out.empty()) return Done{};
  ASSAY_TRY(store_, Store::Open(options_.out, options_.resume));
  findings_ = store_->Findings();
  for (FindingRecord& finding : findings_) finding.earlier = true;
  return SaveFacts();
}

namespace {

// The campaign that this one follows: the last of those on file.
std::string CampaignBefore(const CampaignOptions& options) {
  std::string before;
  std::error_code error;
  for (const std::string& path : options.known) {
    if (std::filesystem::exists(std::filesystem::path(path) / "index.sqlite", error)) before = path;
  }
  return before;
}

}  // namespace

Status Ledger::SaveFacts() {
  std::map<std::string, std::string> stored = store_->Facts();
  Facts facts = options_.facts, earlier = FactsFromText(stored[kFactsName]);
  auto started = [](Facts& list) { return std::ranges::find(list, kStarted, &Facts::value_type::first); };
  // The first stretch says when it began; this one, when it went on.
  if (auto now = started(facts), then = started(earlier); now != facts.end() && then != earlier.end()) {
    std::string resumed = std::exchange(now->second, then->second);
    facts.insert(now + 1, {"Resumed", resumed});
  }
  std::string before = CampaignBefore(options_);
  std::map<std::string, std::string> theirs = before.empty() ? stored : Store::FactsOf(before);
  history_ = HistoryFromJson(JsonOf(theirs[kHistoryName]));
  // A stretch that goes on takes the place of the one before it, and counts what that found, too.
  if (before.empty() && !history_.empty() && history_.back().subject == options_.subject) history_.pop_back();
  if (const std::string& tally = stored[kTallyName]; !tally.empty()) {
    ASSAY_TRY(tally_before_, ParseTally(tally, options_.out + "/index.sqlite"));
  }
  if (!before.empty()) {
    ASSAY_TRY(std::vector<FindingRecord> findings, Store::FindingsOf(before));
    for (const FindingRecord& finding : findings) before_.insert(finding.signature);
  }
  nlohmann::json asked{{"subject", options_.subject},
                       {"target", options_.target},
                       {"against", options_.against},
                       {"oracles", options_.oracles_asked},
                       {"passes", options_.passes_asked}};
  ASSAY_RETURN_IF_ERROR(store_->SaveFact(kAskedName, asked.dump()));
  return store_->SaveFact(kFactsName, FactsToText(facts));
}

size_t Ledger::new_findings() const {
  return static_cast<size_t>(std::ranges::count_if(findings_, [](const FindingRecord& f) { return f.IsNew(); }));
}

bool Ledger::HasWhatEnds() const {
  const std::vector<std::string>& oracles = options_.stop_oracles;
  return std::ranges::any_of(
      findings_, [&](const FindingRecord& f) { return f.IsNew() && (oracles.empty() || f.SeenBy(oracles)); });
}

uint64_t Ledger::came_in() const {
  uint64_t sum = 0;
  for (const FindingRecord& finding : findings_) sum += finding.seen;
  return sum;
}

FindingFiles Ledger::FilesOf(const FindingMessage& message, const FindingRecord& record) const {
  std::string_view fault = options_.faults.empty() ? std::string_view() : options_.faults[0];
  return assay::FilesOf(
      options_, message, record,
      {Environment(options_, record), ReplayCommand(fmt::format("{}/findings/{}", options_.out, record.id), fault)});
}

Status Ledger::Accept(const FindingMessage& message, double seconds) {
  FindingRecord record = RecordOf(message);
  for (FindingRecord& known : findings_) {
    if (known.signature != record.signature) continue;
    ++known.seen;
    AddSeers(known, record);
    if (known.flaky && !record.flaky) return Confirm(known, message);
    return store_ == nullptr ? Status(Done{}) : store_->CountAgain(known);
  }
  record.at_seconds = AsStored(seconds_before() + message.seen_at.value_or(seconds));
  if (const KnownBug* bug = known_.Find(record.signature)) {
    record.known_as = bug->name;
    record.upstream = bug->upstream;
  }
  if (store_ != nullptr) ASSAY_RETURN_IF_ERROR(store_->Add(record, FilesOf(message, record)));
  findings_.push_back(record);
  progress_.Announce(record);
  return Done{};
}

Status Ledger::Confirm(FindingRecord& known, const FindingMessage& message) {
  FindingRecord record = RecordOf(message);
  known.flaky = false;
  known.detail = record.detail;
  known.reduced_lines = record.reduced_lines;
  known.run = record.run;
  return store_ == nullptr ? Status(Done{}) : store_->Confirm(known, FilesOf(message, known));
}

Status Ledger::SaveProgress(uint64_t runs, double seconds) {
  return store_ == nullptr ? Status(Done{}) : store_->SaveProgress(runs_before() + runs, seconds_before() + seconds);
}

namespace {
std::string CorpusFile(const std::string& name) { return fmt::format("corpus/{}.py", name); }
}  // namespace

Status Ledger::KeepModule(const Corpus::Entry& entry) {
  return store_ == nullptr ? Status(Done{}) : store_->WriteReport(CorpusFile(entry.name), CorpusText(entry));
}

void Ledger::DropModules(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (store_ != nullptr) store_->Remove(CorpusFile(name));
  }
}

// Files that are no entries are left where they are.
Result<Corpus> Ledger::LoadCorpus() {
  Corpus corpus;
  if (store_ == nullptr || !options_.resume) return corpus;
  ASSAY_TRY(std::vector<std::string> texts, store_->CorpusTexts());
  for (const std::string& text : texts) {
    std::optional<Corpus::Entry> entry = CorpusEntryOf(text);
    if (entry) corpus.Offer(entry->bytes, entry->reached);
  }
  return corpus;
}

Status Ledger::WriteReports(const Tally& stretch, double stretch_seconds) {
  if (store_ == nullptr) return Done{};
  double seconds = AsStored(seconds_before() + stretch_seconds);
  Tally tally = tally_before_;
  tally.Add(stretch);
  // A stretch that was killed left its runs alone.
  tally.runs = runs_before() + stretch.runs;
  std::set<std::string> signatures;
  for (const FindingRecord& finding : findings_) signatures.insert(finding.signature);
  Facts facts = FactsFromText(store_->Facts()[kFactsName]);
  RunSummary now = Summarised(signatures, before_);
  auto started = std::ranges::find(facts, kStarted, &Facts::value_type::first);
  if (started != facts.end()) now.when = started->second;
  now.subject = options_.subject;
  std::vector<RunSummary> history = Continued(history_, now);
  ASSAY_RETURN_IF_ERROR(store_->SaveFact(kHistoryName, HistoryToJson(history).dump()));
  ASSAY_RETURN_IF_ERROR(
      store_->SaveFact(kTallyName, TallyToJson(tally).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
  ReportedRun report = CampaignReport({kCampaignTitle, tally, seconds, findings_, facts, history, options_.out});
  ASSAY_RETURN_IF_ERROR(store_->WriteReport("report.md", MarkdownReport(report)));
  ASSAY_RETURN_IF_ERROR(store_->WriteReport("report.html", HtmlReport(report)));
  return store_->WriteReport("report.json", CampaignJson(tally, seconds, findings_).dump(2) + "\n");
}

}  // namespace assay
