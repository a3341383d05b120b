// Kinds of statements that kernels consist of, as sets: of which a TIR pass is about some. Tested by
// tir_free_test.cc.
#pragma once

#include <cstdint>

namespace assay {

enum class Topic : uint8_t {
#define ASSAY_TOPIC(name, label, doc) name,
#include "generators/modules/topics.def"
  kCount,
};

using Topics = uint32_t;
inline constexpr Topics BitOf(Topic topic) { return Topics{1} << static_cast<int>(topic); }

}  // namespace assay
