// Manifest: the file `done` of a unit's folder, written last: every other file with its digest, and digests over what
// is compared and over what stands outside of that, because a clock had a part in it. Lines of text:
//   assay unit 1
//   digest DIGEST
//   outside DIGEST
//   DIGEST PATH   (of each file, sorted by path)
// Tested by manifest_test.cc; merge_fuzz reads it from any bytes.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "ir/support/result.h"

namespace assay {

// Names within a unit's folder.
inline constexpr const char* kManifestName = "done";
inline constexpr const char* kUnitName = "unit.json";
inline constexpr const char* kTrailName = "trail.txt";
inline constexpr const char* kOutcomesName = "outcomes.jsonl";
inline constexpr const char* kOutsideName = "outside/cases.json";
inline constexpr std::string_view kOutsideFolder = "outside/";

// What of a unit's folder is the folder of a finding: 16 digits of its signature.
std::string FindingId(std::string_view signature);

struct Manifest {
  // By path, with slashes.
  std::map<std::string, std::string> digests;
  std::string digest, outside;
};

// Of files by their paths.
Manifest ManifestOf(const std::map<std::string, std::string>& files);
std::string ManifestText(const Manifest& manifest);
// Diag kCorrupt at `place` for what is none, names a file that no unit has, or says digests that do not fit.
Result<Manifest> ParseManifest(std::string_view text, std::string_view place);

// "unit.json", "corpus/<digest>.py", "findings/ID/NAME" and others of a unit's folder; never one that leads out of it.
bool IsUnitFile(std::string_view path);

}  // namespace assay
