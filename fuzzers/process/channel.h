// Channel: framed messages from a child process to its parent over a pipe. A message is a JSON value in CBOR.
// Tested by process_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace assay {

// Writes one message; false when the reader is gone.
bool SendMessage(int fd, const nlohmann::json& message);

// Puts together messages from what a non-blocking descriptor yields.
class MessageReader {
 public:
  // Reads what is there. False at end of file.
  bool Fill(int fd);
  // The next whole message; a frame that is no CBOR is dropped.
  std::optional<nlohmann::json> Next();

 private:
  std::vector<uint8_t> buffer_;
};

// A binary value of a message.
nlohmann::json BinaryJson(const std::vector<uint8_t>& bytes);

}  // namespace assay
