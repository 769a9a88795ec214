import type { CassetteEntry } from '../../cassette/index.js';
import { argumentNames } from '../../client/index.js';
import { asCode } from '../../util/index.js';
import { type Link, links, type Path } from '../links/links.js';
import { type Call, Calls } from './call-of.js';
import type { Exporter } from './exporter.js';

/** Writes a program for `patchbay run`. What a response returned and a later call uses becomes a variable. */
export const typescript: Exporter = {
  name: 'ts',
  summary: 'a TypeScript program for `patchbay run`',
  extension: '.ts',
  write({ header, documents }) {
    const calls = new Calls();
    const found = links(documents);
    const sources = new Set(found.map(({ from }) => from.entry));
    const linksAt = byUse(found);
    const names = new Map<number, string>();
    const taken = new Set(['platform']);
    const lines = [
      `// Written from a recording of origin ${header.origin}. Run it with: patchbay run FILE.ts`,
      "import { RestClient } from 'patchbay';",
      '',
      'const platform = new RestClient();',
      '',
    ];
    const exchanges = documents.flatMap((document, at) =>
      document.kind === 'http' ? [{ entry: document as CassetteEntry, at }] : [],
    );
    for (const { entry, at } of exchanges) {
      const call = calls.of(entry);
      if (!call) {
        lines.push(`// ${entry.request.method} ${entry.request.url} is not an operation of the client.`);
        continue;
      }
      const code = callCode(call, linksAt.get(at) ?? [], names);
      const failed = (entry.response?.status ?? 0) >= 400;
      const isLast = at === exchanges.at(-1)?.at;
      // The result of a call that failed is not assigned, so later calls keep the value itself.
      if (sources.has(at) && !failed) names.set(at, freshName(call.operation, taken));
      lines.push(
        ...statement(code, { name: names.get(at), status: failed ? entry.response?.status : undefined, isLast }),
      );
    }
    return `${lines.join('\n')}\n`;
  },
};

interface Statement {
  readonly name: string | undefined;
  /** The status of a call that failed. */
  readonly status: number | undefined;
  readonly isLast: boolean;
}

/** A call that failed does not end the program, unless it is the last one. */
function statement(code: string, { name, status, isLast }: Statement): string[] {
  if (status === undefined) return [`${name === undefined ? '' : `const ${name} = `}await ${code};`];
  if (isLast) return [`// The recording has status ${status} here.`, `await ${code};`];
  return [
    `// The recording has status ${status} here.`,
    `await ${code}.catch((error) => console.error(error.message));`,
  ];
}

/** The links by the exchange that uses them. */
function byUse(found: readonly Link[]): ReadonlyMap<number, readonly Link[]> {
  const links = new Map<number, Link[]>();
  for (const link of found)
    for (const entry of new Set(link.uses.map((use) => use.entry))) {
      const here = links.get(entry);
      if (here) here.push(link);
      else links.set(entry, [link]);
    }
  return links;
}

/** The code of a call, with variables for linked values. */
function callCode({ operation, row, args }: Call, used: readonly Link[], names: ReadonlyMap<number, string>): string {
  const variables = new Map<string, string>();
  for (const { value, from } of used) {
    const name = names.get(from.entry);
    if (name !== undefined) variables.set(value, `${name}${memberCode(from.path)}`);
  }
  const codeAt = (_: Path, value: unknown) => (typeof value === 'string' ? variables.get(value) : undefined);
  const words = args.map((arg) => asCode(arg, codeAt));
  const line = `platform.${operation}(${words.join(', ')})`;
  const fields = args[argumentNames(row).length];
  if (line.length <= MAX_COLUMNS || typeof fields !== 'object' || fields === null) return line;
  const inside = Object.entries(fields).map(([key, value]) => `  ${asCode({ [key]: value }, codeAt).slice(2, -2)},`);
  return [`platform.${operation}(${[...words.slice(0, -1), '{'].join(', ')}`, ...inside, '})'].join('\n');
}

const MAX_COLUMNS = 90;

/** `.data[0].id`; the token of a next page is read from its link. */
function memberCode(path: Path): string {
  const mark = path.indexOf('?');
  if (mark >= 0) {
    const link = memberCode(path.slice(0, mark));
    return `${link}.match(/[?&]${String(path[mark + 1])}=([^&]*)/)?.[1] ?? ''`;
  }
  return path
    .map((step) =>
      typeof step === 'number' ? `[${step}]` : /^[A-Za-z_$][\w$]*$/.test(step) ? `.${step}` : `[${asCode(step)}]`,
    )
    .join('');
}

/** `queue` for `queues.create`, `queues` for `queues.list`, `call` for `calling.dial`. Adds the name to those taken. */
function freshName(operation: string, taken: Set<string>): string {
  const [action = '', subject = 'result'] = operation.split('.').reverse();
  const many = /^(?:list|search)/.test(action);
  const one =
    subject === 'calling'
      ? 'call'
      : subject === 'addresses'
        ? 'address'
        : subject.replace(/ies$/, 'y').replace(/s$/, '');
  const base = many ? (subject.endsWith('s') ? subject : `${subject}s`) : one;
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}${n}`;
  taken.add(name);
  return name;
}
