// The recorder on the stand-in for TVM: what goes through its front doors stands in the suites, errors with it, and
// nothing is written of what recording itself asks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "ir/support/temp_folder.h"
#include "oracles/subjects/tvm/fake_tvm.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

// Standard output of a program of Python that imports the recorder.
std::string OutputOf(const std::string& program) {
  TempFolder folder;
  std::string path = folder.path() + "/record.py", out = folder.path() + "/record.txt";
  std::ofstream(path) << "import sys\nsys.path[:0] = ['" ASSAY_SOURCE_DIR "/oracles/subjects/tvm', '" ASSAY_SOURCE_DIR
                         "/oracles/subjects/tvm/testdata/fake']\n" +
                             program;
  int status = std::system((std::string(kPython) + " -B " + path + " > " + out + " 2>&1").c_str());
  std::stringstream text;
  text << std::ifstream(out).rdbuf();
  EXPECT_EQ(status, 0) << text.str();
  return text.str();
}

TEST(RecordTests, PassesAreWrittenDownWithWhatTheyDid) {
  std::string out = OutputOf(R"(
import lzma, tempfile, types
import tvm, tvm.relax

class Pass:
    def __init__(self, action):
        self.action = action
    def __call__(self, module):
        return self.action(module)

class BlockBuilder:
    def normalize(self, call):
        return call

place = types.SimpleNamespace
tvm.ir.transform = place(Pass=Pass)
tvm.transform.PassContext = place(current=lambda: place(opt_level=2, config={"a.key": 1}))
tvm.target.Target = place(current=lambda allow_none: None)
tvm.relax.BlockBuilder, tvm.relax.build = BlockBuilder, lambda module: module
passes = vars(tvm.relax.transform)
for name in list(passes):
    passes[name] = lambda action=passes[name](): Pass(action)

import record_tests
folder = tempfile.mkdtemp()
recorder = record_tests.install(folder)
recorder.test = "a_test"
for name in ("Normalize", "CanonicalizeBindings", "Normalize"):
    try:
        getattr(tvm.relax.transform, name)()(tvm.Module("a module\n"))
    except tvm.InternalError:
        print("raised")
recorder.close()
print(lzma.open(folder + "/pass.jsonl.xz", "rt").read(), recorder.counts)
)");
  EXPECT_THAT(out, HasSubstr("raised")) << "errors go through";
  EXPECT_THAT(out, HasSubstr(R"("id": "pass-0000", "test": "a_test", "pass": "Normalize", "args": [], "kwargs": {})"));
  EXPECT_THAT(out,
              HasSubstr(R"("opt_level": 2, "config": {"a.key": 1}, "before": "a module\n", "after": "a module\n")"));
  EXPECT_THAT(out, HasSubstr(R"("error": "InternalError: Check failed)"));
  EXPECT_THAT(out, HasSubstr("'print': 1")) << "one module, once";
  EXPECT_THAT(out, HasSubstr("'pass': 2")) << "the same again is no case of its own";
}

}  // namespace
}  // namespace assay
