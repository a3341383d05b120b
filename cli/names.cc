#include "cli/names.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/support/fault.h"
#include "ir/tensor/unknown_dtype.h"
#include "vm/llvm/engines.h"

namespace assay {

std::vector<std::string> SplitNames(const std::vector<std::string>& given) {
  std::vector<std::string> names;
  for (std::string_view rest : given) {
    while (!rest.empty()) {
      size_t end = std::min(rest.find(','), rest.size());
      if (end > 0) names.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return names;
}

Result<std::vector<const OracleSpec*>> OraclesNamed(const std::vector<std::string>& given) {
  std::vector<const OracleSpec*> oracles;
  std::vector<std::string_view> known{"all"};
  for (const OracleSpec* oracle : AllOracles()) known.emplace_back(oracle->name);
  for (const std::string& name : SplitNames(given)) {
    if (name == "all") {
      oracles.assign(AllOracles().begin(), AllOracles().end());
      continue;
    }
    const OracleSpec* oracle = FindOracle(name);
    if (oracle == nullptr) return UnknownName("oracle", name, known);
    oracles.push_back(oracle);
  }
  if (oracles.empty()) oracles.assign(AllOracles().begin(), AllOracles().end());
  return oracles;
}

Result<const EngineSpec*> EngineNamed(const std::string& name) {
  if (const EngineSpec* engine = FindEngine(name)) return engine;
  std::vector<std::string_view> known;
  for (const EngineSpec* engine : AllEngines()) known.emplace_back(engine->name);
  return UnknownName("engine", name, known);
}

Result<DType> DTypeNamed(const std::string& name) {
  std::optional<DType> dtype = ParseDType(name);
  if (dtype && !dtype->IsVoid()) return *dtype;
  return Diag{DiagKind::kUnknownName, {}, UnknownDTypeText(name), "", {}};
}

Result<std::string> OpNamed(const std::string& name) {
  if (const OpSpec* row = FindOp(name)) return std::string(row->name);
  return Diag{DiagKind::kUnknownName, {}, UnknownOperatorText(name), "", {}};
}

#ifdef ASSAY_FAULTS
Status SwitchOnFaults(const std::vector<std::string>& names) {
  std::vector<Fault> faults;
  std::vector<std::string_view> known;
  for (const FaultSpec& fault : AllFaults()) known.emplace_back(fault.name);
  for (const std::string& name : names) {
    size_t index = static_cast<size_t>(std::find(known.begin(), known.end(), name) - known.begin());
    if (index == known.size()) return UnknownName("fault", name, known);
    faults.push_back(static_cast<Fault>(index));
  }
  SetFaults(faults);
  return Done{};
}
#else
Status SwitchOnFaults(const std::vector<std::string>& names) {
  if (names.empty()) return Done{};
  return Diag{
      DiagKind::kUnsupported, {}, "this build has no faults; use `./dev faults …`, which builds one that has", "", {}};
}
#endif

}  // namespace assay
