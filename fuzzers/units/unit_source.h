// What a merge takes out of one folder, once all of it has been looked at: a unit, as its engine left it, or a merge. A
// folder with anything in it that it should not have is refused as a whole. Tested by unit_folder_test.cc and
// merge_test.cc.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fuzzers/campaign/corpus.h"
#include "fuzzers/units/unit_book.h"
#include "fuzzers/units/unit_folder.h"

namespace assay {

// Within a merge's folder.
inline constexpr const char* kMergeName = "merge.json";
inline constexpr const char* kUnitsFolder = "units";

// A copy of a unit: what is compared, added up and kept of it, wherever it lies.
struct UnitCopy {
  // Folder with unit.json, trail.txt and the manifest, or a file that these are packed into.
  std::string place = {};
  UnitHead head = {};
};

// The folder of a finding.
struct FoundFolder {
  std::string signature = {};
  RepresentativeRank rank = {};
  // `place` is the folder it lies in, `below` its path in that: "findings/ID".
  std::string place = {}, below = {};
  // Of its files, by name; empty for one of a merge, whose files are nobody's else.
  std::map<std::string, std::string> digests = {};
  // What its case.json says.
  std::string oracle = {}, pass = {}, detail = {};
  FindingClass klass = {};
  int reduced_lines = 0;
};

struct CorpusFile {
  std::string digest, path;
  uint64_t size = 0;
  Reached reached;
};

struct UnitSource {
  UnitCopy copy;
  std::vector<FoundFolder> findings;
  std::vector<CorpusFile> corpus;
};

// What a merge keeps of a unit: manifest, summary, trail, outcomes, and what stands outside.
std::set<std::string> KeptOf(const Manifest& manifest);
// A copy of a unit, wherever it lies.
Result<FolderReader> OpenCopy(const std::string& place);
// A unit's copy in a merge, packed into a file: these, of the digests that it says, and nothing else. Diag kCorrupt
// names the file.
Result<UnitHead> ReadPackedHead(const std::string& file);
// Diag kCorrupt says which file, and what was expected of it.
Result<UnitSource> ReadUnit(const std::string& folder);
// One finding's folder below a folder that is open; `of_clock`: it stands outside. Its files have these digests, where
// a manifest says so.
Result<FoundFolder> ReadFound(const FolderReader& folder, const std::string& below, bool of_clock,
                              const std::map<std::string, std::string>& digests);
// An entry of a corpus: its name is what it holds, and its first line says what it reached.
Result<CorpusFile> ReadCorpusFile(const FolderReader& folder, const std::string& path);

}  // namespace assay
