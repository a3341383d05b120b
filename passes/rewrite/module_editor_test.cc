// Tests of ModuleEditor: fresh names, equal functions once, and an input that stays as it is.
#include "passes/rewrite/module_editor.h"

#include <gtest/gtest.h>

#include "passes/test_graphs.h"

namespace assay {
namespace {

const Function* Identity(Context& ctx, int64_t rows) {
  GraphMaker graph(ctx);
  return graph.Return(graph.Param("x", {MakeInt(ctx, rows)}));
}

TEST(ModuleEditorTest, EqualFunctionsAreAddedOnce) {
  Context ctx;
  Module module = ModuleOf(ctx, {{"f", Identity(ctx, 2)}});
  ModuleEditor editor(ctx, module);
  EXPECT_EQ(editor.AddFunction("f", Identity(ctx, 3))->name.text(), "f1");
  EXPECT_EQ(editor.AddFunction("other", Identity(ctx, 3))->name.text(), "f1");
  EXPECT_EQ(editor.AddFunction("f", Identity(ctx, 4))->name.text(), "f2");
  EXPECT_EQ(editor.AddFunction("g", Identity(ctx, 2))->name.text(), "f");
  EXPECT_EQ(editor.Finish().entries.size(), 3u);
  EXPECT_EQ(module.entries.size(), 1u);
}

TEST(ModuleEditorTest, FunctionsOfTheSameParametersAreDistinguished) {
  Context ctx;
  Module module = ModuleOf(ctx, {{"f", Identity(ctx, 2)}});
  auto chosen = [&ctx](size_t which) -> const Function* {
    GraphMaker graph(ctx);
    const Var* params[] = {graph.Param("x", {MakeInt(ctx, 2)}), graph.Param("y", {MakeInt(ctx, 2)})};
    return graph.Return(params[which]);
  };
  ModuleEditor editor(ctx, module);
  EXPECT_EQ(editor.AddFunction("first", chosen(0))->name.text(), "first");
  EXPECT_EQ(editor.AddFunction("second", chosen(1))->name.text(), "second");
  EXPECT_EQ(editor.AddFunction("third", chosen(0))->name.text(), "first");
  EXPECT_EQ(editor.AddFunction("third", chosen(1))->name.text(), "second");
}

TEST(ModuleEditorTest, PublicFunctionsAreNotShared) {
  Context ctx;
  GraphMaker graph(ctx);
  Module module = ModuleOf(ctx, {{"f", graph.ReturnAs(graph.Param("x", {MakeInt(ctx, 2)}), "f")}});
  ModuleEditor editor(ctx, module);
  EXPECT_EQ(editor.AddFunction("f", Identity(ctx, 2))->name.text(), "f1");
}

TEST(ModuleEditorTest, NothingChangedIsTheInput) {
  Context ctx;
  Module module = ModuleOf(ctx, {{"f", Identity(ctx, 2)}});
  ModuleEditor editor(ctx, module);
  editor.Replace(0, module.entries[0].func);
  EXPECT_EQ(editor.Finish().entries.data(), module.entries.data());
}

}  // namespace
}  // namespace assay
