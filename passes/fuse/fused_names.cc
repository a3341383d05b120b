#include "passes/fuse/fused_names.h"

#include <cctype>

namespace assay {

std::string BlockNames::Unique(std::string_view name) {
  if (std::string whole(name); taken_.insert(whole).second) return whole;
  size_t digits = name.size();
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1])) != 0) --digits;
  bool counts = digits < name.size() && name.size() - digits < 10;
  std::string base(counts ? name.substr(0, digits) : name);
  int64_t first = counts ? std::stoll(std::string(name.substr(digits))) + 1 : 1;
  // Names are never given back: what was tried from 1 on need not be tried again.
  int64_t& tried = tried_.try_emplace(base, 1).first->second;
  bool goes_on = first <= tried;
  for (int64_t next = goes_on ? tried : first;; ++next) {
    std::string candidate = base + std::to_string(next);
    if (goes_on) tried = next + 1;
    if (taken_.insert(candidate).second) return candidate;
  }
}

const std::string& BufferNames::Intermediate(std::string_view buffer) {
  Last& last = last_[std::string(buffer)];
  if (last.name.empty()) {
    last.name = std::string(buffer) + "_intermediate";
  } else {
    last.name += "_" + std::to_string(last.id++);
  }
  while (!taken_.insert(last.name).second) last.name += "_" + std::to_string(last.id++);
  return last.name;
}

}  // namespace assay
