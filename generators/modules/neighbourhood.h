// Neighbourhoods: two operators in a figure: a chain, a fan, fields of a tuple, across functions, around an If … A
// figure works for any operators by their samplers, so that what a pass is about meets itself in each of them. Laid by
// figures.cc, chosen by fuzzers/campaign/neighbourhoods.h. Tested by neighbourhood_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "generators/modules/feature.h"

namespace assay {

struct OpSpec;

enum class Figure : uint8_t {
#define ASSAY_FIGURE(Name, label, needs, doc) Name,
#include "generators/modules/figures.def"
};
struct FigureSpec {
  std::string_view label;
  Features needs;
  std::string_view doc;
};
std::span<const FigureSpec> AllFigures();
inline const FigureSpec& SpecOf(Figure figure) { return AllFigures()[static_cast<size_t>(figure)]; }
inline constexpr size_t kFigures = 0
#define ASSAY_FIGURE(Name, label, needs, doc) +1
#include "generators/modules/figures.def"
    ;

struct Neighbourhood {
  Figure figure = Figure::kChain;
  const OpSpec* first = nullptr;
  // The first of them that can stand there does.
  std::vector<const OpSpec*> seconds;
};
// What became of one.
struct LaidNeighbourhood {
  Figure figure = Figure::kChain;
  const OpSpec* first = nullptr;
  // Null where nothing was laid.
  const OpSpec* second = nullptr;
};

// Why an operator cannot stand in the figure in any module; empty where it may.
std::string_view WhatForbids(Figure figure, const OpSpec& row);

}  // namespace assay
