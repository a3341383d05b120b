#include "ir/support/byte_source.h"

#include <bit>

#include "ir/support/check.h"

namespace assay {
namespace {

// splitmix64 (Steele, Lea, Flood 2014), the recommended seeder of xoshiro.
uint64_t SplitMix(uint64_t& state) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

int BytesFor(uint64_t n) { return (64 - std::countl_zero(n - 1) + 7) / 8; }

}  // namespace

ByteSource ByteSource::FromSeed(uint64_t seed) {
  ByteSource source;
  source.seeded_ = true;
  for (uint64_t& word : source.state_) word = SplitMix(seed);
  return source;
}

// xoshiro256** (Blackman, Vigna 2018).
uint64_t ByteSource::NextWord() {
  uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

uint64_t ByteSource::Take(int byte_count) {
  if (seeded_) {
    position_ += static_cast<uint64_t>(byte_count);
    return NextWord() >> (64 - 8 * byte_count);
  }
  uint64_t value = 0;
  for (int i = 0; i < byte_count && position_ < bytes_.size(); ++i) value |= uint64_t{bytes_[position_++]} << (8 * i);
  return value;
}

uint64_t ByteSource::Below(uint64_t n) {
  if (n <= 1) return 0;
  int count = BytesFor(n);
  // One spare byte keeps the bias of a seeded stream below 1/256; fuzzer bytes stay one byte for small choices.
  if (seeded_ && count < 8) ++count;
  return Take(count) % n;
}

int64_t ByteSource::Between(int64_t low, int64_t high) {
  ASSAY_CHECK(low <= high);
  uint64_t width = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  return static_cast<int64_t>(static_cast<uint64_t>(low) + (width == 0 ? Bits() : Below(width)));
}

bool ByteSource::Chance(uint32_t numerator, uint32_t denominator) {
  return Below(denominator) >= denominator - numerator && numerator != 0;
}

uint64_t ByteSource::Bits() { return Take(8); }

double ByteSource::Unit() { return static_cast<double>(Take(4)) * 0x1p-32; }

ByteSource ByteSource::Fork() { return FromSeed(Bits()); }

}  // namespace assay
