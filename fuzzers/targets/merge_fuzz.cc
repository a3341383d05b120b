// Bytes are a file of a unit's folder: its manifest, summary, what stands outside, its trail, or an entry of its
// corpus; or what a merge says that it holds, or a copy of a unit there. What is read names no file beyond the folder,
// and is written and read back as the same.
#include <cstdlib>

#include "fuzzers/units/corpus_union.h"
#include "fuzzers/units/manifest.h"
#include "fuzzers/units/merge_contents.h"
#include "fuzzers/units/packed_files.h"
#include "fuzzers/units/summary.h"
#include "fuzzers/units/unit_copies.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (auto manifest = ParseManifest(bytes, "done"); manifest.ok()) {
    for (const auto& [path, digest] : manifest->digests) {
      if (path.find("..") != std::string::npos && path.find("/../") != std::string::npos) std::abort();
      if (path.starts_with('/') || path.starts_with("..")) std::abort();
    }
    if (ManifestText(*manifest) != bytes) std::abort();
  }
  if (auto summary = ParseSummary(bytes, "unit.json"); summary.ok()) {
    std::string text = SummaryText(*summary);
    auto again = ParseSummary(text, "unit.json");
    if (!again.ok() || SummaryText(*again) != text || again->Id() != summary->Id()) std::abort();
  }
  if (auto outside = ParseOutside(bytes, "outside/cases.json"); outside.ok()) {
    std::string text = OutsideText(*outside);
    auto again = ParseOutside(text, "outside/cases.json");
    if (!again.ok() || OutsideText(*again) != text) std::abort();
  }
  if (CheckTrail(bytes, size / (kTrailDigits + 1), "trail.txt").ok()) {
    TrailRelation same = CompareTrails(bytes, bytes);
    if (same.differs || !same.covers || !same.covered) std::abort();
  }
  if (auto contents = ParseContents(bytes, "contents.txt"); contents.ok()) {
    for (const auto& [path, digest] : *contents) {
      if (path.starts_with('/') || path.find("..") == 0 || path.find("/../") != std::string::npos) std::abort();
      if (ContentOf(path) != path) std::abort();
    }
    if (ContentsText(*contents) != bytes) std::abort();
  }
  if (auto packed = ParsePacked(bytes, "copy"); packed.ok() && PackedText(*packed) != bytes) std::abort();
  FeaturesInText(bytes);
  return 0;
}
