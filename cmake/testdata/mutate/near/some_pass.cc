// Whoever includes a header has its file's mutants.
#include "near/shared.h"
const PassSpec kSomePass = {
    .name = "SomePass",
};
