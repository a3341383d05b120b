#include "generators/modules/neighbourhood.h"

#include "generators/modules/aspects.h"

namespace assay {

std::span<const FigureSpec> AllFigures() {
  static constexpr FigureSpec kSpecs[] = {
#define ASSAY_FIGURE(Name, label, needs, doc) {label, needs, doc},
#include "generators/modules/figures.def"
  };
  return kSpecs;
}

std::string_view WhatForbids(Figure figure, const OpSpec& row) {
  Aspects aspects = AspectsOf(row);
  if ((aspects & BitOf(Aspect::kNeverSampled)) != 0) return "its row gives no samples: only passes make calls of it";
  bool takes = (aspects & BitOf(Aspect::kTakesNone)) == 0;
  bool gives = (aspects & Bits(Aspect::kGivesTensor, Aspect::kGivesTuple, Aspect::kGivesShape)) != 0;
  if (!takes && !gives) return "takes no value, and gives none that an operator takes";
  bool device = (aspects & BitOf(Aspect::kNamesDevice)) != 0;
  if (device && figure == Figure::kLocal) return "TVMScript names no devices in local functions";
  return {};
}

}  // namespace assay
