// For tests: a Python whose `tvm` is the stand-in of testdata/fake.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include "oracles/subjects/tvm/worker.h"

namespace assay {

inline constexpr const char* kPython = "/usr/bin/python3";

// `how`: FAKE_TVM in its environment.
inline Result<std::shared_ptr<TvmServer>> StartFakeTvm(const std::string& how = "", TvmLimits limits = {}) {
  setenv("PYTHONPATH", ASSAY_SOURCE_DIR "/oracles/subjects/tvm/testdata/fake", 1);
  setenv("FAKE_TVM", how.c_str(), 1);
  Result<std::shared_ptr<TvmServer>> server = TvmServer::Start(kPython, limits);
  unsetenv("PYTHONPATH");
  unsetenv("FAKE_TVM");
  return server;
}

}  // namespace assay
