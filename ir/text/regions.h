// The regions that a block reads and writes, where the text leaves T.reads and T.writes out: accesses inside the block,
// with loops and inner blocks relaxed to intervals (as TVM's GetBlockAccessRegion). Tested by regions_test.cc.
#pragma once

#include <vector>

#include "ir/builder.h"

namespace assay {

struct BlockRegions {
  std::vector<const BufferRegion*> reads;
  std::vector<const BufferRegion*> writes;
};

// Of a block with this body and init; buffers in `own` are allocated inside and left out, and an access of a buffer in
// `matched` is one of the region that it stands for. What an update reads of a buffer that init writes is not a read.
BlockRegions DetectRegions(Context& ctx, const Stmt* body, const Stmt* init, const std::vector<const Buffer*>& own,
                           const std::vector<const MatchBufferRegion*>& matched);

}  // namespace assay
