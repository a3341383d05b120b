#include "fuzzers/campaign/pass_lists.h"

#include <algorithm>
#include <iterator>

namespace assay {
namespace {

constexpr std::string_view kCommonPasses[] = {
#define ASSAY_COMMON_PASS(name) name,
#include "fuzzers/campaign/common_passes.def"
};

constexpr std::string_view kSeldomPasses[] = {
#define ASSAY_SELDOM_PASS(name) name,
#include "fuzzers/campaign/seldom_passes.def"
};

struct DrawnPass {
  std::string_view name;
  uint64_t draws;
};
constexpr DrawnPass kDrawnPasses[] = {
#define ASSAY_DRAWN_PASS(name, draws) {name, draws},
#include "fuzzers/campaign/drawn_passes.def"
};

}  // namespace

bool IsSeldom(const PassSpec& pass) { return std::ranges::count(kSeldomPasses, pass.name) != 0; }
bool IsCommon(const PassSpec& pass) { return std::ranges::count(kCommonPasses, pass.name) != 0; }

uint64_t DrawsOf(const PassSpec& pass) {
  const DrawnPass* row = std::ranges::find(kDrawnPasses, pass.name, &DrawnPass::name);
  return row == std::end(kDrawnPasses) ? 1 : row->draws;
}

size_t MostWorthOf(const PassSpec& pass) { return IsCommon(pass) ? 0 : IsSeldom(pass) ? 16 : 1; }

}  // namespace assay
