#include "passes/old_options.h"

#include <string_view>

namespace assay {
namespace {

struct Renamed {
  std::string_view pass, before, now;
};
constexpr Renamed kRenamed[] = {{"ApplySchedule", "steps", "primitives"}};

}  // namespace

PassOptions ByTodaysNames(const PassSpec& pass, PassOptions options) {
  for (const Renamed& row : kRenamed) {
    if (row.pass != pass.name || options.contains(std::string(row.now))) continue;
    if (auto option = options.extract(std::string(row.before)); !option.empty()) {
      option.key() = row.now;
      options.insert(std::move(option));
    }
  }
  return options;
}

}  // namespace assay
