// Framed messages over a pipe (channel.h).
#include "fuzzers/process/channel.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace assay {

bool SendMessage(int fd, const nlohmann::json& message) {
  std::vector<uint8_t> body = nlohmann::json::to_cbor(message);
  auto size = static_cast<uint32_t>(body.size());
  std::vector<uint8_t> frame(sizeof(size) + body.size());
  std::memcpy(frame.data(), &size, sizeof(size));
  std::memcpy(frame.data() + sizeof(size), body.data(), body.size());
  for (size_t sent = 0; sent < frame.size();) {
    ssize_t count = write(fd, frame.data() + sent, frame.size() - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<size_t>(count);
  }
  return true;
}

bool MessageReader::Fill(int fd) {
  uint8_t chunk[65536];
  while (true) {
    ssize_t count = read(fd, chunk, sizeof(chunk));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    if (count == 0) return false;
    buffer_.insert(buffer_.end(), chunk, chunk + count);
  }
}

std::optional<nlohmann::json> MessageReader::Next() {
  uint32_t size = 0;
  while (buffer_.size() >= sizeof(size)) {
    std::memcpy(&size, buffer_.data(), sizeof(size));
    if (buffer_.size() - sizeof(size) < size) return std::nullopt;
    auto begin = buffer_.begin() + sizeof(size);
    nlohmann::json message = nlohmann::json::from_cbor(begin, begin + size, true, false);
    buffer_.erase(buffer_.begin(), begin + size);
    if (!message.is_discarded()) return message;
  }
  return std::nullopt;
}

nlohmann::json BinaryJson(const std::vector<uint8_t>& bytes) { return nlohmann::json::binary(bytes); }

}  // namespace assay
