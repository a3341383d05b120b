// What commands say of folders and files that units and merges refuse. Tested by refused_test.cc.
#pragma once

#include <string>
#include <vector>

namespace assay {

// An error for each; of many the first ones, and how many more.
void SayRefused(const std::vector<std::string>& refused);

}  // namespace assay
