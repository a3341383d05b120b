// Greedy covering arrays (covering.h): a row is begun with the first pair that is open, and filled with the levels that
// make most open pairs with those that stand already.
#include "generators/sweep/covering.h"

#include <algorithm>

#include "ir/support/hash.h"

namespace assay {
namespace {

// How many ways to complete a pair are tried before it counts as refused.
constexpr uint32_t kAttempts = 8;
// Where so many rows do not arise, none will.
constexpr uint32_t kAbsentAttempts = 4;
// The first of them are greedy, the next begin with a row that has shown one of the two levels.
constexpr uint32_t kGreedyAttempts = 2, kWitnessAttempts = 6;
// A level that so many rows were asked with, and that none has shown, is given up with all its pairs.
constexpr uint32_t kHopeless = 8 * kAttempts;

enum class PairState : uint8_t { kOpen, kCovered, kRefused, kAbsent };

class Covering {
 public:
  Covering(std::span<const size_t> sizes, const MakeRow& make) : sizes_(sizes.begin(), sizes.end()), make_(make) {
    size_t levels = 0;
    for (size_t size : sizes_) {
      first_.push_back(levels);
      levels += size;
    }
    total_ = levels;
    states_.assign(levels * levels, PairState::kOpen);
    open_.assign(levels, 0);
    tried_.assign(levels, 0);
    shown_.assign(levels, 0);
    refused_.assign(levels, 0);
    witness_.assign(levels, {});
    for (size_t f = 0; f < sizes_.size(); ++f) {
      for (size_t a = 0; a < sizes_[f]; ++a) open_[first_[f] + a] = static_cast<uint32_t>(levels - sizes_[f]);
    }
  }

  CoveringResult Run() {
    // A lone factor has no pairs, and each of its levels is to stand.
    if (sizes_.size() == 1) Alone();
    std::vector<std::pair<size_t, size_t>> factors;
    for (size_t f = 0; f < sizes_.size(); ++f) {
      for (size_t g = f + 1; g < sizes_.size(); ++g) factors.emplace_back(f, g);
    }
    // What takes most rows first: the others then find their places in these.
    std::ranges::sort(factors, [&](const auto& one, const auto& other) {
      size_t rows = sizes_[one.first] * sizes_[one.second], others = sizes_[other.first] * sizes_[other.second];
      return rows != others ? rows > others : one < other;
    });
    for (const auto& [f, g] : factors) Pairs(f, g, PairState::kOpen);
    // By now more is known of what goes with a level.
    for (PairState state : {PairState::kRefused, PairState::kAbsent}) {
      for (const auto& [f, g] : factors) Pairs(f, g, state);
    }
    Count();
    return std::move(result_);
  }

 private:
  PairState& State(size_t f, size_t a, size_t g, size_t b) {
    size_t x = first_[f] + a, y = first_[g] + b;
    return states_[std::min(x, y) * total_ + std::max(x, y)];
  }
  void Decide(size_t f, size_t a, size_t g, size_t b, PairState state) {
    PairState& now = State(f, a, g, b);
    if (now == PairState::kOpen) {
      --open_[first_[f] + a];
      --open_[first_[g] + b];
    }
    // What stands in a row stands, whatever was thought before.
    if (now == PairState::kOpen || state == PairState::kCovered || state == PairState::kRefused) now = state;
  }

  // How many open pairs the level makes with those that are set.
  uint32_t Gain(const Levels& levels, size_t f, size_t a) {
    if (open_[first_[f] + a] == 0) return 0;
    uint32_t gain = 0;
    for (size_t g = 0; g < levels.size(); ++g) {
      if (g == f || levels[g] == kAnyLevel) continue;
      gain += State(f, a, g, static_cast<size_t>(levels[g])) == PairState::kOpen ? 1 : 0;
    }
    return gain;
  }
  // Without one that gains anything: a level with open pairs, by turns; any, where there is none, but of two levels the
  // first, which is the plain one.
  int16_t Best(const Levels& levels, size_t f, uint64_t turn) {
    size_t best = 0;
    uint64_t most = 0;
    for (size_t i = 0; i < sizes_[f]; ++i) {
      size_t a = (i + turn) % sizes_[f];
      if (IsHopeless(f, a)) continue;
      uint64_t gain = uint64_t{2} * Gain(levels, f, a) + (open_[first_[f] + a] > 0 ? 1 : 0);
      if (most != 0 && gain <= most - 1) continue;
      best = a;
      most = gain + 1;
    }
    if (most == 1 && sizes_[f] == 2 && !IsHopeless(f, 0)) return 0;
    return most == 0 ? kAnyLevel : static_cast<int16_t>(best);
  }
  bool IsHopeless(size_t f, size_t a) const {
    size_t x = first_[f] + a;
    return tried_[x] >= kHopeless && shown_[x] == 0;
  }

  // A row that has shown one of the two levels, with the other one put in; false where there is none.
  bool FromWitness(Levels& levels, size_t f, size_t g, uint32_t attempt) const {
    size_t of = attempt % 2 == 0 ? f : g;
    const Levels& witness = witness_[first_[of] + static_cast<size_t>(levels[of])];
    if (witness.empty()) return false;
    Levels filled = witness;
    filled[f] = levels[f];
    filled[g] = levels[g];
    levels = std::move(filled);
    return true;
  }
  // The first way is the greedy one; later ones leave more and more to whoever makes the row.
  void Fill(Levels& levels, size_t of, size_t beside, uint32_t attempt) {
    if (attempt >= kGreedyAttempts && attempt < kWitnessAttempts && FromWitness(levels, of, beside, attempt)) return;
    uint64_t turn = HashCombine(result_.rows.size(), attempt);
    for (size_t i = 0; i < levels.size(); ++i) {
      size_t f = (i + turn) % levels.size();
      if (levels[f] != kAnyLevel) continue;
      uint64_t drawn = HashCombine(turn, f);
      bool leaves = attempt + 1 == kAttempts || (attempt > 0 && drawn % kAttempts < attempt + 2);
      if (leaves) continue;
      levels[f] =
          attempt < kGreedyAttempts ? Best(levels, f, drawn >> 8) : static_cast<int16_t>((drawn >> 8) % sizes_[f]);
    }
  }

