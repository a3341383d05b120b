// What goes wrong, as one of few words: the rows of finding_classes.def. Tested by finding_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ir/support/result.h"

namespace assay {

class FindingClass {
 public:
  enum Row : uint8_t {
#define ASSAY_FINDING_CLASS(Constant, spelling, sides, doc) Constant,
#include "oracles/core/finding_classes.def"
  };

  // `number`: which exit code or signal, for kExit and kSignal.
  constexpr FindingClass(Row row = kDiffers, uint8_t number = 0) : row_(row), number_(number) {}

  constexpr Row row() const { return row_; }
  // As it is stored and shown: "differs", "SIGSEGV", "exit_3".
  std::string name() const;

  friend constexpr bool operator==(FindingClass, FindingClass) = default;

 private:
  Row row_;
  uint8_t number_;
};

// What there is to show: something expected and what came, or the latter alone.
enum class SidesShown : uint8_t { kOne, kTwo };
// In order of the constants.
struct FindingClassSpec {
  std::string_view name;
  SidesShown sides;
  std::string_view doc;
};
std::span<const FindingClassSpec> AllFindingClasses();
// Diag kCorrupt names what is no such spelling.
Result<FindingClass> FindingClassNamed(std::string_view name);

}  // namespace assay
