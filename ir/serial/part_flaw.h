// PartFlaw: what the fields of a node that has been read contradict one another in, or nothing; its parts are all
// there. Tested by serial_test.cc.
#pragma once

#include <string_view>

#include "ir/module.h"

namespace assay {

std::string_view PartFlaw(Context& ctx, const AttrDict& dict);
std::string_view PartFlaw(Context& ctx, const PrimFunc& func);
std::string_view PartFlaw(Context& ctx, const SBlock& block);
std::string_view PartFlaw(Context& ctx, const CommReducer& reducer);
std::string_view PartFlaw(Context& ctx, const SBlockRealize& realize);
std::string_view PartFlaw(Context& ctx, const Tuple& tuple);
std::string_view PartFlaw(Context& ctx, const IntImm& imm);
std::string_view PartFlaw(Context& ctx, const FloatImm& imm);
std::string_view PartFlaw(Context& ctx, const BinaryExpr& binary);
std::string_view PartFlaw(Context& ctx, const ShapeExpr& shape);
std::string_view PartFlaw(Context& ctx, const ShapeType& shape);
std::string_view PartFlaw(Context& ctx, const TensorType& tensor);
std::string_view PartFlaw(Context& ctx, const DeviceMesh& mesh);
std::string_view PartFlaw(Context& ctx, const DTensorType& type);
// Fields of others say nothing of one another.
inline std::string_view PartFlaw(Context&, const Node&) { return {}; }

}  // namespace assay
