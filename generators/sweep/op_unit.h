// OpUnit: the sweep of one operator. Its factors are told from its row: dtypes that its sampler asks for, ranks and
// extents that it leaves open, its attributes; and for all operators special values, sizes that are symbols, and
// constants. Tested by op_unit_test.cc.
#pragma once

#include "generators/sweep/attr_levels.h"
#include "generators/sweep/sweep_site.h"

namespace assay {

class OpUnit final : public SweepUnit {
 public:
  // `dtypes`: those that tensors may have. With `constants`, some operands are constants.
  OpUnit(const OpSpec& row, std::vector<DType> dtypes, bool constants);

  std::string_view name() const override { return row_.name; }
  const std::vector<SweepFactor>& factors() const override { return factors_; }
  RowAnswer Make(Context& ctx, const Levels& asked, uint32_t attempt, const SweptPlace& place, Levels& shown,
                 SweptCall& made) const override;
  CallFate FateOf(const SweptCall& made) const override;
  std::optional<size_t> values_factor() const override { return values_; }

 private:
  enum class Kind : uint8_t { kDType, kRank, kExtent, kSizes, kConstant, kValues, kAttr };
  // Which of its kind: of the dtypes, of the extents, of the row's attributes.
  struct Meaning {
    Kind kind;
    size_t which = 0;
  };

  void Discover();
  void Add(Meaning meaning, std::string label, std::vector<std::string> levels);
  SiteWish WishOf(const Levels& asked, uint32_t attempt) const;
  // The sampled call with the attributes that are asked for; nothing where inference or an attribute's kind refuses it.
  const Call* Overridden(Context& ctx, const Call* sampled, const Levels& asked) const;
  void Show(const SiteGave& gave, const Call& call, Levels& shown) const;
  int16_t LevelOf(Meaning meaning, const SiteGave& gave, const Call& call) const;

  const OpSpec& row_;
  std::vector<DType> dtypes_;
  bool constants_;
  std::vector<SweepFactor> factors_;
  std::vector<Meaning> meanings_;
  // Levels of the dtypes' factors, of the ranks', and of the attributes'.
  std::array<std::vector<DType>, kSweptDTypes> dtype_levels_;
  int least_rank_ = 0;
  std::vector<std::vector<AttrLevel>> attr_levels_;
  std::optional<size_t> values_;
};

// Units of all rows that have a sampler which gives something; in the table's order.
std::vector<std::unique_ptr<SweepUnit>> OpUnits(const std::vector<const OpSpec*>& rows,
                                                const std::vector<DType>& dtypes, bool constants);

}  // namespace assay
