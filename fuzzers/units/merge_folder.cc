#include "fuzzers/units/merge_folder.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/finding_files.h"
#include "fuzzers/campaign/report.h"
#include "fuzzers/campaign/store.h"
#include "fuzzers/units/digest.h"
#include "fuzzers/units/merge_contents.h"
#include "fuzzers/units/merge_inputs.h"
#include "fuzzers/units/snapshot.h"
#include "ir/support/file.h"
#include "ir/support/plural.h"
#include "oracles/report/show.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDraft = ".draft-";
constexpr std::string_view kAside = ".aside-";
constexpr size_t kMostFindingFiles = 1000;

class FolderWriter {
 public:
  FolderWriter(const std::string& out, const MergeState& state, const MakeCaseAgain& again)
      : out_(out), state_(state), again_(again) {}
  Status Write(MergeResult& result);

 private:
  Status WriteUnits();
  Status WriteCopy(const CopyKey& copy, const fs::path& place);
  Status WriteFindings();
  Status WriteFound(const std::string& id, const FoundFolder& found);
  Status WriteCorpus(MergeResult& result);
  Status WriteDifferences(const std::vector<CopiesDiffer>& differing);
  Status WriteIndex(const MergeTotals& totals, MergeResult& result);
  // What stands there by now.
  Result<MergeContents> Contents() const;
  // Files of a folder that is read once more, as the digests say, into a folder beside `place`, which is then put
  // there.
  Status CopyFolder(const FolderReader& from, const std::map<std::string, std::string>& digests,
                    const std::string& below, const fs::path& place);
  Status Replace(const fs::path& draft, const fs::path& place);
  FindingMessage CaseOf(const CopiesDiffer& one) const;
  FindingMessage MessageOf(const std::vector<CopiesDiffer>& differing) const;
  std::vector<FindingRecord> Records(const MergeTotals& totals, const std::vector<CopiesDiffer>& differing) const;
  Facts FactsOf(const MergeTotals& totals) const;
  std::string UnitCommand(uint64_t unit, std::optional<uint64_t> run) const;

  fs::path out_;
  const MergeState& state_;
  const MakeCaseAgain& again_;
};

Diag NotWritten(const fs::path& place, const std::error_code& error) {
  return FileError(DiagKind::kEnvironment, place.string(), error.message());
}

Diag Changes(const std::string& place) {
  return {DiagKind::kEnvironment, {}, place + " changes while it is read", "", {}};
}

Status FolderWriter::Replace(const fs::path& draft, const fs::path& place) {
  std::error_code error;
  fs::path aside = place.parent_path() / fmt::format("{}{}", kAside, place.filename().string());
  bool there = fs::exists(place);
  if (there) fs::rename(place, aside, error);
  if (!error) fs::rename(draft, place, error);
  if (error) return NotWritten(place, error);
  if (there) fs::remove_all(aside, error);
  return Done{};
}

Status FolderWriter::CopyFolder(const FolderReader& from, const std::map<std::string, std::string>& digests,
                                const std::string& below, const fs::path& place) {
  std::error_code error;
  fs::path draft = place.parent_path() / fmt::format("{}{}", kDraft, place.filename().string());
  fs::remove_all(draft, error);
  for (const auto& [name, digest] : digests) {
    ASSAY_TRY(std::string text, from.Read(below + name, kMostUnitFileBytes));
    // It was looked at before, and others may write.
    if (!digest.empty() && DigestOf(text) != digest) return Changes(fmt::format("{}/{}{}", from.folder(), below, name));
    fs::create_directories((draft / name).parent_path(), error);
    if (error) return NotWritten(draft, error);
    ASSAY_RETURN_IF_ERROR(WriteFile(draft / name, text, Durability::kCached, place / name));
  }
  return Replace(draft, place);
}

// What of a unit stays, packed into a file.
Status FolderWriter::WriteCopy(const CopyKey& copy, const fs::path& place) {
  // It stands there already, and was read; one that could not be read is written again.
  std::error_code error;
  if (fs::exists(place) && fs::equivalent(place, copy.place, error)) return Done{};
  ASSAY_TRY(FolderReader from, OpenCopy(copy.place));
  ASSAY_TRY(UnitHead head, ReadUnitHead(from));
  // It was looked at before, and others may write.
  if (head.manifest.digest != copy.digest || head.manifest.outside != copy.outside) return Changes(copy.place);
  PackedFiles files;
  for (const std::string& name : KeptOf(head.manifest)) {
    ASSAY_TRY(files[name],
              name == kManifestName ? from.Read(name, kMostUnitFileBytes) : ReadListed(from, head.manifest, name));
  }
  if (fs::is_directory(place)) fs::remove_all(place, error);
  return WriteWhole(place, PackedText(files), Durability::kCached);
}

