// Places: which kind of node, dtype, literal, scope, loop, function and call stands in which kind of place, over many
// generated modules. A cell without any is a hole of the generator, or names the rule that forbids it. Tested by
// places_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"

namespace assay {

enum class Place : uint8_t {
#define ASSAY_PLACE(Name, label, doc) Name,
#include "fuzzers/bench/places.def"
};
struct PlaceSpec {
  std::string_view label, doc;
};
std::span<const PlaceSpec> AllPlaces();
inline constexpr size_t kPlaces = 0
#define ASSAY_PLACE(Name, label, doc) +1
#include "fuzzers/bench/places.def"
    ;

// What can stand somewhere: a row of the table.
struct PlacedKind {
  // "node", "dtype", "literal", "scope", "loop", "axis", "variable", "function", "call".
  std::string_view sort;
  std::string name;
};
// All rows, from the tables of nodes, dtypes, scopes and operators.
const std::vector<PlacedKind>& AllPlacedKinds();

class PlaceTable {
 public:
  PlaceTable() : counts_(AllPlacedKinds().size()) {}

  void Add(const Module& module);

  // How many times the kind (by its index in AllPlacedKinds) stood there.
  uint64_t Count(size_t kind, Place place) const { return counts_[kind][static_cast<size_t>(place)]; }
  uint64_t modules = 0;

 private:
  friend class PlaceWalk;
  std::vector<std::array<uint64_t, kPlaces>> counts_;
};

// The label of the rule that forbids the cell, or "type" where no field there can hold it; empty where it may be.
std::string_view WhatForbids(const PlacedKind& row, Place place);

struct PlacesOptions {
  uint64_t modules = 20'000;
  // Of the first module; the next one has the next.
  uint64_t seed = 1;
  GenOptions generate = {};
  // Called now and then with the number of modules so far.
  std::function<void(uint64_t)> progress = nullptr;
};
// Every fourth module is of kernels alone, and one in 24 of launches, as in campaigns.
PlaceTable MeasurePlaces(const PlacesOptions& options);

struct PlacesSummary {
  uint64_t filled = 0, forbidden = 0, empty = 0;
};
PlacesSummary Summarize(const PlaceTable& table);
// The object that `bench places --json` prints, without the seconds.
nlohmann::json PlacesJson(const PlaceTable& table);

}  // namespace assay
