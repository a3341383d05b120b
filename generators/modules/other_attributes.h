// A sampled call with one attribute as its sampler seldom or never draws it, where inference takes it: what passes make
// of an operator may hang on any of them. Tested by other_attributes_test.cc.
#pragma once

#include "generators/modules/function_scope.h"

namespace assay {

// The truth turned round, another text, an order of the dimensions of a layout, axes counted from the other end. The
// call itself where there is none such.
const Call* WithOtherAttribute(Context& ctx, ByteSource& bytes, const Module& module, const OpSpec& row,
                               const Call* call);
// One call in so many.
const Call* PerhapsOtherwise(FunctionScope& scope, const OpSpec& row, const Call* call);

}  // namespace assay
