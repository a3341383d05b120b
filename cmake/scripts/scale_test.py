"""Unit tests of scale.py, and of the page that it makes: pytest, as ./dev check python runs it."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import scale


def test_growth_is_fitted_where_it_is_known() -> None:
    law = scale.power([(n, 3 * n ** 0.5) for n in range(1, 100)])
    assert abs(law.factor - 3) < 1e-6 and abs(law.exponent - 0.5) < 1e-6
    assert abs(law.per(100) - 0.15) < 1e-6
    # One more brings 0.15 alone at 100.
    assert abs(law.where(0.15) - 100) < 1e-3
    # What does not flatten is held below what is done; nothing found is nothing expected.
    assert scale.power([(n, 2 * n) for n in range(1, 10)]).exponent == 0.99
    assert scale.power([(n, 0) for n in range(1, 10)]).at(1e9) == 0


def scaled() -> tuple[scale.Series, scale.MergeCost]:
    units = [scale.Unit(100, 10.0, 1000, 5, 50 if n == 0 else 5, 5, 1) for n in range(20)]
    return scale.Series("x", units, 0.6, 10_000), scale.MergeCost(1.0, 0.01, 1e6, 100.0)


def test_fleets_in_waves() -> None:
    series, merge = scaled()
    assert series.per_hour == 36_000
    # A start of 0.6 s is a hundredth of a minute.
    assert scale.unit_seconds(series, 10, 1) == 60
    assert scale.unit_seconds(series, 100_000, 24) == 3600
    small, large = scale.simulate(series, merge, 10, 1), scale.simulate(series, merge, 100_000, 24)
    assert (small.units, small.behind) == (600, 1)
    assert abs(small.cases - 600 * 59.4 / 0.1) < 1
    assert large.units == 2_400_000 and abs(large.merge_seconds - 24_001) < 1
    assert large.behind > 1


def test_what_is_new_in_a_unit(tmp_path: pathlib.Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/a.py").write_text("# reaches 1 2\nx")
    (tmp_path / "corpus/b.py").write_text("# reaches 2\ny")
    (tmp_path / "unit.json").write_text('{"findings": {"f": {}}}')
    reached = scale.Reached()
    assert reached.add(tmp_path) == (2, 1, 1)
    assert reached.add(tmp_path) == (0, 0, 0)


def test_the_page_of_scale_is_what_its_inputs_give() -> None:
    page = scale.PAGE.read_text()
    assert scale.page_with(page, scale.tables(json.loads(scale.INPUTS.read_text()))) == page
