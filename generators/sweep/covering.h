// Covering arrays: rows of levels, one for each factor, in which every pair of levels of two factors stands together
// somewhere. Whoever asks says of each row whether it can be made; pairs that no row can be made with are counted
// apart. Tested by covering_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace assay {

// A level of a factor; kAnyLevel: whatever comes (in what is asked), or none of the listed ones (in what was made).
using Levels = std::vector<int16_t>;
inline constexpr int16_t kAnyLevel = -1;

// kMade: the row stands, at the levels that it says. kRefused: inference refuses it. kAbsent: the factors do not meet
// like that, or nothing makes such a row.
enum class RowAnswer : uint8_t { kMade, kRefused, kAbsent };

// A row that was made: what it was asked as, so that it can be made again, and what it shows.
struct CoveringRow {
  Levels asked;
  Levels shown;
  uint32_t attempt = 0;
};

struct CoveringResult {
  std::vector<CoveringRow> rows;
  // Pairs of levels: those that stand in a row, those that were refused, and those that do not arise.
  uint64_t covered = 0, refused = 0, absent = 0;
  // Pairs about which nothing was decided; always 0.
  uint64_t uncovered = 0;
  // How many rows were asked for, and how many of them were refused.
  uint64_t asked = 0, refusals = 0;
};

// Makes the row that `asked` says, the `attempt`-th way, and writes into `shown` the levels that it then has.
using MakeRow = std::function<RowAnswer(const Levels& asked, uint32_t attempt, Levels& shown)>;

// `sizes`: how many levels each factor has. Deterministic: the same answers give the same rows.
CoveringResult CoverPairs(std::span<const size_t> sizes, const MakeRow& make);

}  // namespace assay
