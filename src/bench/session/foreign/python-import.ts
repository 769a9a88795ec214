import { existsSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';

/** `import requests`, `import numpy as np` and `from os import path` are imports of Python. */
const IMPORT = /^(?:import\s+([\w.]+)(?:\s+as\s+(\w+))?|from\s+([\w.]+)\s+import\s+(\w[\w, ]*));?$/;

/** Names what to use in place of an import of Python. Never suggests a package that it does not find. */
export function pythonImport(text: string, isDefined: ((name: string) => boolean) | undefined): string | undefined {
  const several = /^import\s+([\w.]+(?:\s*,\s*[\w.]+)+);?$/.exec(text)?.[1]?.split(',');
  if (several) return several.map((one) => pythonImport(`import ${one.trim()}`, isDefined)).join('. ');
  const [, whole, as, from, names] = IMPORT.exec(text) ?? [];
  const name = whole ?? from;
  if (name === undefined) return undefined;
  const given = names?.split(',').map((one) => one.trim()) ?? [name];
  if (given.every((one) => isDefined?.(one))) {
    const [only = '', ...more] = given;
    return `${given.join(', ')} ${more.length === 0 ? 'is' : 'are'} ready without an import. For help, type \`${only}?\``;
  }
  if (from !== undefined && isDefined?.(from)) return `${from} is ready without an import. For help, type \`${from}?\``;
  const module = isBuiltin(name) ? `node:${name}` : isInstalled(name) ? name : undefined;
  if (module !== undefined)
    return `To import a module, type \`import ${names === undefined ? `* as ${as ?? name.replace(/\W/g, '_')}` : `{ ${names} }`} from '${module}'\``;
  const same = Object.getOwnPropertyNames(globalThis).find((one) => one.toLowerCase() === name);
  if (same !== undefined) return `${same} is ready without an import. For help, type \`${same}?\``;
  const ready = ['platform', 'agent', 'sandbox'].filter((one) => isDefined?.(one) ?? true);
  return `Packages of Python do not run here. Ready without an import: ${ready.map((one) => `\`${one}\``).join(', ')}, and \`fetch\` for other requests`;
}

/** Whether a folder of packages above the current one has the package. */
function isInstalled(name: string): boolean {
  const folders = createRequire(join(process.cwd(), 'input')).resolve.paths(name) ?? [];
  return name === 'patchbay' || folders.some((folder) => existsSync(join(folder, name)));
}
