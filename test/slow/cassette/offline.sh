#!/bin/sh
# Replays in a network namespace that has loopback alone: what would leave could not, and what is asked is counted.
set -eu
cd "$(dirname "$0")/../../.."
exec unshare -rn sh -c 'ip link set lo up && exec node test/slow/cassette/offline.mjs'
