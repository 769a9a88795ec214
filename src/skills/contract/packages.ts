import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The npm packages that replace the Python packages of the skill contract. Empty: built into Node.js. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  requests: 'undici',
  bs4: 'cheerio',
  lxml: 'cheerio',
  pytz: '', // Intl supports all timezones
  yaml: 'yaml',
};

/** Returns the packages that are not installed, each with the npm package to install. */
export function missingPackages(packages: readonly string[]): string[] {
  return packages.flatMap((name) => {
    const replacement = REPLACEMENTS[name] ?? name;
    if (replacement === '' || isInstalled(replacement)) return [];
    return [replacement === name ? name : `${name} (npm install ${replacement})`];
  });
}

/** Looks for the package.json without loading the package: some are large, and some cannot be required. */
function isInstalled(name: string): boolean {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders.some((folder) => existsSync(join(folder, name, 'package.json')));
}
