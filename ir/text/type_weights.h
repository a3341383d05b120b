// TypeWeights: how deep types nest and how much they hold. What text says nests no deeper than the parser allows, but
// each binding may put a tuple, or a function's signature, around the type of the one before, or hold that type twice,
// or multiply its sizes by one another: without a bound, walks over types would need any amount of stack or of time.
// Tested by mistakes_test.cc. Internal to ir/text.
#pragma once

#include <string>
#include <unordered_map>

#include "ir/type.h"

namespace assay {

class TypeWeights {
 public:
  // Which bound the type is beyond; empty where it is within all of them.
  std::string Beyond(const Type* type);

 private:
  struct Weight {
    int depth = 1;
    int64_t parts = 1;
    // With a part within it; neither is counted further than one beyond its bound, of parts `most`.
    void Hold(const Weight& part, int64_t most);
  };
  Weight Of(const Type* type, int levels);
  // Of a tensor's or a shape's sizes; of other types, nothing.
  Weight OfShape(const Type* type);
  Weight OfSize(const Expr* size, int levels);

  std::unordered_map<const Expr*, Weight> sizes_;
  std::unordered_map<const Type*, Weight> known_;
};

}  // namespace assay
