import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CassetteEntry, openCassette, ReplayMiss, replayer } from '../cassette/index.js';
import type { Transport } from '../http/index.js';
import { packageRoot } from '../util/index.js';
import { serviceMiss } from './miss.js';
import type { OfflineOptions } from './offline.js';

/** Answers from several recordings as from one set. A recording of the user's own comes before those of the package. */
export function recordedServices({ recording, strict, folder }: OfflineOptions): Pick<Transport, 'send'> {
  const shipped = strict ? [] : shippedEntries(folder);
  const own = recording && {
    entries: recording.entries,
    // What was made from a description holds however often it is asked; what somebody answered, as it was recorded.
    order: recording.header.origin === 'documented' ? ('endless' as const) : ('any' as const),
  };
  const sets = [...(own ? [own] : []), { entries: shipped, order: 'endless' as const }];
  const players = sets.map(({ entries, order }) => replayer({ entries }, { order }));
  const entries = sets.flatMap((set) => set.entries);
  return {
    async send(request) {
      const misses: ReplayMiss[] = [];
      for (const player of players) {
        try {
          return await player.send(request);
        } catch (fault) {
          if (!(fault instanceof ReplayMiss)) throw fault;
          misses.push(fault);
        }
      }
      throw serviceMiss(misses, entries);
    },
  };
}

/** Of each service that comes with the package, what it answers when all is well. */
function shippedEntries(folder = join(packageRoot(), 'fixtures', 'services')): CassetteEntry[] {
  const services = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = services.map(({ name }) => name).sort();
  return names.flatMap((name) => openCassette(join(folder, name, 'success.yaml')).entries);
}
