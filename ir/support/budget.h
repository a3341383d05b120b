// What a run, or a pass that computes values itself, may use: steps and memory. Tested by budget_test.cc.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string_view>

namespace assay {

// What may be used up.
enum class Limit : uint8_t { kSteps, kBytes, kSeconds };

// The budget is used up: neither right nor wrong, never a bug.
struct OutOfBudget {
  Limit limit = Limit::kSteps;
};
// "steps", "memory", "time".
std::string_view LimitName(Limit limit);
// For messages of tests (gtest).
void PrintTo(const OutOfBudget& spent, std::ostream* out);

// A step is one loop iteration of a kernel, one VM instruction, one Relax binding, or one element that reference
// evaluation looks at.
struct Budget {
  int64_t steps = 100'000'000;
  int64_t bytes = int64_t{1} << 30;
};

// A budget in use.
class Meter {
 public:
  explicit Meter(const Budget& budget) : steps_(budget.steps), bytes_(budget.bytes) {}
  // False when there is not enough left; nothing is taken then.
  bool Step(int64_t count = 1) { return Take(steps_, count); }
  bool Allocate(int64_t bytes) {
    bool enough = Take(bytes_, bytes);
    if (!enough) bytes_ran_out_ = true;
    return enough;
  }
  void Release(int64_t bytes) { bytes_ += bytes; }
  Budget left() const { return {steps_, bytes_}; }
  // For compiled code, which counts down in place.
  int64_t* steps() { return &steps_; }
  // What a run that ends on this meter ended by.
  OutOfBudget Spent() const { return {bytes_ran_out_ ? Limit::kBytes : Limit::kSteps}; }
  // Where a part of the run, on a meter of its own, ended by it.
  void EndAs(const Meter& part) { bytes_ran_out_ |= part.bytes_ran_out_; }

 private:
  static bool Take(int64_t& left, int64_t count) {
    if (count > left) return false;
    left -= count;
    return true;
  }
  int64_t steps_;
  int64_t bytes_;
  bool bytes_ran_out_ = false;
};

}  // namespace assay
