#include "ir/placement.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace assay {
namespace {

// The number and the brackets behind "S"; the rest of the text, or nothing. As in TVM, no number is 0 and the end of
// the text closes the bracket.
std::optional<std::string_view> ParseSplit(std::string_view text, Placement& out) {
  if (!text.starts_with('[')) return std::nullopt;
  size_t close = std::min(text.find(']'), text.size());
  int32_t axis = 0;
  std::string_view number = text.substr(1, close - 1);
  while (number.starts_with(' ')) number.remove_prefix(1);
  if (!number.empty()) {
    auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), axis);
    if (error != std::errc() || end != number.data() + number.size()) return std::nullopt;
  }
  out.emplace_back(axis);
  return text.substr(std::min(close + 1, text.size()));
}

}  // namespace

std::optional<Placement> ParsePlacement(std::string_view text) {
  Placement out;
  while (!text.empty()) {
    char word = text[0];
    text.remove_prefix(1);
    if (word == 'R') {
      out.emplace_back();
    } else if (word == 'S') {
      std::optional<std::string_view> rest = ParseSplit(text, out);
      if (!rest) return std::nullopt;
      text = *rest;
    } else if (word != ',' && word != ' ') {
      return std::nullopt;
    }
  }
  return out;
}

std::string PlacementText(const Placement& placement) {
  std::string out;
  for (const PlacementSpec& spec : placement) {
    if (!out.empty()) out += ", ";
    out += spec ? fmt::format("S[{}]", *spec) : "R";
  }
  return out;
}

Result<const DeviceMesh*> MakeDeviceMesh(Context& ctx, const std::vector<int64_t>& shape,
                                         const std::vector<int64_t>& ids, bool is_range) {
  // More places than ids are enough to know.
  uint64_t places = 1, most = ids.size() + 1;
  bool negative = false;
  for (int64_t extent : shape) {
    negative |= extent < 0;
    places = std::min(places * std::min(static_cast<uint64_t>(extent), most), most);
  }
  if (negative || places != ids.size()) {
    return Diag{DiagKind::kBadArgument, {}, "a device mesh has not one device id for each place of its shape", {}, {}};
  }
  auto* mesh = ctx.arena.New<DeviceMesh>();
  mesh->shape = ctx.Copy(shape);
  mesh->device_ids = ctx.Copy(ids);
  mesh->is_range = is_range;
  return mesh;
}

std::string_view DTensorTypeFlaw(const TensorType& tensor, const DeviceMesh& mesh, const Placement& placement) {
  if (placement.size() != mesh.shape.size()) return "the placement has not one word for each dimension of the mesh";
  for (const PlacementSpec& spec : placement) {
    if (spec && *spec >= tensor.rank) return "the placement splits an axis that the tensor does not have";
  }
  return {};
}

Result<const DTensorType*> MakeDTensorType(Context& ctx, const TensorType* tensor, const DeviceMesh* mesh,
                                           const Placement& placement) {
  if (std::string_view flaw = DTensorTypeFlaw(*tensor, *mesh, placement); !flaw.empty()) {
    return Diag{DiagKind::kBadArgument, {}, std::string(flaw), {}, {}};
  }
  auto* type = ctx.arena.New<DTensorType>();
  type->tensor = tensor;
  type->mesh = mesh;
  type->placement = ctx.Intern(PlacementText(placement));
  return type;
}

}  // namespace assay
