// Targets are completed as TVM 0.26 does; each text below is what it writes for the one above.
#include "ir/targets.h"

#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

// What stands in T.target(…) of a function's attributes once it is read and written.
std::string Written(const std::string& target) {
  Context ctx;
  Result<Module> module =
      ParseModule(ctx, "target.py",
                  "@T.prim_func(private=True, s_tir=True)\ndef f():\n    T.func_attr({\"target\": T.target(" + target +
                      ")})\n    T.evaluate(0)\n");
  if (!module.ok()) return Render(module.error(), ctx.sources);
  std::string text = PrintModule(*module);
  size_t begin = text.find("T.target(") + 9;
  return text.substr(begin, text.find(")})\n", begin) - begin);
}

TEST(Targets, AreCompleted) {
  EXPECT_EQ(Written(R"({"kind": "llvm"})"),
            R"({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""})");
  EXPECT_EQ(Written(R"("c")"), R"({"keys": ["cpu"], "kind": "c", "tag": ""})");
  EXPECT_EQ(
      Written(R"({"kind": "cuda", "arch": "sm_80"})"),
      R"({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})");
  EXPECT_EQ(
      Written(R"({"kind": "vulkan"})"),
      R"({"keys": ["vulkan", "gpu"], "kind": "vulkan", "max_num_threads": 256, "max_threads_per_block": 256, "supports_float32": True, "supports_int32": True, "tag": "", "thread_warp_size": 1})");
  EXPECT_EQ(Written(R"({"kind": "llvm", "mcpu": "skylake"})"),
            R"({"keys": ["cpu"], "kind": "llvm", "mcpu": "skylake", "tag": ""})");
  EXPECT_EQ(Written(R"({"kind": "llvm", "device": "arm_cpu", "keys": ["a"], "tag": "x"})"),
            R"({"device": "arm_cpu", "keys": ["a"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": "x"})");
}

TEST(Targets, HostsAreCompleted) {
  std::string wanted =
      R"({"arch": "sm_50", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-conda-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})";
  EXPECT_EQ(Written(R"({"kind": "cuda", "host": {"kind": "llvm"}})"), wanted);
  EXPECT_EQ(Written(R"({"kind": "cuda", "host": "llvm"})"), wanted);
  EXPECT_EQ(Written(R"({"kind": "cuda"}, host="llvm")"), wanted);
}

TEST(Targets, WhatNoTableKnowsStays) {
  EXPECT_EQ(Written(R"({"kind": "mine"})"), R"({"kind": "mine"})");
  EXPECT_EQ(Written(R"({"kind": "llvm", "mtriple": "aarch64-linux-gnu"})"),
            R"({"kind": "llvm", "mtriple": "aarch64-linux-gnu"})");
}

TEST(Targets, KindsOfDevicesAreNumberedAsDLPackDoes) {
  Context ctx;
  auto type_of = [&](const Attr* target) {
    VDevice device;
    device.target = target;
    return DeviceTypeOf(device);
  };
  auto config = [&](std::string_view kind) { return MakeDict(ctx, {{"kind", MakeAttrString(ctx, kind)}}); };
  EXPECT_EQ(type_of(config("llvm")), 1);
  EXPECT_EQ(type_of(config("c")), 1);
  EXPECT_EQ(type_of(config("nvptx")), 2);
  EXPECT_EQ(type_of(config("webgpu")), 15);
  EXPECT_EQ(type_of(config("hexagon")), 16);
  EXPECT_EQ(type_of(MakeAttrString(ctx, "cuda")), 2);
  EXPECT_EQ(type_of(config("mine")), std::nullopt);
  EXPECT_EQ(type_of(nullptr), std::nullopt);
}

}  // namespace
}  // namespace assay
