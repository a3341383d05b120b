#!/usr/bin/env bash
# fuzz_smoke.sh ENGINE BINARY SECONDS: runs one fuzz target for a while from a few seeds of corpus/: libFuzzer for a
# fixed number of inputs, AFL++ for the seconds. Fails when it crashes, hangs or does not execute anything. CTest calls
# it as fuzz.<engine>.<target>.
set -euo pipefail
engine=$1 binary=$2 seconds=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
max_seeds=20
libfuzzer_runs=2000

[[ -x $binary ]] || { echo "$binary does not exist: ./dev test builds it"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/seeds"
printf 'assay' >"$work/seeds/plain"
# A few seeds spread over the whole corpus; the name keeps them apart.
mapfile -t files < <(find "$root/corpus" -name '*.py' -size -16k 2>/dev/null | sort)
step=$((${#files[@]} / max_seeds + 1))
for ((i = 0; i < ${#files[@]}; i += step)); do cp "${files[i]}" "$work/seeds/$i.py"; done

# Texts are put together from TVMScript's own words; other targets take no notice of them.
dict=$root/fuzzers/targets/tvmscript.dict

case $engine in
  libfuzzer)
    mkdir "$work/new"
    # The same inputs each time, however fast the machine is: looking for new ones is what long runs of the targets are for.
    "$binary" -seed=1 -dict="$dict" -runs="$libfuzzer_runs" -max_total_time=$((20 * seconds)) -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
      -artifact_prefix="$work/" "$work/new" "$work/seeds" >"$work/log" 2>&1 || {
      tail -n 60 "$work/log"
      for crash in "$work"/{crash,leak,oom,timeout,slow-unit}-*; do
        if [[ -e $crash ]]; then echo "$(basename "$crash"):"; base64 "$crash"; fi
      done
      exit 1
    }
    tail -n 12 "$work/log"
    ;;
  afl)
    export AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_NO_UI=1 AFL_FAST_CAL=1
    afl-fuzz -s 1 -i "$work/seeds" -o "$work/out" -V "$seconds" -t 5000+ -m none -x "$dict" -- "$binary" >"$work/log" 2>&1 ||
      { tail -n 60 "$work/log"; exit 1; }
    stats=$work/out/default/fuzzer_stats
    grep -E 'execs_done|edges_found|saved_crashes|saved_hangs' "$stats"
    grep -qE '^execs_done +: [1-9]' "$stats"
    grep -qE '^edges_found +: [1-9]' "$stats"
    if ! grep -qE '^saved_crashes +: 0$' "$stats"; then
      for crash in "$work"/out/default/crashes/id*; do echo "crash:"; base64 "$crash"; done
      exit 1
    fi
    ;;
  *) echo "unknown engine '$engine'"; exit 2 ;;
esac
