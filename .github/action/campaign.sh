#!/usr/bin/env bash
# The steps of action.yml, one after the other: install, campaign, verdict. What the action is asked for stands in the environment (ASSAY_…, as action.yml passes
# its inputs on), and GitHub's own variables say where outputs and the summary go. Tested by python/tests/test_action.py, on a stub of the runner.
set -euo pipefail

die() { echo "::error title=assay::$*"; exit 2; }

# What ./dev tvm installs beside that TVM, from its table.
interface_of() {
  local row rows
  read -ra rows < <(sed -n 's/^tvm_interfaces=(\(.*\))$/\1/p' "$(dirname "$0")/../../dev")
  for row in "${rows[@]}"; do
    if [[ $1 == "${row%%=*}"* ]]; then
      echo "apache-tvm-ffi==${row#*=}"
      return
    fi
  done
  echo apache-tvm-ffi
}

# SUBJECT tvm:VERSION becomes an environment with that TVM; what else it may be, assay knows.
install() {
  local venv=$RUNNER_TEMP/assay subject=$ASSAY_SUBJECT version
  # Told now rather than after the campaign.
  [[ $ASSAY_FAIL_ON =~ ^(new|any|never)$ ]] || die "invalid fail-on: expected new, any or never, got $ASSAY_FAIL_ON"
  [[ $ASSAY_MODE =~ ^(campaign|pull-request)$ ]] || die "invalid mode: expected campaign or pull-request, got $ASSAY_MODE"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check "$ASSAY_PACKAGE"
  if [[ $subject == tvm:* ]]; then
    version=${subject#tvm:}
    [[ $version =~ ^[0-9]+\.[0-9]+(\.[0-9a-z.]+)?$ ]] || die "invalid subject: expected tvm:VERSION such as tvm:0.27, got $subject"
    [[ $version =~ ^[0-9]+\.[0-9]+$ ]] && version+='.*'
    python3 -m venv "$RUNNER_TEMP/tvm"
    "$RUNNER_TEMP/tvm/bin/pip" install --quiet --disable-pip-version-check "apache-tvm==$version" "$(interface_of "$version")" numpy
    subject=tvm@$RUNNER_TEMP/tvm/bin/python
  fi
  {
    echo "assay=$venv/bin/assay"
    echo "subject=$subject"
  } >>"$GITHUB_OUTPUT"
}

# What all campaigns of the step are asked.
options=()
asked() {
  local path
  options=(--subject "$ASSAY_SUBJECT" --jobs "$ASSAY_JOBS" --quiet --json)
  [[ -z $ASSAY_TARGET ]] || options+=(--target "$ASSAY_TARGET")
  # A line or a comma each; what is not there yet, such as a cache on its first night, is nothing known.
  while IFS= read -r path; do
    [[ -n $path ]] || continue
    if [[ -e $path ]]; then options+=(--known "$path"); else echo "::notice title=assay::known: $path is not there"; fi
  done < <(tr ',' '\n' <<<"$ASSAY_KNOWN" | sed 's/^ *//; s/ *$//')
}

# fuzz JSON FOLDER OPTION...: one campaign and its reports. What finds something ends with 1; what that means is for the verdict.
fuzz() {
  local code=0
  mkdir -p "$(dirname "$2")"
  "$ASSAY" fuzz "${options[@]}" --out "$2" "${@:3}" >"$1" || code=$?
  echo "code=$code" >>"$GITHUB_OUTPUT"
  # 0 and 1: it ran to its end. 130, 143: it was cancelled, and has written what it found.
  case $code in
    0 | 1 | 130 | 143) ;;
    *) die "assay fuzz ended with exit code $code (2: usage, 3: bad input, 4: environment)" ;;
  esac
  "$ASSAY" report "$2" --format html,junit,sarif,md,json
}

# So many cases whatever the machine's pace; first those of passes that the change touches.
pull_request() {
  local temp=$RUNNER_TEMP first
  [[ $ASSAY_CASES =~ ^[1-9][0-9]{0,8}$ ]] || die "invalid cases: expected a whole number from 1 on, got $ASSAY_CASES"
  [[ -n $ASSAY_SINCE ]] || die "invalid since: expected the revision that the change is compared with, got nothing"
  first=$(((2 * ASSAY_CASES + 2) / 3))
  fuzz "$temp/touched.json" "$ASSAY_OUT/touched" --seed "$ASSAY_SEED" --runs "$first" --since "$ASSAY_SINCE"
  local parts=("passes that differ=$temp/touched.json=$ASSAY_OUT/touched")
  if ((ASSAY_CASES > first)); then
    # Other cases, where nothing is touched and the first ones were of all passes, too.
    fuzz "$temp/all.json" "$ASSAY_OUT/all" --seed $((ASSAY_SEED + 1)) --runs $((ASSAY_CASES - first))
    parts+=("all passes=$temp/all.json=$ASSAY_OUT/all")
  fi
  python3 "$(dirname "$0")/summary.py" --comment "$ASSAY_OUT/comment.md" --sarif "$ASSAY_OUT/report.sarif" "${parts[@]}"
  cat "$ASSAY_OUT/comment.md" >>"$GITHUB_STEP_SUMMARY"
  {
    echo "comment=$ASSAY_OUT/comment.md"
    echo "sarif=$ASSAY_OUT/report.sarif"
  } >>"$GITHUB_OUTPUT"
}

campaign() {
  asked
  if [[ $ASSAY_MODE == pull-request ]]; then
    pull_request
    return
  fi
  fuzz "$RUNNER_TEMP/campaign.json" "$ASSAY_OUT" --time "$ASSAY_TIME" --seed "$ASSAY_SEED"
  cat "$ASSAY_OUT/report.md" >>"$GITHUB_STEP_SUMMARY"
  python3 "$(dirname "$0")/summary.py" "all passes=$RUNNER_TEMP/campaign.json=$ASSAY_OUT"
  echo "sarif=$ASSAY_OUT/report.sarif" >>"$GITHUB_OUTPUT"
}

verdict() {
  local said="$ASSAY_FINDINGS new findings, $ASSAY_KNOWN_FINDINGS known"
  case $ASSAY_FAIL_ON in
    new) ((ASSAY_FINDINGS == 0)) || { echo "::error title=assay::$said"; exit 1; } ;;
    any) ((ASSAY_FINDINGS + ASSAY_KNOWN_FINDINGS == 0)) || { echo "::error title=assay::$said"; exit 1; } ;;
    *) ;;
  esac
  echo "assay: $said"
}

case ${1-} in
  install | campaign | verdict) "$1" ;;
  *) die "invalid step: expected install, campaign or verdict, got ${1-nothing}" ;;
esac
