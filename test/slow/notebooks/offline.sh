#!/bin/sh
# The lessons under nbconvert, in a network namespace that has loopback alone: what would leave could not.
# Needs: npm run build, and the packages python3-nbconvert and python3-jupyter-client.
set -eu
cd "$(dirname "$0")/../../.."
exec unshare -rn sh -c 'ip link set lo up && exec node --import tsx test/slow/notebooks/run.ts'
