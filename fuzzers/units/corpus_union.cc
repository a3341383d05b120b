#include "fuzzers/units/corpus_union.h"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace assay {
namespace {

constexpr std::string_view kHead = "# reaches";

}  // namespace

std::optional<Reached> FeaturesInText(std::string_view text) {
  size_t end = text.find('\n');
  if (!text.starts_with(kHead) || end == std::string_view::npos) return std::nullopt;
  Reached reached;
  const char* at = text.data() + kHead.size();
  const char* last = text.data() + end;
  while (at < last) {
    uint32_t feature = 0;
    auto [next, error] = std::from_chars(at + 1, last, feature, 16);
    if (reached.size() == kMostReached || *at != ' ' || error != std::errc() || next == at + 1) return std::nullopt;
    reached.push_back(feature);
    at = next;
  }
  std::ranges::sort(reached);
  reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
  return reached;
}

void CorpusUnion::Offer(const std::string& digest, uint64_t size, const Reached& reached, const std::string& place,
                        const std::function<bool()>& is_module) {
  auto beats = [&](uint32_t feature) {
    auto found = best_.find(feature);
    if (found == best_.end()) return true;
    const Entry& entry = entries_[found->second];
    return std::tie(size, digest) < std::tie(entry.size, entry.digest);
  };
  std::vector<uint32_t> won;
  std::ranges::copy_if(reached, std::back_inserter(won), beats);
  if (won.empty()) return;
  if (!is_module()) {
    ++left_out_;
    return;
  }
  size_t own = entries_.size();
  if (free_.empty()) {
    entries_.emplace_back();
  } else {
    own = free_.back();
    free_.pop_back();
  }
  entries_[own] = {digest, size, place, won.size()};
  for (uint32_t feature : won) {
    auto [found, fresh] = best_.try_emplace(feature, own);
    if (fresh) continue;
    Entry& before = entries_[found->second];
    if (--before.owns == 0) {
      before = {};
      free_.push_back(found->second);
    }
    found->second = own;
  }
}

std::map<std::string, std::string> CorpusUnion::Entries() const {
  std::map<std::string, std::string> entries;
  for (const Entry& entry : entries_) {
    if (entry.owns > 0) entries.emplace(entry.digest, entry.place);
  }
  return entries;
}

}  // namespace assay
