#include "ir/support/line_cursor.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(LineCursor, CountsAsTheMapDoes) {
  SourceMap sources;
  uint32_t first = sources.Add("a.py", "a\n\nbc\nd"), second = sources.Add("b.py", "\n\n"),
           empty = sources.Add("c.py", "");
  LineCursor cursor(sources);
  // Forwards, backwards, beyond the end, and from one text to another.
  for (uint32_t file : {first, second, first, empty, second}) {
    for (uint32_t offset : {0u, 7u, 3u, 1u, 2u, 100u, 0u, 4u, 4u, 5u})
      EXPECT_EQ(cursor.LineOf(file, offset), sources.Locate(file, offset).line) << file << " " << offset;
  }
}

}  // namespace
}  // namespace assay
