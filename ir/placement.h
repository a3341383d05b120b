// Placements of distributed tensors: for each dimension of a device mesh "S[axis]" (it splits that axis of the tensor)
// or "R" (it holds replicas). Types keep the text, in its one normal form. Tested by placement_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/context.h"
#include "ir/support/result.h"
#include "ir/type.h"

namespace assay {

// The split axis of one dimension of the mesh; nothing for replicas.
using PlacementSpec = std::optional<int64_t>;
using Placement = std::vector<PlacementSpec>;

// As TVM's Placement::FromText: commas and blanks separate and may be missing. Nothing when the text is malformed.
std::optional<Placement> ParsePlacement(std::string_view text);
// The normal form: "S[0], R".
std::string PlacementText(const Placement& placement);

// A mesh of these devices, with as many ids as places; Diag kBadArgument otherwise.
Result<const DeviceMesh*> MakeDeviceMesh(Context& ctx, const std::vector<int64_t>& shape,
                                         const std::vector<int64_t>& ids, bool is_range);
// Why these make no type, by TVM's rules: the placement has a word for each dimension of the mesh, and splits axes that
// the tensor has. Empty when they do.
std::string_view DTensorTypeFlaw(const TensorType& tensor, const DeviceMesh& mesh, const Placement& placement);
// Diag kBadArgument when they make no type.
Result<const DTensorType*> MakeDTensorType(Context& ctx, const TensorType* tensor, const DeviceMesh* mesh,
                                           const Placement& placement);

}  // namespace assay
