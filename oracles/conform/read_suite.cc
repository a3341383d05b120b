#include "oracles/conform/read_suite.h"

#include <lzma.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "ir/support/file.h"
#include "ir/support/json_nesting.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

constexpr uint64_t kDecoderMemory = uint64_t{256} << 20;

// Takes bytes as they come from the file and yields text.
class Decoder {
 public:
  explicit Decoder(bool compressed) : compressed_(compressed) {
    if (compressed_) ready_ = lzma_stream_decoder(&stream_, kDecoderMemory, LZMA_CONCATENATED) == LZMA_OK;
  }
  ~Decoder() { lzma_end(&stream_); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  std::string text;

  // An empty chunk ends the file. What is wrong, or nothing.
  std::string_view Take(std::string_view chunk) {
    if (!compressed_) {
      text += chunk;
      return text.size() > kMaxSuiteTextBytes ? "the text is larger than 1 GiB" : "";
    }
    if (!ready_) return "the xz decoder cannot start";
    stream_.next_in = reinterpret_cast<const uint8_t*>(chunk.data());
    stream_.avail_in = chunk.size();
    return Drain(chunk.empty() ? LZMA_FINISH : LZMA_RUN);
  }

 private:
  std::string_view Drain(lzma_action action) {
    for (;;) {
      uint8_t out[1 << 16];
      stream_.next_out = out;
      stream_.avail_out = sizeof(out);
      lzma_ret code = lzma_code(&stream_, action);
      size_t count = sizeof(out) - stream_.avail_out;
      text.append(reinterpret_cast<const char*>(out), count);
      if (text.size() > kMaxSuiteTextBytes) return "the decompressed text is larger than 1 GiB";
      if (code == LZMA_STREAM_END) return "";
      if (code == LZMA_BUF_ERROR && action == LZMA_RUN) return "";
      if (code == LZMA_BUF_ERROR) return "the xz data ends in the middle";
      if (code == LZMA_MEMLIMIT_ERROR) return "the xz data needs too much memory";
      if (code != LZMA_OK) return "the xz data is corrupt";
      if (action == LZMA_RUN && stream_.avail_in == 0 && count < sizeof(out)) return "";
    }
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool compressed_;
  bool ready_ = false;
};

Result<std::string> ReadText(const std::string& path) {
  ASSAY_TRY(std::string bytes, ReadFile(path, kMaxSuiteFileBytes));
  Decoder decoder(path.ends_with(".xz"));
  std::string_view wrong = decoder.Take(bytes);
  // Nothing more comes.
  if (wrong.empty() && !bytes.empty()) wrong = decoder.Take({});
  if (!wrong.empty()) {
    return FileError(wrong.find("larger") != wrong.npos ? DiagKind::kTooLarge : DiagKind::kCorrupt, path, wrong);
  }
  return std::move(decoder.text);
}

// Recorders write floats that have no JSON form as bare NaN, Infinity and -Infinity; here they become strings.
std::string QuoteBareFloats(std::string_view line) {
  std::string out;
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (quoted && line[i] == '\\' && i + 1 < line.size()) {
      out += line[i++];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (!quoted) {
      std::string_view rest = line.substr(i);
      for (std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
        if (!rest.starts_with(word)) continue;
        out += fmt::format("\"{}\"", word);
        i += word.size();
        break;
      }
      if (i >= line.size()) break;
    }
    out += line[i];
  }
  return out;
}

nlohmann::json ParseLine(std::string_view line) {
  nlohmann::json parsed = JsonOf(line);
  return parsed.is_discarded() ? JsonOf(QuoteBareFloats(line)) : parsed;
}

// "expected JSON, got `}` (column 7)": a text of one line.
std::string WrongJson(std::string_view line) {
  std::string text = QuoteBareFloats(line);
  std::string why = ParseJson(text, "").error().message;
  why.erase(0, std::string_view("invalid : ").size());
  size_t place = why.rfind("(line 1, ");
  if (place != why.npos) why.erase(place + 1, std::string_view("line 1, ").size());
  return why;
}

// Of a line that is wrong.
constexpr size_t kShownBytes = 40;

bool IsSuiteFile(std::string_view name) { return name.ends_with(".jsonl") || name.ends_with(".jsonl.xz"); }

}  // namespace

Result<std::vector<nlohmann::json>> ReadSuite(const std::string& path) {
  ASSAY_TRY(std::string text, ReadText(path));
  std::vector<nlohmann::json> cases;
  std::map<std::string, int> lines;
  std::string_view rest = text;
  for (int line = 1; !rest.empty(); ++line) {
    size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (one.find_first_not_of(" \t\r") == one.npos) continue;
    if (one.size() > kMaxSuiteLineBytes)
      return FileError(DiagKind::kTooLarge, path, fmt::format("line {} is too long", line));
    if (std::string deep = TooDeepJson(one); !deep.empty())
      return FileError(DiagKind::kCorrupt, path,
                       fmt::format("line {} is nested deeper than {}", line, kMaxJsonNesting));
    nlohmann::json parsed = ParseLine(one);
    // What begins like a case goes wrong at some column.
    if (parsed.is_discarded() && one[one.find_first_not_of(" \t")] == '{') {
      return FileError(DiagKind::kCorrupt, path, fmt::format("line {}: {}", line, WrongJson(one)));
    }
    if (!parsed.is_object())
      return FileError(
          DiagKind::kCorrupt, path,
          fmt::format("line {}: expected a JSON object, a case, got `{}`", line, one.substr(0, kShownBytes)));
    auto id = parsed.find("id");
    if (id == parsed.end() || !id->is_string()) {
      return FileError(DiagKind::kCorrupt, path,
                       fmt::format("line {}: expected a case with a string \"id\", got {}", line,
                                   id == parsed.end() ? "none" : id->dump().substr(0, kShownBytes)));
    }
    auto [before, first] = lines.emplace(id->get<std::string>(), line);
    if (!first) {
      return FileError(DiagKind::kCorrupt, path,
                       fmt::format("lines {} and {} have the same \"id\" \"{}\"", before->second, line, before->first));
    }
    parsed[kLineKey] = line;
    cases.push_back(std::move(parsed));
  }
  return cases;
}

Result<std::vector<std::string>> SuiteFiles(const std::string& path) {
  std::error_code error;
  auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return FileError(DiagKind::kIo, path, "no such file or folder");
  if (!std::filesystem::is_directory(status)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    if (IsSuiteFile(entry.path().filename().string())) files.push_back(entry.path().string());
  }
  if (error) return FileError(DiagKind::kIo, path, error.message());
  if (files.empty()) return FileError(DiagKind::kIo, path, "the folder holds no .jsonl or .jsonl.xz file");
  std::sort(files.begin(), files.end());
  return files;
}

std::string_view SuiteStem(std::string_view path) {
  path.remove_prefix(path.rfind('/') == path.npos ? 0 : path.rfind('/') + 1);
  if (path.ends_with(".xz")) path.remove_suffix(3);
  if (path.ends_with(".jsonl")) path.remove_suffix(6);
  return path;
}

}  // namespace assay
