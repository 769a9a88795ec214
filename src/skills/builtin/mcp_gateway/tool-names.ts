import { createHash } from 'node:crypto';

/** Maximum length of a tool name in the APIs of language models. */
const MAX_LENGTH = 64;

interface Named {
  readonly service: string;
  readonly name: string;
}

/** Gives each tool a unique valid name, independent of their order. A name that is valid stays unchanged. */
export function toolNames<T extends Named>(prefix: string, tools: readonly T[]): Map<T, string> {
  const wanted = (tool: Named) => `${prefix}${tool.service}_${tool.name}`;
  const changes = (tool: Named) => (plain(wanted(tool)) === wanted(tool) ? 0 : 1);
  const order = [...tools].sort((a, b) => changes(a) - changes(b) || (key(a) < key(b) ? -1 : 1));
  const taken = new Set<string>();
  const names = new Map<T, string>();
  for (const tool of order) {
    const name = [plain(wanted(tool)), withDigest(plain(wanted(tool)), key(tool))].find((one) => !taken.has(one));
    if (name === undefined) continue; // the same tool, listed twice
    taken.add(name);
    names.set(tool, name);
  }
  // Restore the original order.
  return new Map(tools.flatMap((tool) => (names.has(tool) ? [[tool, names.get(tool) as string]] : [])));
}

function plain(wanted: string): string {
  const words = wanted.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_');
  return words.length <= MAX_LENGTH ? words : withDigest(words, wanted);
}

const withDigest = (name: string, of: string) => {
  const digest = createHash('sha256').update(of).digest('hex').slice(0, 6);
  return `${name.slice(0, MAX_LENGTH - digest.length - 1)}_${digest}`;
};

const key = ({ service, name }: Named) => JSON.stringify([service, name]);