// In units/UNIT/DIGESTS.
Status FolderWriter::WriteUnits() {
  std::error_code error;
  for (const auto& [unit, copies] : state_.copies().units()) {
    fs::path folder = out_ / kUnitsFolder / std::to_string(unit);
    std::set<std::string> kept;
    for (const CopyKey& copy : copies) {
      std::string name = copy.digest + copy.outside;
      kept.insert(name);
      fs::create_directories(folder, error);
      if (error) return NotWritten(folder, error);
      ASSAY_RETURN_IF_ERROR(WriteCopy(copy, folder / name));
    }
    std::vector<fs::path> gone;
    for (const auto& item : fs::directory_iterator(folder, error)) {
      if (!kept.contains(item.path().filename())) gone.push_back(item.path());
    }
    for (const fs::path& path : gone) fs::remove_all(path, error);
  }
  return Done{};
}

Status FolderWriter::WriteFound(const std::string& id, const FoundFolder& found) {
  fs::path place = out_ / "findings" / id;
  // It stands there already.
  std::error_code error;
  if (fs::exists(place) && fs::equivalent(place, fs::path(found.place) / found.below, error)) return Done{};
  ASSAY_TRY(FolderReader from, FolderReader::Open(found.place));
  return CopyFolder(from, found.digests, found.below + "/", place);
}

Status FolderWriter::WriteFindings() {
  for (const auto& [id, found] : state_.findings()) ASSAY_RETURN_IF_ERROR(WriteFound(id, found));
  return Done{};
}

Status FolderWriter::WriteCorpus(MergeResult& result) {
  std::error_code error;
  std::map<std::string, std::string> entries = state_.corpus().Entries();
  std::vector<fs::path> gone;
  for (const auto& item : fs::directory_iterator(out_ / "corpus", error)) {
    if (!entries.contains(item.path().stem())) gone.push_back(item.path());
  }
  for (const auto& [digest, place] : entries) {
    fs::path path = out_ / "corpus" / (digest + ".py");
    // What a machine that stopped left empty is written again.
    if (uintmax_t size = fs::file_size(path, error); !error && size > 0) continue;
    fs::path from = place;
    ASSAY_TRY(FolderReader folder, FolderReader::Open(from.parent_path()));
    ASSAY_TRY(std::string text, folder.Read(from.filename(), kMostEntryBytes));
    ASSAY_RETURN_IF_ERROR(CheckCorpusName(place, text));
    ASSAY_RETURN_IF_ERROR(WriteWhole(path, text, Durability::kCached));
  }
  for (const fs::path& path : gone) fs::remove(path, error);
  result.corpus = entries.size();
  return Done{};
}

std::string FolderWriter::UnitCommand(uint64_t unit, std::optional<uint64_t> run) const {
  const CampaignIdentity& campaign = *state_.campaign();
  // Which cases these are is not written down but as digests.
  if (campaign.kind != "fuzz")
    return fmt::format("the same assay {} with --unit {}/{}", campaign.kind, unit, campaign.units);
  std::string command = fmt::format("assay fuzz --unit {}/{} --runs {} --seed {} --subject {}", unit, campaign.units,
                                    campaign.cases, campaign.seed, campaign.subject);
  if (!campaign.target.empty()) command += " --target " + campaign.target;
  std::string files;
  for (const auto& [name, value] : campaign.options) {
    // Of files, their digest is known.
    if (name == "seeds" || name == "snapshot" || name == "known") {
      files += fmt::format("{} --{}", files.empty() ? "; with the same" : ",", name);
    } else if (name == "no-sweep") {
      command += " --no-sweep";
    } else {
      std::istringstream words(value);
      for (std::string word; words >> word;) command += fmt::format(" --{} {}", name, word);
    }
  }
  return (run ? fmt::format("{} --only {}", command, *run) : command) + files;
}

// What both copies were asked in the case in which they part; without a module where that cannot be made again.
FindingMessage FolderWriter::CaseOf(const CopiesDiffer& one) const {
  if (!again_ || !one.run) return {};
  const std::vector<CopyKey>& copies = state_.copies().units().at(one.unit);
  Result<FolderReader> folder = OpenCopy(copies[0].place);
  if (!folder.ok()) return {};
  Result<UnitHead> head = ReadUnitHead(*folder);
  return head.ok() ? again_(head->summary, *one.run).value_or(FindingMessage{}) : FindingMessage{};
}

