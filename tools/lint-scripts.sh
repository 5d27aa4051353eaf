#!/bin/bash
# Checks the syntax of the project's shell and Python scripts, and runs shellcheck if installed.
# Usage: tools/lint-scripts.sh
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t scripts < <(find tools Benchmarks .ci -type f -exec grep -lE '^#!/bin/(ba)?sh' {} + | sort)
for script in "${scripts[@]}"; do
    bash -n "$script"
    if ! [ -x "$script" ]; then
        echo "error: $script is not executable; run: chmod +x $script" >&2
        exit 1
    fi
done
if command -v shellcheck >/dev/null; then
    shellcheck --external-sources --source-path=SCRIPTDIR "${scripts[@]}"
else
    echo "note: shellcheck is not installed, so only the syntax of the scripts was checked" >&2
fi

mapfile -t programs < <(find Benchmarks Tests tools -type f -name '*.py' | sort)
if [ ${#programs[@]} -gt 0 ] && command -v python3 >/dev/null; then
    python3 - "${programs[@]}" <<'PYTHON'
import sys
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as source:
        compile(source.read(), name, "exec")
PYTHON
fi
