#!/bin/sh
# The built kernel against Debian's Jupyter. Needs: npm run build, and the packages python3-nbconvert, jupyter-notebook,
# python3-jupyter-client, python3-jupyter-kernel-test, jupyter-console,
# python3-widgetsnbextension, tmux, chromium. With --screenshot, it also updates the picture of the README.
cd "$(dirname "$0")/../../.." && exec node --import tsx test/slow/kernel/run.ts "$@"
