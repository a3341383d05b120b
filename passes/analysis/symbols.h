// Variables of a function by what they are to it: which its parameters define, which stay free. Tested by the golden
// texts of the passes that ask (testdata/inline_private_functions, testdata/lambda_lift, …).
#pragma once

#include <vector>

#include "ir/module.h"
#include "ir/walk.h"

namespace assay {

// Scalar variables that parameters of these types define: those that are a whole dimension somewhere (TVM's
// DefinableTIRVarsInType).
std::vector<const Var*> DefinableSymbols(const std::vector<const Type*>& types);
// Those, of the types of parameters, and parameters that are scalars, each of which is a size by itself.
std::vector<const Var*> SymbolsThatParamsDefine(Nodes<Var> params);
// Variables that parameters have in their types, and those that are scalars: what a function's result may speak of,
// also where symbols of a function around it are visible.
std::vector<const Var*> SymbolsInParams(const std::vector<const Var*>& params);
// Scalar variables that the function's own parameters define, by their types or as parameters; then those that
// match_cast in its body (not in nested functions) defines first. What the body computes is none, nor a variable
// of a map or a reducer.
std::vector<const Var*> DefinedSymbols(const Function* func);
// The function's parameters that are shapes by whose names its types speak: `s` of R.Tensor(s).
std::vector<const Var*> ShapesNamedByTypes(const Function* func);
// Variables of any kind that are used in `root` and defined nowhere in it, in order of first use.
std::vector<const Var*> FreeVarsIn(const Node* root, Types types = Types::kInclude);
// Variables of any kind that are defined in `root`, in order of definition: parameters, bindings, symbols that types of
// parameters and match_cast define, variables of maps and reducers.
std::vector<const Var*> VarsDefinedIn(const Node* root);

}  // namespace assay
