import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What stands in, here, for the packages that the skill contract names. An empty string: built into Node. */
const PROVIDERS: Readonly<Record<string, string>> = {
  requests: 'undici',
  bs4: 'cheerio',
  lxml: 'cheerio',
  pytz: '', // Intl knows every timezone
  yaml: 'yaml',
};

/** The packages of the list that nothing here provides, each with what to install. */
export function missingPackages(packages: readonly string[]): string[] {
  return packages.flatMap((name) => {
    const provider = PROVIDERS[name] ?? name;
    if (provider === '' || isInstalled(provider)) return [];
    return [provider === name ? name : `${name} (npm install ${provider})`];
  });
}

/** Looks without loading: some providers are heavy, and some cannot be required. */
function isInstalled(name: string): boolean {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  return folders.some((folder) => existsSync(join(folder, name, 'package.json')));
}