// The one finding that all of them are: of assay or its subject, which is not the same each time.
FindingMessage FolderWriter::MessageOf(const std::vector<CopiesDiffer>& differing) const {
  const CopiesDiffer& first = differing.front();
  FindingMessage message = CaseOf(first);
  std::string detail =
      fmt::format("{} came more than once, and not as the same bytes:", Counted(differing.size(), "unit"));
  for (const CopiesDiffer& one : differing) {
    detail += fmt::format(
        "\nunit {}: copies {} and {}, {}", one.unit, one.one, one.other,
        one.run ? fmt::format("first of case {}: {}", *one.run, UnitCommand(one.unit, one.run)) : "of the same cases");
  }
  message.run = first.run.value_or(first.unit * state_.campaign()->cases);
  message.finding = {"deterministic", "", FindingClass::kDiffers, detail, {}};
  message.signature = CopiesDifferSignature();
  message.how = "not reduced: two copies of a unit";
  return message;
}

Status FolderWriter::WriteDifferences(const std::vector<CopiesDiffer>& differing) {
  std::error_code error;
  fs::path place = out_ / "findings" / FindingId(CopiesDifferSignature());
  fs::remove_all(place, error);
  if (differing.empty()) return Done{};
  FindingMessage message = MessageOf(differing);
  CampaignOptions options;
  options.subject = state_.campaign()->subject;
  options.target = state_.campaign()->target;
  nlohmann::json environment{{"assay", state_.campaign()->build},
                             {"subject", options.subject},
                             {"seed", state_.campaign()->seed},
                             {"unit", differing.front().unit},
                             {"run", message.run}};
  FindingFiles files =
      FilesOf(options, message, RecordOf(message), {environment, UnitCommand(differing.front().unit, message.run)});
  if (message.bytes.empty()) files.erase("module.bin");
  fs::path draft = out_ / "findings" / fmt::format("{}{}", kDraft, place.filename().string());
  fs::create_directories(draft, error);
  if (error) return NotWritten(place, error);
  for (const auto& [name, text] : files) ASSAY_RETURN_IF_ERROR(WriteFile(draft / name, text));
  return Replace(draft, place);
}

std::vector<FindingRecord> FolderWriter::Records(const MergeTotals& totals,
                                                 const std::vector<CopiesDiffer>& differing) const {
  std::vector<FindingRecord> records;
  for (const auto& [id, found] : state_.findings()) {
    FindingRecord record;
    record.id = id;
    record.oracle = found.oracle;
    record.pass = found.pass;
    record.klass = found.klass;
    record.signature = found.signature;
    record.detail = found.detail;
    record.reduced_lines = found.reduced_lines;
    record.path = out_ / "findings" / id;
    record.run = found.rank.run;
    record.flaky = found.rank.flaky;
    if (auto bucket = totals.buckets.find(id); bucket != totals.buckets.end()) {
      record.seen = bucket->second.seen;
      if (!bucket->second.was_new) {
        record.known_as = bucket->second.known_as;
        record.upstream = bucket->second.upstream;
      }
      std::ranges::copy_if(bucket->second.seers, std::back_inserter(record.also),
                           [&](const std::string& oracle) { return oracle != record.oracle; });
    }
    records.push_back(std::move(record));
  }
  if (!differing.empty()) {
    records.push_back(RecordOf(MessageOf(differing)));
    records.back().id = FindingId(CopiesDifferSignature());
    records.back().path = out_ / "findings" / records.back().id;
    records.back().seen = differing.size();
  }
  std::ranges::sort(records, {}, [](const FindingRecord& record) { return std::tuple(record.run, record.id); });
  return records;
}

Facts FolderWriter::FactsOf(const MergeTotals& totals) const {
  const CampaignIdentity& campaign = *state_.campaign();
  size_t parts = state_.copies().units().size() - totals.whole;
  std::string units = fmt::format("{} of {} whole", totals.whole, campaign.units);
  if (parts > 0) units += fmt::format(", {} in part", parts);
  std::string subject = campaign.subject;
  if (!campaign.version.empty() && campaign.version != subject) subject += fmt::format(" ({})", campaign.version);
  Facts facts{{"Subject", subject}};
  if (!campaign.against.empty()) facts.emplace_back("Against", campaign.against);
  if (!campaign.target.empty()) facts.emplace_back("Target", campaign.target);
  facts.emplace_back("Program", campaign.build);
  facts.emplace_back("Seed", std::to_string(campaign.seed));
  facts.emplace_back("Units", units);
  facts.emplace_back("Cases of a unit", ShowCount(campaign.cases));
  if (totals.clocked > 0) facts.emplace_back("Cases given up by the clock", ShowCount(totals.clocked));
  for (const auto& [name, value] : campaign.options) facts.emplace_back("--" + name, value);
  return facts;
}

