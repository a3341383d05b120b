"""Moved to oracles/subjects/tvm/bench/campaign_speed.py; the old path goes on working."""
import pathlib
import runpy

runpy.run_path(str(pathlib.Path(__file__).parents[1] / "subjects/tvm/bench/campaign_speed.py"), run_name="__main__")
