#!/usr/bin/env bash
# fuzz_services.sh ENGINE SECONDS TARGET...: builds fuzz targets by .clusterfuzzlite/build.sh with the environment that a fuzzing service
# gives, and runs what lies in OUT as the service would: elsewhere, with its seeds and dictionary, several workers that share what they
# find, and for libFuzzer a merge. CTest calls it as fuzz.service.<engine>.
set -euo pipefail
engine=$1 seconds=$2
shift 2
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*"; exit 1; }

export SRC=$work/src WORK=$work/work OUT=$work/out CC=clang-19 CXX=clang++-19 ASSAY_FUZZ_TARGETS="$*"
mkdir -p "$SRC" "$WORK" "$OUT"
case $engine in
  libfuzzer)
    export CFLAGS='-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -fsanitize=address -fsanitize-address-use-after-scope -fsanitize=fuzzer-no-link'
    export LIB_FUZZING_ENGINE=-fsanitize=fuzzer
    ;;
  afl)
    export CFLAGS='-O1 -gline-tables-only -fsanitize-coverage=trace-pc-guard'
    export LIB_FUZZING_ENGINE='/usr/lib/afl/libAFLDriver.a /usr/lib/afl/afl-compiler-rt.o'
    ;;
  *) fail "unknown engine '$engine'" ;;
esac
export CXXFLAGS="$CFLAGS -stdlib=libc++"
"$root/.clusterfuzzlite/build.sh" >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; fail "build.sh failed"; }
# Where the service runs them there is no checkout and no build folder.
rm -rf "$WORK"

# seeds TARGET: a folder with the target's seeds.
seeds() {
  local dir=$work/seeds/$1
  mkdir -p "$dir"
  printf 'assay' >"$dir/plain"
  [[ ! -e $OUT/$1_seed_corpus.zip ]] || python3 -m zipfile -e "$OUT/$1_seed_corpus.zip" "$dir"
  echo "$dir"
}

run_libfuzzer() {
  local binary=$OUT/$1 from options=()
  from=$(seeds "$1")
  [[ ! -e $OUT/$1.dict ]] || options=("-dict=$OUT/$1.dict")
  mkdir -p "$work/$1/new" "$work/$1/merged"
  "$binary" -runs=0 "$from" >"$work/$1/load.log" 2>&1 || { tail -n 20 "$work/$1/load.log"; fail "$1 does not take its seeds"; }
  "$binary" -fork=2 -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 -artifact_prefix="$work/$1/" "${options[@]}" "$work/$1/new" "$from" \
    >"$work/$1/log" 2>&1 || { tail -n 60 "$work/$1/log"; fail "$1 under -fork"; }
  "$binary" -merge=1 -rss_limit_mb=4096 "$work/$1/merged" "$work/$1/new" "$from" >"$work/$1/merge.log" 2>&1 ||
    { tail -n 20 "$work/$1/merge.log"; fail "$1 under -merge"; }
  local found kept
  found=$(grep -oE 'cov: [0-9]+' "$work/$1/log" | tail -n 1) kept=$(find "$work/$1/merged" -type f | wc -l)
  ((kept > 0)) || fail "$1: nothing left of a merge"
  echo "$1: $found edges, $(find "$from" -type f | wc -l) seeds, $kept inputs after a merge"
}

# afl_worker TARGET HOST ROLE NAME INPUT: some seconds of one worker on a host, whose folder no other host sees.
afl_worker() {
  local options=()
  [[ ! -e $OUT/$1.dict || $3 != -M ]] || options=(-x "$OUT/$1.dict")
  mkdir -p "$work/$1/$2"
  afl-fuzz "$3" "$4" -i "$5" -o "$work/$1/$2" -V "$seconds" -t 10000+ -m none "${options[@]}" -- "$OUT/$1" >>"$work/$1/$4.log" 2>&1 ||
    { tail -n 40 "$work/$1/$4.log"; fail "$1 under afl-fuzz $3"; }
}

# afl_both TARGET INPUT...: both hosts at once; "-" goes on from what each has.
afl_both() {
  afl_worker "$1" one -M main "$2" &
  afl_worker "$1" two -S second "$2"
  wait "$!" || fail "$1 under afl-fuzz -M"
}

# afl_carry TARGET NAME FROM TO: a worker's folder goes to the other host; nothing is written over.
afl_carry() {
  tar -C "$work/$1/$3" --exclude=.cur_input -cf - "$2" | tar -C "$work/$1/$4" --skip-old-files -xf -
}

# afl_edges TARGET FOLDER...: how many edges what lies in these queues reaches.
afl_edges() {
  local target=$1 all=$work/$1/all
  shift
  rm -rf "$all" && mkdir "$all"
  find "$@" -maxdepth 1 -type f -name 'id:*' | while read -r file; do cp "$file" "$all/$(md5sum <"$file" | cut -c1-32)"; done
  afl-showmap -C -t 10000 -m none -i "$all" -o "$work/$target/map" -- "$OUT/$target" >"$work/$target/showmap.log" 2>&1 ||
    { tail -n 20 "$work/$target/showmap.log"; fail "$target under afl-showmap"; }
  wc -l <"$work/$target/map"
}

# Two hosts, with -M and with -S; folders go both ways between two rounds. Then the first has all that either has reached.
run_afl() {
  local from worker host stats one all
  from=$(seeds "$1")
  # What AFL++ takes to be long is most of a small corpus's time.
  find "$from" -size +8k -delete
  export AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_NO_UI=1 AFL_FAST_CAL=1 AFL_IMPORT_FIRST=1
  mkdir -p "$work/$1"
  afl_both "$1" "$from"
  afl_carry "$1" main one two
  afl_carry "$1" second two one
  afl_both "$1" -
  for worker in main second; do
    host=$([[ $worker == main ]] && echo one || echo two)
    stats=$work/$1/$host/$worker/fuzzer_stats
    grep -qE '^execs_done +: [1-9]' "$stats" || fail "$1: $worker executed nothing"
    grep -qE '^saved_crashes +: 0$' "$stats" || fail "$1: $worker crashed it"
    echo "$1 $worker: $(grep -E '^(execs_done|edges_found|corpus_imported)' "$stats" | tr -s ' \n' ' ')"
  done
  [[ -s $work/$1/one/main/.synced/second ]] || fail "$1: main has not looked at what came from the other host"
  one=$(afl_edges "$1" "$work/$1/one/main/queue")
  all=$(afl_edges "$1" "$work/$1/one/main/queue" "$work/$1/one/second/queue")
  echo "$1: $one edges of what host one has itself, $all with what came from host two"
  ((one == all)) || fail "$1: what came from the other host was not taken over"
}

cd "$work"
for target in "$@"; do
  [[ -x $OUT/$target ]] || fail "$target is not in OUT"
  ! ldd "$OUT/$target" | grep -q 'not found' || fail "$target lacks libraries: $(ldd "$OUT/$target" | grep 'not found')"
  "run_$engine" "$target"
done
