// Findings of one cause are one finding: what a finding's words say once all is left out that changes from module to module.
// For subjects whose faults are to be counted, not mended one by one. Tested by cause_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "oracles/core/oracle.h"

namespace assay {

// A sentence without numbers, quoted names and names of variables.
std::string Essence(std::string_view sentence);
// The last members of a path to where two modules differ: "ty.layout" of `<root>.functions[…].seq[0].buffer.ty.layout`.
std::string EndOfPath(std::string_view path);
// Whether a module came out ill-formed, whoever noticed: the cause is then the pass and the rule's label.
bool BreaksRule(const Finding& finding);
// Empty where the words say nothing that holds for other modules, too, as of wrong results.
std::string CauseInWords(const Finding& finding);
// Which promise of its own a program broke that said "broken promise at FILE:LINE: CONDITION: MESSAGE": where it stands, whichever pass
// came there, without the message, which may name what is of the module. Empty where it broke none.
std::string CauseOfCrash(std::string_view said);

}  // namespace assay
