// Corpus: modules of a campaign that reached something first, for others to be made of by moves. A feature is what a
// run reached: an operator with the dtype and class of shape of its result, a pass that changed its module, a kind of
// node that such a pass met. Tested by corpus_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/support/byte_source.h"
#include "oracles/core/oracle.h"

namespace assay {

// Sorted, each once.
using Reached = std::vector<uint32_t>;
// What judging the case reached.
Reached FeaturesOf(const Module& module, const CaseReport& report);

class Corpus {
 public:
  // No entry is larger.
  static constexpr size_t kMostBytes = 64 << 10;

  struct Entry {
    // Of the content; also the file's.
    std::string name;
    // Serialised (ir/serial).
    std::vector<uint8_t> bytes;
    Reached reached;
  };

  // The module is kept when it reaches something that none did before, and is not too large; what it reaches is counted
  // in any case. The entry when it was kept, valid until the next call; else nullptr.
  const Entry* Offer(std::span<const uint8_t> module, const Reached& reached);
  // Preferably one that reached what few runs did; nullptr when there is none.
  const Entry* Draw(ByteSource& bytes) const;
  // Leaves the smallest entry for each feature, and gives the names of those that went.
  std::vector<std::string> Distil();

  const std::vector<Entry>& entries() const { return entries_; }
  // How many features were reached so far.
  size_t reached() const { return seen_.size(); }

 private:
  uint32_t Rarity(const Entry& entry) const;

  std::vector<Entry> entries_;
  // How many runs reached each feature.
  std::unordered_map<uint32_t, uint32_t> seen_;
};

// An entry as a TVMScript file that says in its first line what it reached, and back. An entry whose text cannot be
// read is left out: nothing.
std::string CorpusText(const Corpus::Entry& entry);
std::optional<Corpus::Entry> CorpusEntryOf(const std::string& text);

}  // namespace assay
