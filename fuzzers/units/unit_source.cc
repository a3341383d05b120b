#include "fuzzers/units/unit_source.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/units/corpus_union.h"
#include "fuzzers/units/corrupt.h"
#include "fuzzers/units/digest.h"
#include "fuzzers/units/outcomes.h"
#include "fuzzers/units/snapshot.h"
#include "ir/support/json_text.h"
#include "ir/support/printable.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

constexpr size_t kMostFilesOfUnit = 200'001;
// The files of a copy, and what stands between them.
constexpr size_t kMostPackedBytes = 5 * kMostUnitFileBytes;

// An object in a file that a finding has.
Result<nlohmann::json> ObjectIn(const std::map<std::string, std::string>& texts, const char* name,
                                const std::string& place) {
  auto text = texts.find(name);
  if (text == texts.end()) return CorruptAt(fmt::format("{}/{}", place, name), "expected a file, got nothing");
  ASSAY_TRY(nlohmann::json json, ParseJson(text->second, fmt::format("{}/{}", place, name)));
  if (!json.is_object()) return CorruptAt(fmt::format("{}/{}", place, name), "expected an object");
  return json;
}

uint64_t SizeOf(const std::map<std::string, std::string>& texts) {
  for (const char* name : {"reduced.py", "module.py", "module.bin"}) {
    auto text = texts.find(name);
    if (text != texts.end() && !text->second.empty()) return text->second.size();
  }
  return 0;
}

// What a unit has files of it has listed, and the other way round.
Status CheckFiles(const FolderReader& reader, const Manifest& manifest) {
  ASSAY_TRY(std::vector<std::string> files, reader.List(kMostFilesOfUnit));
  std::erase(files, kManifestName);
  auto listed = manifest.digests.begin();
  for (const std::string& file : files) {
    if (listed == manifest.digests.end() || file < listed->first)
      return CorruptAt(fmt::format("{}/{}", reader.folder(), Printable(file)),
                       fmt::format("not listed in {}", kManifestName));
    if (listed->first < file) break;
    ++listed;
  }
  if (listed != manifest.digests.end())
    return CorruptAt(fmt::format("{}/{}", reader.folder(), listed->first),
                     fmt::format("missing, though {} lists it", kManifestName));
  return Done{};
}

// Cases that stand outside are the unit's, and lines of its trail that say nothing are such cases.
Status CheckOutside(const UnitHead& head, std::string_view trail, const std::string& place) {
  const CampaignIdentity& campaign = head.summary.campaign;
  // Lists of cases have no cases in a row; nor has a part.
  if (campaign.kind != "fuzz" || campaign.options.contains("only")) return Done{};
  uint64_t first = head.summary.unit * campaign.cases, end = first + head.summary.cases;
  for (const auto& [run, why] : head.outside.cases) {
    if (run < first || run >= end)
      return CorruptAt(fmt::format("{}/{}", place, kOutsideName),
                       fmt::format("expected a case from {} to {}, got {}", first, end, run));
  }
  for (uint64_t run = first; run < end; ++run) {
    std::string_view line = trail.substr((run - first) * (kTrailDigits + 1), kTrailDigits);
    if (line == kClockLine && !head.outside.cases.contains(run))
      return CorruptAt(fmt::format("{}/{}", place, kTrailName),
                       fmt::format("no digits for case {}, which does not stand outside", run));
  }
  return Done{};
}

// What a merge keeps of a unit beside its head.
Status CheckCopied(const FolderReader& reader, const UnitHead& head) {
  ASSAY_TRY(std::string trail, ReadListed(reader, head.manifest, kTrailName));
  ASSAY_RETURN_IF_ERROR(CheckTrail(trail, head.summary.cases, fmt::format("{}/{}", reader.folder(), kTrailName)));
  ASSAY_RETURN_IF_ERROR(CheckOutside(head, trail, reader.folder()));
  if (!head.manifest.digests.contains(kOutcomesName)) return Done{};
  ASSAY_TRY(std::string outcomes, ReadListed(reader, head.manifest, kOutcomesName));
  ASSAY_TRY([[maybe_unused]] Outcomes parsed,
            ParseOutcomes(outcomes, fmt::format("{}/{}", reader.folder(), kOutcomesName)));
  return Done{};
}

// Findings of a unit are those that its summary counts, of cases that it did.
Status CheckFound(const UnitHead& head, const FoundFolder& found, const std::string& place) {
  const auto& counted = found.rank.of_clock ? head.outside.findings : head.summary.findings;
  if (!counted.contains(FindingId(found.signature))) return CorruptAt(place, "a finding that the unit does not count");
  uint64_t first = head.summary.unit * head.summary.campaign.cases;
  if (found.rank.run < first || found.rank.run >= first + head.summary.cases)
    return CorruptAt(
        place, fmt::format("expected a case from {} to {}, got {}", first, first + head.summary.cases, found.rank.run));
  if (found.rank.unit != head.summary.unit)
    return CorruptAt(place, fmt::format("expected unit {}, got {}", head.summary.unit, found.rank.unit));
  return Done{};
}

}  // namespace

