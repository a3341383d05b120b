// LaunchTiles: products of tiles by the tensor cores of a launch (launch_scope.h). Tested by launch_gen_test.cc.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "generators/modules/launch_values.h"
#include "ir/prim/intrinsics.h"

namespace assay {

class LaunchTiles : protected LaunchValues {
 public:
  explicit LaunchTiles(LaunchScope& scope) : LaunchValues(scope) {}

  // Whether the launch has whole warps, and the module dtypes that tensor cores take.
  bool Tiles();

 private:
  using TileSizes = std::array<int64_t, 3>;
  // Rows, or columns, are `stride` elements apart.
  struct TileInMemory {
    const Buffer* buffer = nullptr;
    int64_t count = 0;
    int64_t stride = 0;
    bool by_column = false;
  };
  // Of the launch.
  const Buffer* TileMemory(DType dtype, int64_t count, std::string_view scope);
  TileInMemory WriteTile(DType dtype, int64_t rows, int64_t columns, const Shared* from);
  void MoveTile(IntrinsicId id, const Buffer* tiles, int64_t which, const TileSizes& sizes, const TileInMemory& memory,
                const Expr* offset);
  void StoreTile(const Buffer* tiles, int64_t which, const TileSizes& sizes);
  void AddTileCall(IntrinsicId id, const std::vector<const Expr*>& args);
  // The number of the thread's warp.
  const Expr* Warp();
};

}  // namespace assay
