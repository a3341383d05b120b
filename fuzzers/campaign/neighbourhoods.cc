// What passes are about, and whose turn it is (neighbourhoods.h).
#include "fuzzers/campaign/neighbourhoods.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "ir/support/hash.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// What concerns.def is written with.
using enum Aspect;
constexpr AspectSet Every() { return {}; }
template <class... A>
constexpr AspectSet Any(A... aspects) {
  return {.any = Bits(aspects...)};
}
template <class... A>
constexpr AspectSet All(A... aspects) {
  return {.all = Bits(aspects...)};
}
// All of them, in one stage.
template <class... A>
constexpr AspectSet Bare(A... aspects) {
  return {.all = Bits(aspects...), .none = Bits(kStaged)};
}
template <class... A>
constexpr AspectSet Without(A... aspects) {
  return {.none = Bits(aspects...)};
}

constexpr Concern kConcerns[] = {
#define ASSAY_CONCERN(pass, operators, partners) {pass, operators, partners},
#include "fuzzers/campaign/concerns.def"
};

// Partners to try where one cannot stand beside an operator.
constexpr size_t kPartners = 4;
// Of a pass, in one module.
constexpr size_t kMostTurns = 3;

// The i-th of n things in an order that depends on `salt`; each comes once.
size_t Shuffled(uint64_t i, size_t n, uint64_t salt) {
  uint64_t stride = n <= 2 ? 1 : 1 + HashCombine(salt, 1) % (n - 1);
  while (std::gcd(stride, static_cast<uint64_t>(n)) != 1) ++stride;
  return static_cast<size_t>((i % n * stride + HashCombine(salt, 2)) % n);
}

bool GivesSomething(const OpSpec& row) { return (AspectsOf(row) & Bits(kGivesTensor, kGivesTuple, kGivesShape)) != 0; }
bool TakesSomething(const OpSpec& row) { return (AspectsOf(row) & BitOf(kTakesNone)) == 0; }

std::vector<const OpSpec*> RowsOf(const AspectSet& set, Features unwanted) {
  std::vector<const OpSpec*> rows = RowsIn(set);
  std::erase_if(rows, [](const OpSpec* row) { return (AspectsOf(*row) & BitOf(kNeverSampled)) != 0; });
  // What TVM reads back as another call is for modules that it is not to read.
  if ((unwanted & BitOf(Feature::kUnreadable)) != 0) {
    std::erase_if(rows, [](const OpSpec* row) { return !row->tvm_reads_back; });
  }
  if ((unwanted & BitOf(Feature::kImpure)) != 0) {
    std::erase_if(rows, [](const OpSpec* row) { return row->purity == Purity::kImpure; });
  }
  return rows;
}

// What gives nothing comes last, and what takes one value behind one that takes two.
bool MayLead(Figure figure, const OpSpec& row) {
  if (figure == Figure::kSameOperand) return (AspectsOf(row) & BitOf(kTakesSeveral)) != 0 && GivesSomething(row);
  if (figure == Figure::kConstant || figure == Figure::kTwins) return TakesSomething(row) && GivesSomething(row);
  return GivesSomething(row);
}

bool ReachesKernels(Figure figure) {
  switch (figure) {
    case Figure::kChain:
    case Figure::kFanOut:
    case Figure::kFanIn:
    case Figure::kConstant:
    case Figure::kSameOperand:
    case Figure::kSymbolic: return true;
    default: return false;
  }
}

}  // namespace

const Concern* ConcernOf(const PassSpec& pass) {
  const Concern* row = std::ranges::find(kConcerns, IsTirPass(pass) ? "" : pass.name, &Concern::pass);
  return row == std::end(kConcerns) ? nullptr : row;
}

std::vector<Figure> FiguresOf(const PassSpec& pass) {
  Features unwanted = PreparationFor(pass).unwanted;
  std::vector<Figure> figures;
  for (size_t i = 0; i < kFigures; ++i) {
    auto figure = static_cast<Figure>(i);
    bool possible = (SpecOf(figure).needs & unwanted) == 0;
    if (possible && (!IsTirPass(pass) || ReachesKernels(figure))) figures.push_back(figure);
  }
  return figures;
}

std::vector<const OpSpec*> OperatorsOf(const PassSpec& pass, Features unwanted) {
  const Concern* concern = ConcernOf(pass);
  if (concern == nullptr) return {};
  return RowsOf(concern->operators, unwanted | PreparationFor(pass).unwanted);
}

std::vector<const OpSpec*> PartnersOf(const PassSpec& pass, Features unwanted) {
  const Concern* concern = ConcernOf(pass);
  if (concern == nullptr) return {};
  std::vector<const OpSpec*> rows = RowsOf(concern->partners, unwanted | PreparationFor(pass).unwanted);
  std::erase_if(rows, [](const OpSpec* row) { return !TakesSomething(*row); });
  return rows;
}

