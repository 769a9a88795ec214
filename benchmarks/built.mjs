import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where a file of dist/ is. Without a build there is nothing to measure, and the program ends. */
export function built(name) {
  const file = fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
  if (existsSync(file)) return file;
  console.error(`dist/${name} is missing: npm run build`);
  process.exit(2);
}
