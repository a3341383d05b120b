// What campaigns draw for BindParams.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "ir/text/parse.h"
#include "passes/pass.h"

namespace assay {
namespace {

// A parameter's value is drawn where a small tensor has its type, whatever extents the type says.
TEST(BindParamsTest, ValuesAreDrawnForTypesThatTensorsHave) {
  struct Row {
    const char* dims;
    bool drawn;
  };
  for (const Row& row :
       {Row{"2, 3", true}, Row{"0, 5", true}, Row{"64, 64", true}, Row{"64, 65", false}, Row{"-1, 2", false},
        Row{"-3, -3", false}, Row{"4096, 4096, 4096, 4096, 4096, 4096", false}, Row{"0, 9223372036854775807", false}}) {
    Context ctx;
    std::string type = fmt::format("R.Tensor(({}), \"float32\")", row.dims);
    auto module = ParseModule(ctx, "params.py",
                              fmt::format("@I.ir_module\nclass Module:\n    @R.function\n    def main(x: {0}) -> {0}:\n"
                                          "        return x\n",
                                          type));
    ASSERT_TRUE(module.ok()) << module.error().message;
    ByteSource bytes = ByteSource::FromSeed(1);
    PassOptions options;
    EXPECT_EQ(FindPass("BindParams")->sample_options(ctx, *module, bytes, options), row.drawn) << row.dims;
  }
}

}  // namespace
}  // namespace assay