Result<FoundFolder> ReadFound(const FolderReader& folder, const std::string& below, bool of_clock,
                              const std::map<std::string, std::string>& digests) {
  std::string place = fmt::format("{}/{}", folder.folder(), below);
  FoundFolder found{.place = folder.folder(), .below = below, .digests = digests};
  std::map<std::string, std::string> texts;
  std::string lines;
  size_t bytes = 0;
  for (const auto& [name, digest] : digests) {
    ASSAY_TRY(std::string text, folder.Read(fmt::format("{}/{}", below, name), kMostUnitFileBytes));
    bytes += text.size();
    if (bytes > kMostFindingBytes)
      return CorruptAt(place, fmt::format("expected at most {} bytes in all", kMostFindingBytes));
    if (std::string got = DigestOf(text); !digest.empty() && got != digest)
      return CorruptAt(fmt::format("{}/{}", place, name), fmt::format("expected digest {}, got {}", digest, got));
    found.digests[name] = DigestOf(text);
    lines += fmt::format("{} {}\n", found.digests[name], name);
    texts.emplace(name, std::move(text));
  }
  ASSAY_TRY(nlohmann::json one, ObjectIn(texts, "case.json", place));
  ASSAY_TRY(nlohmann::json environment, ObjectIn(texts, "environment.json", place));
  found.signature = TextIn(one, "signature");
  std::string id = std::filesystem::path(below).filename().string();
  if (id != FindingId(found.signature))
    return CorruptAt(place, fmt::format("expected the name {} for its signature", FindingId(found.signature)));
  Result<FindingClass> klass = FindingClassNamed(TextIn(one, "expect"));
  if (!klass.ok()) return CorruptAt(place + "/case.json", klass.error().message);
  found.klass = *klass;
  found.oracle = TextIn(one, "oracle");
  found.pass = TextIn(one, "blamed");
  found.detail = TextIn(one, "note");
  for (const char* key : {"unit", "run"}) {
    auto number = environment.find(key);
    if (number == environment.end() || !number->is_number_unsigned())
      return CorruptAt(place + "/environment.json", fmt::format("expected a whole number under {}", key));
  }
  auto clocked = environment.find("of_clock");
  bool said = clocked != environment.end() && clocked->is_boolean() && clocked->get<bool>();
  found.rank = {of_clock || said,
                TextIn(one, "status") == "flaky",
                SizeOf(texts),
                environment["unit"].get<uint64_t>(),
                environment["run"].get<uint64_t>(),
                DigestOf(lines)};
  if (auto reduced = texts.find("reduced.py"); reduced != texts.end()) found.reduced_lines = LinesIn(reduced->second);
  return found;
}

Result<CorpusFile> ReadCorpusFile(const FolderReader& folder, const std::string& path) {
  ASSAY_TRY(std::string text, folder.Read(path, kMostEntryBytes));
  std::string place = fmt::format("{}/{}", folder.folder(), path);
  ASSAY_RETURN_IF_ERROR(CheckCorpusName(place, text));
  std::optional<Reached> reached = FeaturesInText(text);
  if (!reached)
    return CorruptAt(place,
                     fmt::format("expected what it reaches in the first line, at most {} features", kMostReached));
  return CorpusFile{DigestOf(text), path, text.size(), *std::move(reached)};
}

std::set<std::string> KeptOf(const Manifest& manifest) {
  std::set<std::string> names{kManifestName, kUnitName, kTrailName};
  for (const char* name : {kOutsideName, kOutcomesName}) {
    if (manifest.digests.contains(name)) names.insert(name);
  }
  return names;
}

Result<FolderReader> OpenCopy(const std::string& place) {
  std::error_code error;
  return std::filesystem::is_directory(place, error) ? FolderReader::Open(place)
                                                     : FolderReader::OpenPacked(place, kMostPackedBytes);
}

Result<UnitHead> ReadPackedHead(const std::string& file) {
  ASSAY_TRY(FolderReader reader, FolderReader::OpenPacked(file, kMostPackedBytes));
  ASSAY_TRY(UnitHead head, ReadUnitHead(reader));
  ASSAY_RETURN_IF_ERROR(CheckCopied(reader, head));
  ASSAY_TRY(std::vector<std::string> names, reader.List(kMostFilesOfUnit));
  std::set<std::string> kept = KeptOf(head.manifest);
  for (const std::string& name : names) {
    if (!kept.contains(name)) return CorruptAt(fmt::format("{}/{}", file, Printable(name)), "no file of a unit's copy");
  }
  return head;
}

Result<UnitSource> ReadUnit(const std::string& folder) {
  ASSAY_TRY(FolderReader reader, FolderReader::Open(folder));
  UnitSource source;
  source.copy.place = folder;
  ASSAY_TRY(source.copy.head, ReadUnitHead(reader));
  const UnitHead& head = source.copy.head;
  ASSAY_RETURN_IF_ERROR(CheckFiles(reader, head.manifest));
  ASSAY_RETURN_IF_ERROR(CheckCopied(reader, head));
  // Files of findings by folder, in order of path.
  std::map<std::string, std::map<std::string, std::string>> findings;
  for (const auto& [path, digest] : head.manifest.digests) {
    if (path.starts_with("corpus/")) {
      ASSAY_TRY(CorpusFile file, ReadCorpusFile(reader, path));
      if (file.digest != digest)
        return CorruptAt(fmt::format("{}/{}", folder, path),
                         fmt::format("expected digest {}, got {}", digest, file.digest));
      source.corpus.push_back(std::move(file));
    } else if (size_t slash = path.rfind('/'); path.find("findings/") != std::string::npos) {
      findings[path.substr(0, slash)][path.substr(slash + 1)] = digest;
    }
  }
  size_t counted = head.summary.findings.size() + head.outside.findings.size();
  if (findings.size() != counted)
    return CorruptAt(folder, fmt::format("expected {} findings as counted, got {}", counted, findings.size()));
  for (const auto& [below, digests] : findings) {
    ASSAY_TRY(FoundFolder found, ReadFound(reader, below, below.starts_with(kOutsideFolder), digests));
    ASSAY_RETURN_IF_ERROR(CheckFound(head, found, fmt::format("{}/{}", folder, below)));
    source.findings.push_back(std::move(found));
  }
  return source;
}

}  // namespace assay
