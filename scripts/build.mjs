// Builds dist/. Without options: all that the command and the package need to run. With --declarations also the published
// types. With --if-changed only what was not built from these very sources.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt, stampBuild } from './build/stamp.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const isQuick = process.argv.includes('--if-changed');

// The steps are loaded only to build, because most calls find everything built.
if (!isQuick || !isBuilt('code')) {
  const { writeCode } = await import('./build/code.mjs');
  await writeCode();
  stampBuild('code');
}
if (process.argv.includes('--declarations') && !(isQuick && isBuilt('declarations'))) {
  const { writeDeclarations } = await import('./build/declarations.mjs');
  writeDeclarations();
  stampBuild('declarations');
}
