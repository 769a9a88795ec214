import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED } from './reference-page.js';

const SECTIONS = {
  dependencies: 'Needed at run time',
  optionalDependencies: 'Needed for notebooks (zeromq) and for search in files (libsql)',
  peerDependencies: 'Optional: types in notebooks and at the prompt, and models that create vectors in this process',
  devDependencies:
    'Needed to build and test (the bundles contain Ink, React, Preact, string-width, pg and the MCP SDK)',
};
const ACCEPTED =
  /^(\(?(MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|PostgreSQL|BlueOak-1\.0\.0)( OR .*)?\)?|MIT AND ISC|MIT AND BSD-3-Clause)$/;
/** Weak copyleft, which we accept for unmodified packages. */
const UNMODIFIED = /^(MIT AND )?MPL-2\.0$/;

/** Lists direct dependencies with their licences. Fails for a licence that we do not accept. */
export function dependencyPage(root: string): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const parts = Object.entries(SECTIONS).map(([key, title]) => {
    const names = Object.keys(manifest[key] ?? {}).filter((name) => name !== manifest.name);
    const lines = names.map((name) => `| ${name} | ${licenceOf(root, name)} |`);
    return `## ${title}\n\n| package | licence |\n|---|---|\n${lines.join('\n')}\n`;
  });
  return `${GENERATED}# Dependencies\n\n\`dist/THIRD-PARTY.txt\` has the licence texts of bundled packages and of their dependencies.\n\n${parts.join('\n')}`;
}

/** Optional packages that are not installed here, with the licence that we looked up. */
const ELSEWHERE: Readonly<Record<string, string>> = { '@huggingface/transformers': 'Apache-2.0' };

function licenceOf(root: string, name: string): string {
  if (ELSEWHERE[name]) return ELSEWHERE[name];
  const { license } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  if (ACCEPTED.test(license)) return license;
  if (UNMODIFIED.test(license)) return `${license}, unmodified`;
  throw new Error(`${name} has the licence ${license}, which we do not accept`);
}
