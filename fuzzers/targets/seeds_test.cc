// Seeds of the targets that read bytes which no mutation comes upon: executables, serialised modules, NumPy files,
// files of units. Those in seeds/ are what this version writes; ASSAY_UPDATE_GOLDEN=1 writes them anew.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "fuzzers/units/made_units.h"
#include "fuzzers/units/manifest.h"
#include "ir/serial/serial.h"
#include "ir/tensor/npy.h"
#include "ir/text/parse.h"
#include "oracles/subjects/native/native_build.h"
#include "vm/bytecode/executable.h"

namespace assay {
namespace {

struct SeedText {
  const char* name;
  const char* body;
};
// Small modules of different kinds: a kernel, dimensions that the run gives, a branch and a recursion, tuples and
// constants.
constexpr SeedText kTexts[] = {
    {"kernel", R"(
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        y: R.Tensor((2, 3), dtype="float32") = R.add(x, R.const(1.5, "float32"))
        return y
)"},
    {"symbolic", R"(
    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="int64")) -> R.Tensor(("m", "n"), dtype="int64"):
        n = T.int64()
        m = T.int64()
        y: R.Tensor((m, n), dtype="int64") = R.permute_dims(x)
        return y
)"},
    {"branch", R"(
    @R.function
    def main(x: R.Tensor((), dtype="bool")) -> R.Tensor((), dtype="bool"):
        cls = Module
        if x:
            z: R.Tensor((), dtype="bool") = cls.main(R.logical_not(x))
            y: R.Tensor((), dtype="bool") = z
        else:
            y: R.Tensor((), dtype="bool") = x
        return y
)"},
    {"tuple", R"(
    @R.function
    def main(x: R.Tuple(R.Tensor((4,), dtype="float16"), R.Shape([2])), s: R.Shape(["k"])) -> R.Tuple(R.Tensor((2,), dtype="float16"), R.Shape(["k"])):
        k = T.int64()
        t: R.Tensor((4,), dtype="float16") = x[0]
        parts: R.Tuple(R.Tensor((2,), dtype="float16"), R.Tensor((2,), dtype="float16")) = R.split(t, 2)
        first: R.Tensor((2,), dtype="float16") = parts[1]
        return (first, s)
)"},
};

Module Read(Context& ctx, const SeedText& text) {
  std::string module =
      std::string("from tvm.script import ir as I, relax as R, tirx as T\n\n@I.ir_module\nclass Module:") + text.body;
  Result<Module> parsed = ParseModule(ctx, text.name, module);
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
  return parsed.ok() ? *parsed : Module();
}

void ExpectSeed(const std::string& target, const std::string& name, const std::string& bytes) {
  std::filesystem::path path = std::filesystem::path(ASSAY_SOURCE_DIR "/fuzzers/targets/seeds") / target / name;
  if (std::getenv("ASSAY_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  std::ifstream file(path, std::ios::binary);
  std::string kept{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(kept == bytes) << path << " is not what is written today; ASSAY_UPDATE_GOLDEN=1 writes it anew";
}
std::string AsString(const std::vector<uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

TEST(SeedsTest, Modules) {
  for (const SeedText& text : kTexts) {
    Context ctx;
    ExpectSeed("serial_fuzz", text.name, AsString(Serialize(Read(ctx, text))));
  }
}

TEST(SeedsTest, Executables) {
  for (const SeedText& text : kTexts) {
    Context ctx;
    Module module = Read(ctx, text);
    Result<Module> lowered = BuildNatively(ctx, module);
    ASSERT_TRUE(lowered.ok()) << lowered.error().message;
    Result<VmImage> image = MakeExecutable(ctx, *lowered, &module);
    ASSERT_TRUE(image.ok()) << image.error().message;
    ExpectSeed("executable_fuzz", text.name, AsString(EncodeVm(*image)));
  }
}

TEST(SeedsTest, FilesOfUnits) {
  const std::map<std::string, std::string> files =
      MadeUnits{.units = 2, .cases = 4, .entries = 1, .findings = 1}.Files(1, 4, {2});
  for (const char* name : {kUnitName, kTrailName, kOutsideName})
    ExpectSeed("merge_fuzz", std::filesystem::path(name).filename(), files.at(name));
  ExpectSeed("merge_fuzz", kManifestName, ManifestText(ManifestOf(files)));
}

TEST(SeedsTest, NumPyFiles) {
  Tensor floats = Tensor::Floats(DType::Float(32), {2, 3}, std::vector<double>{1, -2, 0.5, 4, 5, 6});
  Tensor halves = Tensor::Floats(DType::Float(16), {4}, std::vector<double>{1, 2, 3, 4});
  Tensor nothing = Tensor::Floats(DType::Float(64), {0, 2}, std::vector<double>{});
  ExpectSeed("npy_fuzz", "floats.npy", WriteNpy(floats));
  ExpectSeed("npy_fuzz", "nothing.npy", WriteNpy(nothing));
  std::vector<NamedTensor> named;
  named.push_back({"a", floats});
  named.push_back({"b", halves});
  ExpectSeed("npy_fuzz", "two.npz", WriteNpz(named));
}

}  // namespace
}  // namespace assay
