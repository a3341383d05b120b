// The one source of choice: fuzzer bytes, or a stream made from a seed. Bytes are a decision tree: small changes in
// bytes make small changes in what is generated, and running out answers 0 to everything, so growth ends gracefully.
// Tested by byte_source_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay {

class ByteSource {
 public:
  // Reads the fuzzer's bytes, which must outlive the source.
  explicit ByteSource(std::span<const uint8_t> bytes) : bytes_(bytes) {}
  // An endless stream (xoshiro256**) that depends on the seed alone.
  static ByteSource FromSeed(uint64_t seed);

  // Uniform in [0, n); n = 0 or 1 consumes nothing and gives 0.
  uint64_t Below(uint64_t n);
  // Uniform in [low, high].
  int64_t Between(int64_t low, int64_t high);
  // True in `numerator` of `denominator` cases; an exhausted source says false.
  bool Chance(uint32_t numerator, uint32_t denominator);
  // 64 raw bits.
  uint64_t Bits();
  // In [0, 1).
  double Unit();
  template <class Container>
  const auto& Pick(const Container& items) {
    return items[Below(items.size())];
  }
  // True once fuzzer bytes have run out; a seeded source is never exhausted.
  bool exhausted() const { return !seeded_ && position_ >= bytes_.size(); }
  // Bytes consumed so far; a growth measure for generators.
  uint64_t consumed() const { return position_; }
  // An independent seeded child, for sub-tasks whose consumption must not disturb the parent's later choices.
  ByteSource Fork();

 private:
  ByteSource() = default;
  uint64_t Take(int byte_count);
  uint64_t NextWord();

  std::span<const uint8_t> bytes_;
  uint64_t position_ = 0;
  bool seeded_ = false;
  uint64_t state_[4] = {};
};

}  // namespace assay
