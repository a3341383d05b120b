#include "cli/diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay {
namespace {

// The table of common lengths has at most this many entries; beyond, everything between the equal ends is replaced.
constexpr size_t kMaxTable = size_t{16} << 20;
constexpr size_t kContext = 2;

struct Line {
  char mark;
  std::string_view text;
};

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

using Slice = std::vector<std::string_view>;

void AppendAll(std::vector<Line>& out, char mark, const Slice& lines) {
  for (std::string_view line : lines) out.push_back({mark, line});
}

// Longest common subsequence, by the table of its lengths for suffixes.
void AppendMiddle(std::vector<Line>& out, const Slice& a, const Slice& b) {
  if ((a.size() + 1) * (b.size() + 1) > kMaxTable) {
    AppendAll(out, '-', a);
    return AppendAll(out, '+', b);
  }
  size_t width = b.size() + 1;
  std::vector<uint32_t> common((a.size() + 1) * width);
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      common[i * width + j] = a[i] == b[j] ? common[(i + 1) * width + j + 1] + 1
                                           : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      out.push_back({' ', a[i]});
      ++i, ++j;
    } else if (j == b.size() || (i < a.size() && common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      out.push_back({'-', a[i++]});
    } else {
      out.push_back({'+', b[j++]});
    }
  }
}

std::string Show(const std::vector<Line>& lines) {
  std::vector<bool> shown(lines.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].mark == ' ') continue;
    size_t first = i < kContext ? 0 : i - kContext, last = std::min(i + kContext, lines.size() - 1);
    for (size_t j = first; j <= last; ++j) shown[j] = true;
  }
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (shown[i]) {
      out += lines[i].mark;
      out.append(lines[i].text);
      out += '\n';
    } else if (i == 0 || shown[i - 1]) {
      out += "...\n";
    }
  }
  return out;
}

}  // namespace

std::string LineDiff(std::string_view before, std::string_view after) {
  if (before == after) return {};
  Slice a = Lines(before), b = Lines(after);
  size_t head = 0, tail = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  while (tail + head < a.size() && tail + head < b.size() && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  auto part = [](const Slice& lines, size_t begin, size_t end) {
    return Slice(lines.begin() + static_cast<std::ptrdiff_t>(begin), lines.begin() + static_cast<std::ptrdiff_t>(end));
  };
  std::vector<Line> out;
  AppendAll(out, ' ', part(a, 0, head));
  AppendMiddle(out, part(a, head, a.size() - tail), part(b, head, b.size() - tail));
  AppendAll(out, ' ', part(a, a.size() - tail, a.size()));
  return Show(out);
}

}  // namespace assay
