// MergeContents: the file `contents.txt` of a merge's folder, written last: what stands in it, so that what is missing
// is missed. Lines of text:
//   assay merge 1
//   digest DIGEST     (of the lines below)
//   DIGEST PATH       (sorted by path)
// A path is a file of a finding, an entry of the corpus, or the folder of a unit's copy, whose own manifest has the
// digest. Tested by merge_contents_test.cc; merge_fuzz reads it from any bytes.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "ir/support/result.h"

namespace assay {

inline constexpr const char* kContentsName = "contents.txt";

// Digests by path.
using MergeContents = std::map<std::string, std::string>;

std::string ContentsText(const MergeContents& contents);
// Diag kCorrupt at `place` for what is none, or names what no merge has.
Result<MergeContents> ParseContents(std::string_view text, std::string_view place);

// What of the contents a file of a merge's folder belongs to, by its path: itself, or the copy of a unit. Empty for
// what only tells of the rest (reports, index) and for what whoever writes has not finished.
std::string ContentOf(std::string_view path);

}  // namespace assay
