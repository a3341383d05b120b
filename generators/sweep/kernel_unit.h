// KernelUnit: the sweep of one family of kernels (a row of the table in kernel_families.cc). A family has factors with
// levels from the tables of kinds of loops, of scalar operations, intrinsics and dtypes. Tested by kernel_unit_test.cc.
#pragma once

#include <memory>
#include <span>

#include "generators/sweep/kernel_builder.h"

namespace assay {

// A factor of a family, with what its levels mean.
enum class KernelFactor : uint8_t {
#define ASSAY_KERNEL_FACTOR(Name, label) Name,
#include "generators/sweep/kernels.def"
  kCount
};
inline constexpr size_t kKernelFactors = static_cast<size_t>(KernelFactor::kCount);

// How a condition stands in a kernel: as a statement, as an operand, negated, beside another condition, as a statement
// that does nothing where it holds, compared with another condition, or as a number.
enum class KernelForm : uint8_t { kIf, kIfThenElse, kSelect, kNot, kAnd, kOr, kElse, kEqual, kUnequal, kNumber };

// What one kernel is made of: a value of each factor; those that the family has not are 0.
struct KernelChoice {
  std::array<int64_t, kKernelFactors> values = {};
  // The dtypes to choose from, by which a value names one.
  std::span<const DType> dtypes;
  // Only what TVM 0.26 reads from text, and defines.
  bool readable = false;
  // What stood where a choice had no meaning: set by the family's function.
  std::array<bool, kKernelFactors> unused = {};

  int64_t Of(KernelFactor factor) const { return values[static_cast<size_t>(factor)]; }
  DType DTypeOf(KernelFactor factor) const { return dtypes[static_cast<size_t>(Of(factor))]; }
  // Another value than the one that was asked for.
  void Replace(KernelFactor factor, int64_t value) {
    if (Of(factor) != value) Unused(factor);
    values[static_cast<size_t>(factor)] = value;
  }
  void Unused(KernelFactor factor) { unused[static_cast<size_t>(factor)] = true; }
};

struct KernelFamily {
  std::string_view name;
  std::span<const KernelFactor> factors;
  // The kernel's body, with buffers made by the builder; nullptr where the choices do not go together.
  const Stmt* (*make)(KernelBuilder& builder, KernelChoice& choice);
};
std::span<const KernelFamily> KernelFamilies();

class KernelUnit final : public SweepUnit {
 public:
  // Kernels write no numbers of `without_numbers`.
  KernelUnit(const KernelFamily& family, std::vector<DType> dtypes, bool readable, std::vector<DType> without_numbers);

  std::string_view name() const override { return family_.name; }
  const std::vector<SweepFactor>& factors() const override { return factors_; }
  RowAnswer Make(Context& ctx, const Levels& asked, uint32_t attempt, const SweptPlace& place, Levels& shown,
                 SweptCall& made) const override;
  std::optional<size_t> values_factor() const override { return values_; }

 private:
  const KernelFamily& family_;
  std::vector<DType> dtypes_;
  bool readable_;
  std::vector<DType> without_numbers_;
  std::vector<SweepFactor> factors_;
  // What each level of each factor is.
  std::vector<std::vector<int64_t>> meanings_;
  std::optional<size_t> values_;
};

std::vector<std::unique_ptr<SweepUnit>> KernelUnits(const std::vector<DType>& dtypes, bool readable,
                                                    const std::vector<DType>& without_numbers = {});

}  // namespace assay
