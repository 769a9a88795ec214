#!/bin/sh
# Replays in a network namespace with loopback only. Nothing can leave the machine, and requests are counted.
set -eu
cd "$(dirname "$0")/../../.."
unshare -rn sh -c 'ip link set lo up && exec node test/slow/cassette/offline.mjs'
# An address that is not loopback, and yet on no other machine.
exec unshare -rn sh -c 'ip link set lo up && ip addr add 192.0.2.7/32 dev lo && exec node --import tsx test/slow/cassette/clients.ts'
