#!/usr/bin/env bash
# Builds the fuzz targets as OSS-Fuzz and ClusterFuzzLite ask for them: with CC, CXX, CFLAGS and CXXFLAGS as they are given,
# linked with LIB_FUZZING_ENGINE, into OUT, each with its dictionary and its seeds beside it, and the libraries that it needs.
#   ASSAY_FUZZ_TARGETS="parse_fuzz arith_fuzz" builds these alone.
# Tested by cmake/scripts/fuzz_services.sh, which runs it as the services do.
set -euo pipefail
: "${OUT:?where the targets go}" "${LIB_FUZZING_ENGINE:?what drives them, such as -fsanitize=fuzzer}"
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# OSS-Fuzz copies this file beside the checkout.
[[ -e $root/CMakeLists.txt ]] || root=$SRC/assay
work=${WORK:-$(mktemp -d)}/assay-fuzz
build=$work/build

# Debian's libraries are made with GNU's C++ library, whatever the service's flags say.
export CXXFLAGS=${CXXFLAGS:-}
CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}

cmake -G Ninja -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Dev -DASSAY_FUZZ_ENGINE=service -DASSAY_PCH=OFF \
  -DCMAKE_C_COMPILER="${CC:-clang-19}" -DCMAKE_CXX_COMPILER="${CXX:-clang++-19}" -DASSAY_FUZZ_LIBRARY="$LIB_FUZZING_ENGINE"
read -r -a targets <<<"${ASSAY_FUZZ_TARGETS:-}"
((${#targets[@]})) || mapfile -t targets < <(cd "$root/fuzzers/targets" && printf '%s\n' *_fuzz.cc | sed 's/\.cc$//')
ninja -C "$build" "${targets[@]}"

mkdir -p "$OUT/lib" "$work/seeds"
# The targets look for libraries beside themselves: they run on machines that have none of them.
libraries_of() { ldd "$1" | awk '$3 ~ /^\// { print $3 }' | grep -vE '/(ld-linux|libc|libm|libpthread|libdl|librt|libgcc_s)[.-]' || true; }

# Texts for those that read TVMScript, files of fuzzers/targets/seeds for those that read other formats. The others read bytes as
# choices and begin with none.
reads_text() { grep -q 'ParseModule\|ParseProgram\|CaseOfText' "$root/fuzzers/targets/$1.cc"; }
python3 - "$root" "$work/seeds/tvmscript.zip" <<'PY'
import pathlib, sys, zipfile
root = pathlib.Path(sys.argv[1])
with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as out:
    for folder in ("corpus", "regressions"):
        for file in sorted((root / folder).rglob("*.py")):
            if file.stat().st_size < 1 << 14:
                out.write(file, "-".join(file.relative_to(root).parts))
PY

for target in "${targets[@]}"; do
  cp "$build/$target" "$OUT/$target"
  libraries_of "$build/$target" | while read -r library; do cp -nL "$library" "$OUT/lib/"; done
  printf '[libfuzzer]\ntimeout = 60\nrss_limit_mb = 4096\n' >"$OUT/$target.options"
  kept=$root/fuzzers/targets/seeds/${target/_llvm/}
  [[ ! -d $kept ]] || (cd "$kept" && python3 -m zipfile -c "$OUT/${target}_seed_corpus.zip" ./*)
  reads_text "$target" || continue
  cp "$root/fuzzers/targets/tvmscript.dict" "$OUT/$target.dict"
  cp "$work/seeds/tvmscript.zip" "$OUT/${target}_seed_corpus.zip"
done
