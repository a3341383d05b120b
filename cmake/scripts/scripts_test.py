"""Unit tests of the scripts beside this file: pytest, as ./dev check python runs it."""
import pathlib
import shutil
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import argument_order
import campaign_branches
import claims
import header_cost
import kinds
import recursion
import sizes
import words

import coverage


def rules(tmp_path: pathlib.Path, text: str) -> list[words.Rule]:
    path = tmp_path / "words.txt"
    path.write_text(text)
    return words.rules_of(path)


def test_words_are_whole_or_parts_of_identifiers(tmp_path: pathlib.Path) -> None:
    listed = rules(tmp_path, "# a comment\nTrouble | IoError\n[Aa]part | disjoint\n")
    assert words.found_in("a.cc", "return Trouble(x);", listed) == ["a.cc:1: 'Trouble': use IoError"]
    assert words.found_in("a.cc", "SystemTroubles(x);", listed) == ["a.cc:1: 'Troubles': use IoError"]
    for text in ("AreApart(x)", "ApartFrom(x)", "kApart", "apart_of(x)", "are_apart", "--are-apart", "x2Apart", "Apart_;", "aparts"):
        assert words.found_in("a.cc", text, listed), text
    for text in ("apartment", "Apartment", "inapart", "INAPART(x)", "troubled", "x = 1;"):
        assert not words.found_in("a.cc", text, listed), text


def test_words_in_another_sense(tmp_path: pathlib.Path) -> None:
    listed = rules(tmp_path, "[Rr]ound | iteration | only in vm/ | unless rounds? to|[Rr]ound_?[Tt]rip\n")
    for text in ("the first round", "rounds of a loop", "CallForRounds", "rounds_of", "rounds to even, in each round"):
        assert words.found_in("vm/a.cc", text, listed), text
    for text in ("rounds to even", "a rounding", "a ground", "around", "RoundTrip is round_trip", "rounded"):
        assert not words.found_in("vm/a.cc", text, listed), text
    with pytest.raises(SystemExit):
        rules(tmp_path, "Trouble | IoError | not in vm/\n")


def test_literals_alone(tmp_path: pathlib.Path) -> None:
    listed = rules(tmp_path, '"[^"]*has no meaning[^"]*" | is undefined\n')
    assert words.found_in("a.cc", '  Fail("it has no meaning here");', listed)
    assert words.found_in("a.cc", "// it has no meaning here", listed) == []


def test_scope(tmp_path: pathlib.Path) -> None:
    listed = rules(tmp_path, "Apart | Disjoint | only in vm/\n")
    assert words.found_in("vm/a.cc", "Apart(a, b)", listed)
    assert words.found_in("cli/a.cc", "Apart(a, b)", listed) == []


def test_paths_in_claims(tmp_path: pathlib.Path) -> None:
    (tmp_path / "vm").mkdir()
    (tmp_path / "vm/engine.h").write_text("")
    texts = {"README.md": "see `vm/engine.h` and `vm/missing.h`, `vm/<name>.h`"}
    assert claims.wrong_paths(tmp_path, texts) == ["README.md:1: vm/missing.h does not exist"]


def test_names_of_files_in_claims(tmp_path: pathlib.Path) -> None:
    (tmp_path / "vm").mkdir()
    (tmp_path / "vm/engine.h").write_text("")
    (tmp_path / "vm/write.cc").write_text('Write(folder + "/report.html");')
    texts = {"README.md": "see `engine.h`, `vm/engine.h` and `gone.h`, not gone.h; `assay run x.py --out=report.html`, `*.h`, `.py`, `<id>.py`\n"
                          "```\n`quoted.h`\n```\n`later.md`, `missing/engine.h`",
             "vm/engine.h": "// As engine.h and table.def say; *_rows.cc is a pattern, report.html no source, src/tirx/op/op.cc another's."}
    assert claims.wrong_names(tmp_path, texts) == [
        "README.md:1: there is no file gone.h", "README.md:1: there is no file x.py", "README.md:5: there is no file later.md",
        "README.md:5: there is no file missing/engine.h", "vm/engine.h:1: there is no file table.def"]


