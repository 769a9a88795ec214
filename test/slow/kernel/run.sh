#!/bin/sh
# The built kernel against Debian's Jupyter. Needs: npm run build, and the packages python3-nbconvert,
# python3-jupyter-client and python3-jupyter-kernel-test.
cd "$(dirname "$0")/../../.." && exec node --import tsx test/slow/kernel/run.ts "$@"