  RowAnswer Ask(const Levels& levels, uint32_t attempt, Levels& shown) {
    shown.assign(sizes_.size(), kAnyLevel);
    ++result_.asked;
    RowAnswer answer = make_(levels, attempt, shown);
    result_.refusals += answer == RowAnswer::kRefused ? 1 : 0;
    for (size_t f = 0; f < levels.size(); ++f) {
      if (levels[f] != kAnyLevel) ++tried_[first_[f] + static_cast<size_t>(levels[f])];
      if (answer != RowAnswer::kMade || shown[f] == kAnyLevel) continue;
      size_t x = first_[f] + static_cast<size_t>(shown[f]);
      ++shown_[x];
      if (shown[f] == levels[f]) witness_[x] = levels;
    }
    return answer;
  }
  void Keep(const Levels& levels, uint32_t attempt, const Levels& shown) {
    for (size_t f = 0; f < shown.size(); ++f) {
      if (shown[f] == kAnyLevel) continue;
      for (size_t g = f + 1; g < shown.size(); ++g) {
        if (shown[g] == kAnyLevel) continue;
        Decide(f, static_cast<size_t>(shown[f]), g, static_cast<size_t>(shown[g]), PairState::kCovered);
      }
    }
    result_.rows.push_back({levels, shown, attempt});
  }

  void Alone() {
    for (size_t a = 0; a < sizes_[0]; ++a) {
      Levels shown;
      for (uint32_t attempt = 0; attempt < kAttempts; ++attempt) {
        if (Ask({static_cast<int16_t>(a)}, attempt, shown) != RowAnswer::kMade) continue;
        Keep({static_cast<int16_t>(a)}, attempt, shown);
        break;
      }
    }
  }
  void Pairs(size_t f, size_t g, PairState state) {
    for (size_t a = 0; a < sizes_[f]; ++a) {
      for (size_t b = 0; b < sizes_[g]; ++b) {
        if (State(f, a, g, b) != state) continue;
        Pair(f, a, g, b, state == PairState::kOpen ? 0 : kGreedyAttempts);
      }
    }
  }
  void Pair(size_t f, size_t a, size_t g, size_t b, uint32_t first_attempt) {
    bool refused = State(f, a, g, b) == PairState::kRefused;
    uint32_t end = first_attempt == 0 ? kAttempts : kGreedyAttempts + 2;
    for (uint32_t attempt = first_attempt; attempt < end; ++attempt) {
      bool hopeless = IsHopeless(f, a) || IsHopeless(g, b);
      refused |= hopeless && (refused_[first_[f] + a] + refused_[first_[g] + b] > 0);
      if (hopeless) break;
      Levels levels(sizes_.size(), kAnyLevel), shown;
      levels[f] = static_cast<int16_t>(a);
      levels[g] = static_cast<int16_t>(b);
      Fill(levels, f, g, attempt);
      RowAnswer answer = Ask(levels, attempt, shown);
      if (answer == RowAnswer::kMade && shown[f] == levels[f] && shown[g] == levels[g])
        return Keep(levels, attempt, shown);
      if (answer != RowAnswer::kRefused && !refused && attempt + 1 - first_attempt >= kAbsentAttempts) break;
      if (answer != RowAnswer::kRefused) continue;
      refused = true;
      refused_[first_[f] + a] += IsShown(f, a) ? 0 : 1;
      refused_[first_[g] + b] += IsShown(g, b) ? 0 : 1;
    }
    Decide(f, a, g, b, refused ? PairState::kRefused : PairState::kAbsent);
  }
  bool IsShown(size_t f, size_t a) const { return shown_[first_[f] + a] > 0; }

  void Count() {
    for (size_t f = 0; f < sizes_.size(); ++f) {
      for (size_t g = f + 1; g < sizes_.size(); ++g) {
        for (size_t a = 0; a < sizes_[f]; ++a) {
          for (size_t b = 0; b < sizes_[g]; ++b) {
            PairState state = State(f, a, g, b);
            result_.covered += state == PairState::kCovered ? 1 : 0;
            result_.refused += state == PairState::kRefused ? 1 : 0;
            result_.absent += state == PairState::kAbsent ? 1 : 0;
            result_.uncovered += state == PairState::kOpen ? 1 : 0;
          }
        }
      }
    }
  }

  std::vector<size_t> sizes_, first_;
  size_t total_ = 0;
  const MakeRow& make_;
  std::vector<PairState> states_;
  // By level: open pairs, rows that were asked with it, that showed it, and that were refused while none had shown it.
  std::vector<uint32_t> open_, tried_, shown_, refused_;
  // By level: the last row that was asked with it and showed it.
  std::vector<Levels> witness_;
  CoveringResult result_;
};

}  // namespace

CoveringResult CoverPairs(std::span<const size_t> sizes, const MakeRow& make) { return Covering(sizes, make).Run(); }

}  // namespace assay
