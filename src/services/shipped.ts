import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CassetteEntry, parseCassette, type Replayer, replayer } from '../cassette/index.js';
import { packageRoot } from '../util/index.js';

/** The recordings of the package, with the successful responses of each service. */
export interface ShippedRecordings {
  for(host: string): Replayer;
  all(): readonly CassetteEntry[];
}

/** Reads each recording as text, and parses it only when its service is requested. */
export function shippedRecordings(folder = join(packageRoot(), 'fixtures', 'services')): ShippedRecordings {
  const services = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = services
    .map(({ name }) => join(folder, name, 'success.yaml'))
    .sort()
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      let entries: readonly CassetteEntry[] | undefined;
      return { text, entries: () => (entries ??= parseCassette(text, file).entries) };
    });
  const players = new Map<string, Replayer>();
  return {
    for(host) {
      const known = players.get(host);
      if (known) return known;
      const entries = files.filter(({ text }) => text.includes(`//${host}`)).flatMap((file) => file.entries());
      const player = replayer({ entries }, { order: 'endless' });
      players.set(host, player);
      return player;
    },
    all: () => files.flatMap((file) => file.entries()),
  };
}
