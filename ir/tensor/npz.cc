// Zip archives of .npy members, read by their central directory; written without compression and with fixed dates, so
// that equal tensors give equal bytes. Tested by npy_test.cc.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "ir/tensor/npy.h"

namespace assay {
namespace {

constexpr uint32_t kLocalHeader = 0x04034b50;
constexpr uint32_t kCentralHeader = 0x02014b50;
constexpr uint32_t kEndOfDirectory = 0x06054b50;
constexpr size_t kLocalBytes = 30;
constexpr size_t kCentralBytes = 46;
constexpr size_t kEndBytes = 22;

Diag Corrupt(std::string message) {
  return {.kind = DiagKind::kCorrupt, .span = {}, .message = std::move(message), .rule = {}, .labels = {}};
}

void Put(std::string& out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i, value >>= 8) out += static_cast<char>(value & 255);
}

// Little-endian number at `at`; the caller has checked that it is inside.
uint64_t Get(std::string_view bytes, size_t at, int count) {
  uint64_t value = 0;
  for (int i = 0; i < count; ++i)
    value |= uint64_t{static_cast<unsigned char>(bytes[at + static_cast<size_t>(i)])} << (8 * i);
  return value;
}

uint32_t Checksum(std::string_view bytes) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<z_size_t>(bytes.size())));
}

struct Member {
  std::string_view name;
  uint64_t method = 0;
  uint64_t checksum = 0;
  uint64_t packed = 0;
  uint64_t unpacked = 0;
  uint64_t offset = 0;
};

// The fields that local and central headers share: version, flags, method, time, date, checksum, sizes, name length.
void PutShared(std::string& out, const std::string& name, std::string_view content) {
  Put(out, 20, 2);
  Put(out, 0, 2);
  Put(out, 0, 2);
  Put(out, 0, 2);
  // 1 January 1980, the zero of zip dates.
  Put(out, 33, 2);
  Put(out, Checksum(content), 4);
  Put(out, content.size(), 4);
  Put(out, content.size(), 4);
  Put(out, name.size(), 2);
}

// As zlib's technical notes: no input expands more than this.
constexpr uint64_t kMostExpansion = 1032;

Result<std::string> Inflate(std::string_view packed, size_t unpacked) {
  // Before memory is taken for it.
  if (unpacked / kMostExpansion > packed.size())
    return Corrupt("a compressed member states a size that it cannot unpack to");
  std::string out(unpacked, '\0');
  z_stream stream = {};
  // A negative window says: raw deflate, without zlib's own header.
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return Corrupt("zlib cannot start");
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<unsigned>(packed.size());
  stream.next_out = reinterpret_cast<unsigned char*>(out.data());
  stream.avail_out = static_cast<unsigned>(out.size());
  int code = inflate(&stream, Z_FINISH);
  bool complete = code == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  if (!complete) return Corrupt("a compressed member does not unpack to its stated size");
  return out;
}

Result<std::string> Content(std::string_view archive, const Member& member) {
  if (member.offset > archive.size() || archive.size() - member.offset < kLocalBytes ||
      Get(archive, member.offset, 4) != kLocalHeader) {
    return Corrupt("a member's local header is missing");
  }
  uint64_t start =
      member.offset + kLocalBytes + Get(archive, member.offset + 26, 2) + Get(archive, member.offset + 28, 2);
  if (start > archive.size() || member.packed > archive.size() - start) return Corrupt("a member is cut off");
  if (member.unpacked > uint64_t{kMaxTensorBytes} + 65536) return Corrupt("a member is too large");
  std::string_view packed = archive.substr(start, member.packed);
  std::string content;
  if (member.method == 8) {
    ASSAY_TRY(content, Inflate(packed, member.unpacked));
  } else if (member.method == 0 && member.packed == member.unpacked) {
    content = std::string(packed);
  } else {
    return Corrupt("a member is neither stored nor deflated");
  }
  if (Checksum(content) != member.checksum) return Corrupt("a member's checksum is wrong");
  return content;
}

// The central directory entry at `at`, which moves past it.
Result<Member> TakeMember(std::string_view archive, size_t& at) {
  if (at > archive.size() || archive.size() - at < kCentralBytes || Get(archive, at, 4) != kCentralHeader) {
    return Corrupt("the archive's directory is cut off");
  }
  size_t name_bytes = Get(archive, at + 28, 2);
  size_t rest = name_bytes + Get(archive, at + 30, 2) + Get(archive, at + 32, 2);
  if (archive.size() - at - kCentralBytes < rest) return Corrupt("the archive's directory is cut off");
  Member member{.name = archive.substr(at + kCentralBytes, name_bytes),
                .method = Get(archive, at + 10, 2),
                .checksum = Get(archive, at + 16, 4),
                .packed = Get(archive, at + 20, 4),
                .unpacked = Get(archive, at + 24, 4),
                .offset = Get(archive, at + 42, 4)};
  at += kCentralBytes + rest;
  return member;
}

}  // namespace

std::string WriteNpz(std::span<const NamedTensor> tensors) {
  std::string out;
  std::string directory;
  for (const NamedTensor& tensor : tensors) {
    std::string name = tensor.name + ".npy";
    std::string content = WriteNpy(tensor.tensor);
    size_t offset = out.size();
    Put(out, kLocalHeader, 4);
    PutShared(out, name, content);
    Put(out, 0, 2);
    out += name + content;
    Put(directory, kCentralHeader, 4);
    Put(directory, 20, 2);
    PutShared(directory, name, content);
    // No extra field, comment, disk number or attributes.
    Put(directory, 0, 12);
    Put(directory, offset, 4);
    directory += name;
  }
  size_t start = out.size();
  out += directory;
  Put(out, kEndOfDirectory, 4);
  Put(out, 0, 4);
  Put(out, tensors.size(), 2);
  Put(out, tensors.size(), 2);
  Put(out, directory.size(), 4);
  Put(out, start, 4);
  Put(out, 0, 2);
  return out;
}

Result<std::vector<NamedTensor>> ReadNpz(std::string_view bytes) {
  if (bytes.size() < kEndBytes) return Corrupt("too short to be a zip archive");
  // The end record is the last thing, before a comment of at most 65535 bytes.
  size_t lowest = bytes.size() - std::min<size_t>(bytes.size(), kEndBytes + 65535);
  size_t end = bytes.size() - kEndBytes;
  while (Get(bytes, end, 4) != kEndOfDirectory) {
    if (end == lowest) return Corrupt("no end-of-directory record: not a zip archive");
    --end;
  }
  size_t count = Get(bytes, end + 10, 2);
  size_t at = Get(bytes, end + 16, 4);
  if (count > kMaxNpzEntries) return Corrupt("an archive of too many members");
  std::vector<NamedTensor> tensors;
  for (size_t i = 0; i < count; ++i) {
    ASSAY_TRY(Member member, TakeMember(bytes, at));
    std::string_view name = member.name;
    if (name.ends_with(".npy")) name.remove_suffix(4);
    Result<std::string> content = Content(bytes, member);
    Result<Tensor> tensor = content.ok() ? ReadNpy(*content) : Result<Tensor>(content.error());
    if (!tensor.ok())
      return Diag{tensor.error().kind, {}, fmt::format("array '{}': {}", name, tensor.error().message), "", {}};
    tensors.push_back({std::string(name), *std::move(tensor)});
  }
  return tensors;
}

}  // namespace assay