// Passes that are prepared alike share modules.
NeighbourhoodPlan::NeighbourhoodPlan(std::span<const PassSpec* const> passes, size_t for_each, uint64_t seed,
                                     Features unwanted)
    : for_each_(for_each), seed_(seed), unwanted_(unwanted) {
  using Key = std::tuple<bool, std::string_view, Features, Features>;
  std::map<Key, std::vector<const PassSpec*>> alike;
  for (const PassSpec* pass : passes) {
    if (OperatorsOf(*pass, unwanted).empty() || PartnersOf(*pass, unwanted).empty()) continue;
    Preparation wanted = PreparationFor(*pass);
    alike[{IsTirPass(*pass), wanted.before, wanted.unwanted, wanted.features & BitOf(Feature::kDevices)}].push_back(
        pass);
  }
  for (const auto& [key, group] : alike) {
    size_t size = std::get<bool>(key) ? 2 * for_each : for_each;
    size_t batches = for_each == 0 ? 0 : (group.size() + size - 1) / size;
    for (size_t i = 0; i < batches; ++i) {
      batches_.emplace_back();
      for (size_t j = i; j < group.size(); j += batches) batches_.back().push_back(group[j]);
    }
  }
}

// Operators and figures advance together, so that neither waits for the other to have had all turns; of an operator in
// a figure, the partners do.
Neighbourhood NeighbourhoodPlan::Of(const PassSpec& pass, uint64_t k) const {
  std::vector<const OpSpec*> operators = OperatorsOf(pass, unwanted_), partners = PartnersOf(pass, unwanted_);
  std::vector<Figure> figures = FiguresOf(pass);
  uint64_t salt = HashCombine(seed_, HashText(pass.name));
  uint64_t op = k % operators.size(), cycle = k / operators.size();
  uint64_t figure = (op + cycle) % figures.size(), again = cycle / figures.size();
  Neighbourhood wanted{
      figures[Shuffled(figure, figures.size(), salt + 1)], operators[Shuffled(op, operators.size(), salt + 2)], {}};
  uint64_t partner = op + 5 * figure + again;
  for (size_t i = 0; i < std::min(kPartners, partners.size()); ++i) {
    uint64_t at = partner + i * (partners.size() / kPartners + 1);
    wanted.seconds.push_back(partners[Shuffled(at, partners.size(), salt + 3)]);
  }
  if (MayLead(wanted.figure, *wanted.first) || !TakesSomething(*wanted.first)) return wanted;
  auto leader = std::ranges::find_if(wanted.seconds, [&](const OpSpec* row) { return MayLead(wanted.figure, *row); });
  if (leader != wanted.seconds.end()) wanted = {wanted.figure, *leader, {wanted.first}};
  return wanted;
}

PlannedModule NeighbourhoodPlan::At(uint64_t n) const {
  uint64_t cycle = n / batches_.size();
  size_t batch = Shuffled(n % batches_.size(), batches_.size(), HashCombine(seed_, cycle));
  PlannedModule planned{batches_[batch], {}};
  // Where few passes are asked about, each has several turns in a module.
  size_t turns = batches_.size() > 1 ? 1 : std::clamp<size_t>(for_each_ / planned.passes.size(), 1, kMostTurns);
  for (const PassSpec* pass : planned.passes) {
    for (size_t i = 0; i < turns; ++i) planned.neighbourhoods.push_back(Of(*pass, cycle * turns + i));
  }
  return planned;
}

GenOptions NeighbourhoodPlan::Options(GenOptions options, const PlannedModule& planned) const {
  options.neighbourhoods = planned.neighbourhoods;
  for (const PassSpec* pass : planned.passes) {
    Preparation wanted = PreparationFor(*pass);
    options.wanted |= wanted.features;
    options.unwanted |= wanted.unwanted;
  }
  bool local = false, devices = false;
  auto look_at = [&](const OpSpec* row) {
    devices |= (AspectsOf(*row) & BitOf(kNamesDevice)) != 0;
    if (!row->tvm_reads_back) options.wanted |= BitOf(Feature::kUnreadable);
  };
  for (const Neighbourhood& one : planned.neighbourhoods) {
    options.wanted |= SpecOf(one.figure).needs;
    local |= one.figure == Figure::kLocal;
    look_at(one.first);
    std::ranges::for_each(one.seconds, look_at);
  }
  // Local functions know no devices.
  if (devices) options.wanted |= BitOf(Feature::kDevices);
  if (local && !devices && (options.wanted & BitOf(Feature::kDevices)) == 0)
    options.unwanted |= BitOf(Feature::kDevices);
  return options;
}

}  // namespace assay
