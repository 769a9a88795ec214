#!/usr/bin/env sh
# The plugin for pytest, with the examples of docs/ci, on the Python of the system.
set -eu
PATCHBAY_COMMAND="node dist/cli.js" /usr/bin/python3 -B -m pytest -q -p no:cacheprovider docs/ci
echo "ok the examples for pytest"