Status FolderWriter::WriteIndex(const MergeTotals& totals, MergeResult& result) {
  const CampaignIdentity& campaign = *state_.campaign();
  Facts facts = FactsOf(totals);
  std::map<std::string, std::string> stored{
      {kFactsName, FactsToText(facts)},
      {kTallyName, TallyToJson(totals.tally).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)},
      {kAskedName, nlohmann::json{{"subject", campaign.subject}, {"target", campaign.target}}.dump()}};
  ASSAY_RETURN_IF_ERROR(Store::WriteIndex(out_, result.findings, stored, totals.cases));
  ReportedRun report = CampaignReport({kCampaignTitle, totals.tally, 0, result.findings, facts, {}, out_});
  std::string json =
      CampaignJson(totals.tally, 0, result.findings).dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  ASSAY_RETURN_IF_ERROR(WriteWhole(out_ / "report.md", MarkdownReport(report), Durability::kCached));
  ASSAY_RETURN_IF_ERROR(WriteWhole(out_ / "report.html", HtmlReport(report), Durability::kCached));
  return WriteWhole(out_ / "report.json", json + "\n", Durability::kCached);
}

Result<MergeContents> FolderWriter::Contents() const {
  MergeContents contents;
  for (const auto& [unit, copies] : state_.copies().units()) {
    for (const CopyKey& copy : copies)
      contents[fmt::format("{}/{}/{}{}", kUnitsFolder, unit, copy.digest, copy.outside)] = copy.digest;
  }
  for (const auto& [digest, place] : state_.corpus().Entries()) contents[fmt::format("corpus/{}.py", digest)] = digest;
  for (const auto& [id, found] : state_.findings()) {
    for (const auto& [name, digest] : found.digests) contents[fmt::format("findings/{}/{}", id, name)] = digest;
  }
  // Made anew by each merge.
  std::string differs = "findings/" + FindingId(CopiesDifferSignature());
  if (!fs::exists(out_ / differs)) return contents;
  ASSAY_TRY(FolderReader made, FolderReader::Open(out_ / differs));
  ASSAY_TRY(std::vector<std::string> files, made.List(kMostFindingFiles));
  for (const std::string& file : files) {
    ASSAY_TRY(std::string text, made.Read(file, kMostUnitFileBytes));
    contents[fmt::format("{}/{}", differs, file)] = DigestOf(text);
  }
  return contents;
}

Status FolderWriter::Write(MergeResult& result) {
  ASSAY_RETURN_IF_ERROR(SweepMerge(out_));
  // From here on it is a merge, whatever ends this one.
  if (!IsMerge(out_))
    ASSAY_RETURN_IF_ERROR(WriteWhole(out_ / kMergeName, MergeIdentityText(*state_.campaign()), Durability::kCached));
  // What a unit found and reached stands before the unit does.
  ASSAY_RETURN_IF_ERROR(WriteFindings());
  ASSAY_RETURN_IF_ERROR(WriteCorpus(result));
  ASSAY_TRY(MergeTotals totals, state_.Totals());
  ASSAY_TRY(result.differing, state_.copies().Differing());
  ASSAY_RETURN_IF_ERROR(WriteUnits());
  ASSAY_RETURN_IF_ERROR(WriteDifferences(result.differing));
  result.campaign = *state_.campaign();
  result.units = state_.copies().units().size();
  result.whole = totals.whole;
  result.left_out = state_.corpus().left_out();
  result.tally = totals.tally;
  result.findings = Records(totals, result.differing);
  // Of lists of cases the command that judges them makes scores and reports.
  if (result.campaign.kind == "fuzz") ASSAY_RETURN_IF_ERROR(WriteIndex(totals, result));
  ASSAY_TRY(MergeContents contents, Contents());
  return WriteWhole(out_ / kContentsName, ContentsText(contents), Durability::kCached);
}

}  // namespace

Status SweepMerge(const std::string& out) {
  std::error_code error;
  for (const char* part : {"", "findings", "corpus", kUnitsFolder}) {
    fs::path folder = fs::path(out) / part;
    fs::create_directories(folder, error);
    if (error) return NotWritten(folder, error);
    std::vector<fs::path> drafts, asides;
    for (const auto& item : fs::directory_iterator(folder, error)) {
      std::string name = item.path().filename();
      if (name.starts_with(kDraft)) drafts.push_back(item.path());
      if (name.starts_with(kAside)) asides.push_back(item.path());
    }
    // What was put aside comes back where nothing took its place.
    for (const fs::path& aside : asides) {
      fs::path place = folder / aside.filename().string().substr(kAside.size());
      if (!fs::exists(place)) fs::rename(aside, place, error);
      fs::remove_all(aside, error);
    }
    for (const fs::path& draft : drafts) fs::remove_all(draft, error);
  }
  return Done{};
}

Status WriteMerge(const std::string& out, const MergeState& state, const MakeCaseAgain& again, MergeResult& result) {
  return FolderWriter(out, state, again).Write(result);
}

}  // namespace assay
