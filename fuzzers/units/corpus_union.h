// CorpusUnion: of all entries of all units, for each feature the smallest that reached it, and of several of one size
// the one whose digest comes first. What is left does not depend on the order in which entries came, nor on how often.
// No module is run for it. Tested by corpus_union_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "fuzzers/campaign/corpus.h"

namespace assay {

// No entry's text is larger.
inline constexpr size_t kMostEntryBytes = size_t{1} << 20;
// Nor reaches more features: some hundreds are usual, and each is kept in memory.
inline constexpr size_t kMostReached = size_t{1} << 14;

// An entry by its text alone: the features of its first line. Nothing where that is none.
std::optional<Reached> FeaturesInText(std::string_view text);

class CorpusUnion {
 public:
  // An entry that lies at `place`, of such a digest and size. `is_module`: whether its text is one, asked only where
  // the entry would stay; what is none is left out.
  void Offer(const std::string& digest, uint64_t size, const Reached& reached, const std::string& place,
             const std::function<bool()>& is_module);
  // Places by digest of all that stay.
  std::map<std::string, std::string> Entries() const;
  size_t features() const { return best_.size(); }
  // Entries whose text is no module.
  size_t left_out() const { return left_out_; }

 private:
  struct Entry {
    std::string digest;
    uint64_t size = 0;
    std::string place;
    // Features that it is the best of.
    size_t owns = 0;
  };
  std::vector<Entry> entries_;
  std::vector<size_t> free_;
  std::unordered_map<uint32_t, size_t> best_;
  size_t left_out_ = 0;
};

}  // namespace assay
