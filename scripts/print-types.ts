// Writes the published declarations of the client: `tsx scripts/print-types.ts FOLDER`.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../src/client/index.js';
import { FETCH } from './print-types/fetch.js';
import { printClient } from './print-types/print-client.js';

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: tsx scripts/print-types.ts FOLDER');
mkdirSync(folder, { recursive: true });
// One file with no imports takes the place of what the compiler wrote for the folder.
for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
writeFileSync(join(folder, 'index.d.ts'), printClient(operations));
writeFileSync(join(folder, 'fetch.d.ts'), FETCH);
rmSync(join(folder, '..', 'client-fetch.d.ts'), { force: true });
// The package exports the types of the operations too, not only those that the sources name.
writeFileSync(join(folder, '..', 'client.d.ts'), "export * from './client/index.js';\n");
