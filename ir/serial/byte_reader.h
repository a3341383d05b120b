// ByteReader: numbers and texts off the bytes of a serialised module. What goes wrong first is kept, with its place;
// from then on numbers are 0 and texts are empty. Tested by serial_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace assay {

class ByteReader {
 public:
  // From `position` on, which counts from the first of the bytes.
  ByteReader(std::span<const uint8_t> bytes, size_t position) : bytes_(bytes), position_(position) {}

  bool ok() const { return ok_; }
  // Of what went wrong.
  const std::string& why() const { return why_; }
  size_t failed_at() const { return failed_at_; }
  bool AtEnd() const { return position_ == bytes_.size(); }

  void Fail(std::string_view why) {
    if (!ok_) return;
    ok_ = false;
    failed_at_ = position_;
    why_ = why;
  }
  uint8_t Byte() {
    if (!ok_ || position_ >= bytes_.size()) {
      Fail("it ends too early");
      return 0;
    }
    return bytes_[position_++];
  }
  uint64_t Varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      uint8_t byte = Byte();
      value |= uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) return value;
    }
    Fail("a number is longer than 64 bits");
    return 0;
  }
  int64_t Signed() {
    uint64_t raw = Varint();
    return static_cast<int64_t>(raw >> 1) ^ -static_cast<int64_t>(raw & 1);
  }
  // A count of things that take at least one byte each.
  size_t Count() {
    uint64_t count = Varint();
    if (count > bytes_.size() - position_) Fail("a count is larger than the bytes that are left");
    return ok_ ? static_cast<size_t>(count) : 0;
  }
  std::string_view Text(size_t size) {
    if (!ok_ || size > bytes_.size() - position_) {
      Fail("a text is longer than the bytes that are left");
      return {};
    }
    auto* begin = reinterpret_cast<const char*>(bytes_.data()) + position_;
    position_ += size;
    return {begin, size};
  }

 private:
  std::span<const uint8_t> bytes_;
  size_t position_;
  bool ok_ = true;
  size_t failed_at_ = 0;
  std::string why_;
};

}  // namespace assay
