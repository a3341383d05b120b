// Windows that move over data, of convolution and pooling. Tested through both.
#pragma once

#include <cstdint>

namespace assay {

// Places of a window, a stride apart, that has `room` to move. Rounded down, so that one far larger than the data has a
// negative number of them, which traps.
constexpr int64_t WindowPlaces(int64_t room, int64_t stride) {
  return (room >= 0 ? room / stride : -((stride - 1 - room) / stride)) + 1;
}

}  // namespace assay