def test_layers_by_the_nearest_folder(tmp_path: pathlib.Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text("assay_layer(nodes FLAT ir FOLDERS ir/prim ir/tir DEPENDS tensor)\n"
                                             "assay_layer(vm FOLDERS vm DEPENDS nodes)\nassay_layer(vm_llvm FOLDERS vm/llvm DEPENDS vm)\n")
    folders = coverage.layers_of(tmp_path)
    assert coverage.layer_of("vm/llvm/emit.cc", folders) == "vm_llvm"
    assert coverage.layer_of("vm/engine.cc", folders) == "vm"
    assert coverage.layer_of("ir/module.cc", folders) == "nodes"
    assert coverage.layer_of("ir/prim/node.h", folders) == "nodes"
    assert coverage.layer_of("elsewhere.cc", folders) == "other"


def test_coverage_finds_files_by_their_paths_in_the_tree(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "build" / "coverage"
    for said in ("build/coverage/ir/module.cc", f"{tmp_path}/build/coverage/ir/module.cc", f"{tmp_path}/ir/module.cc", "ir/module.cc"):
        assert coverage.source_of(said, tmp_path, folder) == "ir/module.cc"


def methods_of(text: str) -> dict[str, int]:
    return {name: methods for name, _, methods in sizes.classes(text)}


def test_methods_of_classes() -> None:
    assert methods_of("class A {\n public:\n  A();\n  void f();\n  void f(int a) { if (a) {} }\n  int g() const;\n  int x = f();\n};\n") == {"A": 4}
    assert methods_of("class A::B final : public C<int(int)> {\n  using T = int(int);\n  A(const A&) = delete;\n  int operator()() const;\n};\n") == {"A::B": 1}
    assert methods_of("struct A {\n  struct B {\n    void b();\n    void c();\n  };\n  void a();\n  int (*p)(int);\n};\nvoid A::a() { call(); }\n") == {
        "B": 2, "A": 1}
    assert list(sizes.python_classes("class A:\n    x = 1\n    def a(self): return lambda: 1\n    async def b(self): pass\n")) == [("A", 1, 2)]


def test_a_class_above_the_bound_is_said() -> None:
    exceptions = {"Wide": (50, "a reason")}
    said = sizes.too_many([("a.h", "Wide", 1, 50), ("b.h", "Large", 7, 41), ("c.h", "Small", 1, 40)], exceptions)
    assert list(said) == ["b.h:7: Large declares 41 methods, the limit is 40"]
    assert list(sizes.too_many([("a.h", "Wide", 3, 51)], exceptions)) == ["a.h:3: Wide declares 51 methods, the limit is 50"]
    assert list(sizes.too_many([("a.h", "Wide", 3, 44)], exceptions)) == ["Wide declares fewer than 50 methods: its line in EXCEPTIONS says too many"]


def test_circles_of_calls() -> None:
    calls = {"a": {"b", "x"}, "b": {"c"}, "c": {"a", "d"}, "d": {"d"}, "e": {"a", "f"}, "f": {"g"}, "g": set()}
    assert sorted(sorted(circle) for circle in recursion.circles(calls)) == [["a", "b", "c"], ["d"]]
    deep = {str(i): {str(i + 1)} for i in range(100_000)}
    assert recursion.circles(deep) == []
    deep["99999"] = {"0"}
    assert [len(circle) for circle in recursion.circles(deep)] == [100_000]


def test_names_of_what_recurses() -> None:
    assert recursion.plain("assay::(anonymous namespace)::Walk(std::vector<int, A<int> > const&)") == "assay::Walk"
    assert recursion.plain("assay::A::B(int)::{lambda(auto:1)#1}::operator()<int>(int) const") == "assay::A::B"
    assert recursion.plain("assay::Text[abi:cxx11](assay::Value const&)") == "assay::Text"
    assert recursion.plain("std::vector<assay::Value> assay::Copies<int>(int) [clone .cold]") == "assay::Copies"
    assert not recursion.is_own("nlohmann::json_abi::basic_json<int>::dump(int)")
    assert recursion.plain("decltype(fp0(fp)) assay::Fold<assay::A()::$_0>(assay::Expr const*)") == "assay::Fold"
    handed = "void std::__invoke<bool, assay::(anonymous namespace)::Walk(std::span<int, 2ul>)::$_0&, assay::B::Run<int>(int)::'lambda'(int)>(int)"
    assert list(recursion.makers(handed)) == ["assay::Walk", "assay::B::Run"]
    assert list(recursion.makers("assay::A::B(int) const::{lambda(auto:1)#1}::operator()<int>(int) const")) == ["assay::A::B"]
    assert list(recursion.makers("assay::Walk(int)")) == []


def test_a_circle_without_a_reason_is_said() -> None:
    texts = {"ir/a.cc": "void A::Walk(int a) {\n  Walk(a);\n}\n\n// recursion: at most a deep\nvoid A::Bounded(int a) {\n  Bounded(a);\n}\n"}
    sources = recursion.Sources(texts)
    homes = {"_ZN5assay1A4WalkEi": "a.cc.o", "_ZN5assay1A7BoundedEi": "a.cc.o", "_ZN1B4WalkEi": "b.cc.o"}
    across, within, count = recursion.unreasoned([[name] for name in homes], homes, sources)
    assert (across, count) == ([], 2)
    assert within == ["1 in a circle without '// recursion: REASON': assay::A::Walk (a.cc.o)"]
    homes["_ZN5assay1A5OtherEi"] = "c.cc.o"
    across, _, _ = recursion.unreasoned([["_ZN5assay1A4WalkEi", "_ZN5assay1A5OtherEi"]], homes, sources)
    assert across == ["2 in a circle without '// recursion: REASON': assay::A::Other (c.cc.o), assay::A::Walk (a.cc.o)"]


def test_calls_between_the_functions_of_an_object(tmp_path: pathlib.Path) -> None:
    if shutil.which("clang++-19") is None or shutil.which("llvm-ar-19") is None:
        return
    (tmp_path / "a.cc").write_text("int Other(int);\nstatic __attribute__((noinline)) int Own(int a) { return a > 9 ? a : Other(a + 1) + 1; }\n"
                                   "int First(int a) { return Own(a) + Own(a + 1); }\n")
    (tmp_path / "b.cc").write_text("int First(int);\nint Other(int a) { return First(a) + 2; }\n")
    for name in "ab":
        subprocess.run(["clang++-19", "-O1", "-c", f"{name}.cc", "-o", f"{name}.o"], cwd=tmp_path, check=True)
    subprocess.run(["llvm-ar-19", "rc", "lib.a", "a.o", "b.o"], cwd=tmp_path, check=True)
    calls: dict[str, set[str]] = {}
    for caller, callee, _ in recursion.calls_of(str(tmp_path / "lib.a")):
        calls.setdefault(caller, set()).add(callee)
    assert [sorted(circle) for circle in recursion.circles(calls)] == [["_Z5Firsti", "_Z5Otheri", "_ZL3Owni@lib.a:a.o"]]


def test_what_headers_cost() -> None:
    def pair(path: str, begin: int, end: int) -> list[header_cost.Event]:
        return [{"name": "Source", "ph": "b", "ts": begin, "args": {"detail": path}}, {"name": "Source", "ph": "e", "ts": end}]

    first: list[header_cost.Event] = [{"name": "Source", "ph": "X", "dur": 250_000, "args": {"detail": "/root/ir/a.h"}}, {"name": "ParseClass", "ph": "X", "dur": 9}]
    second = pair("/root/ir/a.h", 10, 500_010) + pair("/usr/include/c++/14/vector", 0, 40_000) + pair("/root/ir/a.h", 0, 1_000_000)
    found = header_cost.costs([first, second], "/root/")
    assert found == {"ir/a.h": (2, 1.75), "vector": (1, 0.04)}
    assert header_cost.table(found, 9, "") == ["header  files  seconds", "ir/a.h      2     1.75", "vector      1     0.04"]
    assert header_cost.table(found, 9, "vec")[1:] == ["vector      1     0.04"]
    assert header_cost.total([{"name": "Total Frontend", "dur": 1_500_000}], "Frontend") == 1.5


def test_files_are_compiled_with_the_set_or_plain() -> None:
    entry = {"command": "clang++ -O1 -Xclang -include-pch -Xclang a.pch -Xclang -include -Xclang a.hxx -o a.o -c a.cc"}
    traced = ["-ftime-trace", "-ftime-trace-granularity=200"]
    assert header_cost.command_of(entry, True, "b.o") == ["clang++", "-O1", "-o", "b.o", "-c", "a.cc", *traced]
    assert header_cost.command_of(entry, False, "b.o")[2:6] == ["-Xclang", "-include-pch", "-Xclang", "a.pch"]
    assert header_cost.command_of({"command": "clang++ -o a.o -c a.cc"}, True, "b.o") == ["clang++", "-o", "b.o", "-c", "a.cc", *traced]


def git(folder: pathlib.Path, *words: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    return subprocess.run(["git", *identity, *words], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def test_what_tidy_compares_with(tmp_path: pathlib.Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    first, second, third = (git(tmp_path, "commit", "-q", "--allow-empty", "-m", name) or git(tmp_path, "rev-parse", "HEAD") for name in "abc")

    def since(base: str = "") -> str:
        source = f"source <(sed '$d' dev); root='{tmp_path}'; CHECK_BASE={base} changed_since"
        return subprocess.run(["bash", "-c", source], cwd=pathlib.Path(__file__).parents[2], capture_output=True, text=True, check=True).stdout.strip()

    # Without a main elsewhere, and where that is what is checked out: the commit before.
    assert since() == second
    git(tmp_path, "update-ref", "refs/remotes/origin/main", third)
    assert since() == second
    # What a push says, but neither zeros nor what is not there.
    assert since(first) == first
    assert since("0" * 40) == second
    assert since("1" * 40) == second
    # Of a branch, where it left main.
    git(tmp_path, "update-ref", "refs/remotes/origin/main", first)
    assert since() == first
    # Of the first commit of all, everything.
    git(tmp_path, "reset", "-q", "--hard", first)
    assert since() == "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


SAMPLE = pathlib.Path(__file__).parents[1] / "testdata/kinds"


def places() -> dict[int, str]:
    texts = {"passes/sample.cc": (SAMPLE / "passes/sample.cc").read_text()}
    found = kinds.statement_places(texts, kinds.kinds_of(SAMPLE, "ASSAY_STMT"))
    return {place.line: place.why for place in found}


def test_lines_that_ask_for_statements() -> None:
    assert places() == {5: "stops", 13: "reason", 17: "one kind", 21: "", 22: "", 25: "mutator"}


def test_the_compilers_errors_are_where_it_came_from() -> None:
    said = ("/copy/ir/visit.h:30:5: error: no matching function for call\n"
            "/copy/vm/emit.cc:36:3: note: in instantiation of function template specialization 'VisitStmt' requested here\n"
            "/copy/vm/emit.cc:40:3: note: candidate function not viable\n"
            "/copy/vm/other.cc:7:11: error: enumeration value 'kNewKind' not handled in switch [-Werror,-Wswitch]\n")
    stops = kinds.stops_in(said, pathlib.Path("/copy"))
    assert [stop.places for stop in stops] == [(("ir/visit.h", 30), ("vm/emit.cc", 36)), (("vm/other.cc", 7),)]
    place = kinds.Place("vm/other.cc", 5, "", "stops", kinds.Function(4, 9, "", ""))
    assert kinds.holds(place, ("vm/other.cc", 7)) and not kinds.holds(place, ("vm/other.cc", 10))


def test_a_new_kind_is_a_line_and_a_struct(tmp_path: pathlib.Path) -> None:
    for name in ("ir/tir/nodes.def", "ir/tir/node.h"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("ASSAY_STMT(For)\n" if name.endswith("def") else "namespace assay {\n}  // namespace assay\n")
    assert kinds.add_kind(tmp_path, expression=False) == "NewKind"
    assert (tmp_path / "ir/tir/nodes.def").read_text() == "ASSAY_STMT(For)\nASSAY_STMT(NewKind)\n"
    assert "struct NewKind : NodeOf<NodeKind::kNewKind, Stmt> {" in (tmp_path / "ir/tir/node.h").read_text()


def test_headers_are_compiled_through_others() -> None:
    texts = {"a.h": "", "b.h": '#include "a.h"', "c.cc": '#include "b.h"', "d.cc": ""}
    assert kinds.units_for({"a.h", "d.cc"}, {"c.cc": [], "d.cc": []}, texts) == ["c.cc", "d.cc"]


BELOW = "c:@N@assay@S@ByteSource@F@Below#l#"
PICK = "c:@N@assay@S@ByteSource@F@Pick<#$@N@std@S@array>#L#Vl3>#&1S0_#"


def site(*operands: list[str]) -> argument_order.Site:
    return argument_order.Site("a.cc", 7, "Make", list(operands))


def test_two_operands_that_draw_are_unordered() -> None:
    drawing = argument_order.Unit("a.cc", calls={"Size": {BELOW}, "Dims": {"Size", "Plain"}}, sites=[site(["Dims"], ["Plain"], [PICK])])
    assert [line.split(": ")[0] for line in argument_order.unordered_in([drawing])] == ["a.cc:7"]


def test_one_operand_that_draws_is_not() -> None:
    plain = argument_order.Unit("a.cc", calls={"Size": {BELOW}, "Dims": {"Plain"}}, sites=[site(["Dims"], ["Size", BELOW], ["Plain"])])
    assert argument_order.unordered_in([plain]) == []


def test_functions_of_other_sources_count() -> None:
    units = [argument_order.Unit("a.cc", sites=[site(["Size"], ["Dims"])]), argument_order.Unit("b.cc", calls={"Size": {BELOW}, "Dims": {"Size"}})]
    assert len(argument_order.unordered_in(units)) == 1


def test_what_acts_in_order_is_listed_by_class() -> None:
    assert argument_order.is_ordered(BELOW) and argument_order.is_ordered(PICK)
    assert not argument_order.is_ordered("c:@N@assay@S@Bytes@F@Below#l#")
    assert not argument_order.is_ordered("c:@N@assay@S@ByteSource@F@consumed#1")


def test_conditions_of_all_instances_count_together() -> None:
    found = campaign_branches.conditions_of([[7, 3, 7, 9, 2, 0, 0, 0, 4], [7, 3, 7, 9, 0, 1, 0, 0, 4], [9, 1, 9, 4, 5, 0, 0, 0, 4], [9, 6, 9, 8, 0, 3, 0, 0, 4]])
    assert [(c.line, c.missing) for c in found] == [(7, ""), (9, "never false"), (9, "never true")]
    assert campaign_branches.Condition(1, 1, 0, 0).missing == ""


def test_unreached_lines_are_those_of_which_nothing_was_reached() -> None:
    # A function in lines 1 to 9 that was reached, with a part in lines 3 to 5 that was not, and one behind it that was not.
    segments = [[1, 1, 4, True, True], [3, 20, 0, True, True], [5, 4, 4, True, False], [9, 2, 0, False, False], [12, 1, 0, True, True], [14, 2, 0, False, False]]
    assert campaign_branches.unreached_lines(segments, 20) == [(4, 4), (12, 14)]
    assert campaign_branches.unreached_lines([], 20) == []
