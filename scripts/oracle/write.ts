// Writes the independent description of the operations that the law tests compare our rows with:
//   tsx scripts/oracle/write.ts FACTS_DIR [OUT_DIR]
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compactFields } from './compact.js';
import { type Exception, exceptions } from './exceptions.js';
import { type Facts, type Fields, type Operation, readFacts } from './facts.js';
import { type Request, settledRequest, unreviewed } from './settle.js';

const COLUMNS =
  'id origin source method path args encoding ok required optional demanded variants query command sets errors disputed'.split(
    ' ',
  );

export function writeOracle(factsFolder: string, outFolder: string, rules: readonly Exception[] = exceptions): void {
  const { stated, extra } = readFacts(factsFolder);
  const beyond = extra.operations.map((operation) => ({ ...operation, id: `beyond.${operation.id}` }));
  const problems = unreviewed([...stated.operations, ...beyond], rules);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const all = [
    ...stated.operations.map((operation) => complete(operation, stated, rules)),
    ...beyond.map((operation) => complete(operation, stated, rules)),
  ];
  mkdirSync(outFolder, { recursive: true });
  const table = [COLUMNS, ...all.map((operation) => COLUMNS.map((column) => cells(operation)[column] ?? ''))];
  writeFileSync(join(outFolder, 'operations.tsv'), table.map((line) => `${line.join('\t')}\n`).join(''));
  writeFileSync(join(outFolder, 'shapes.json'), oneEntryALine(shapes(all, stated, extra)));
}

interface Complete extends Operation {
  readonly request: Request;
  readonly demanded: readonly string[];
  readonly disputed: boolean;
}

/** Fills in what an operation shares with its family or with the operation it is like, and settles its request. */
function complete(operation: Operation, { operations, calling_common }: Facts, rules: readonly Exception[]): Complete {
  const like = operations.find(({ id }) => id === operation.like);
  const shared = operation.command
    ? calling_common
    : like && { ok: like.ok, errors: like.errors, response: like.response };
  const request = settledRequest(operation, rules);
  const rule = rules.find(({ of }) => of === operation.id);
  const sets =
    rule?.sets && Object.fromEntries(Object.entries(rule.sets).map(([field, value]) => [field, `=${value}`]));
  return {
    ...shared,
    ...operation,
    ...(sets && { sets }),
    request,
    demanded: rule?.demanded ?? [],
    disputed: rule !== undefined,
  };
}

function cells(operation: Complete): Record<string, string> {
  const { common, variants, variantsOptional } = operation.request;
  const names = (fields: Fields, isRequired: boolean) =>
    Object.keys(fields)
      .filter((name) => (fields[name]?.required ?? false) === isRequired)
      .join(' ');
  const pairs = (of: Record<string, string> = {}, join: (key: string, value: string) => string) =>
    Object.entries(of)
      .map(([key, value]) => join(key, value))
      .join(' ');
  return {
    id: operation.id,
    origin: operation.id.startsWith('beyond.') ? 'extra' : 'spec',
    source: operation.source,
    method: operation.method,
    path: operation.path,
    args: operation.args.map((arg) => arg.replace('=None', '?')).join(' '),
    encoding: operation.body?.encoding ?? (operation.sets ? 'json' : ''),
    ok: String(operation.ok),
    required: names(common, true),
    optional: names(common, false),
    demanded: operation.demanded.join(' '),
    variants: [...variants.map((fields) => names(fields, true) || '-'), ...(variantsOptional ? ['-'] : [])].join(' | '),
    query: Object.keys(operation.query ?? {}).join(' '),
    command: operation.command ?? '',
    sets: pairs(operation.sets, (field, from) => (from.startsWith('=') ? field + from : `${field}<${from}`)),
    errors: pairs(operation.errors, (status, shape) => `${status}:${shape.replace('@', '')}`),
    disputed: operation.disputed ? 'yes' : '',
  };
}

function shapes(all: readonly Complete[], stated: Facts, extra: Facts) {
  const each = (make: (operation: Complete) => unknown) =>
    Object.fromEntries(
      all.map((operation) => [operation.id, make(operation)]).filter(([, made]) => made !== undefined),
    );
  return {
    requests: each(({ body, request }) => body && fields(request)),
    queries: each(({ query }) => query && compactFields(query)),
    responses: each(({ response }) => response && withoutQuirks(response)),
    shapes: named({ ...stated.shapes, ...extra.shapes }),
    callbacks: extra.webhooks ?? {},
    compat_callbacks: extra.compat_webhooks ?? {},
  };
}

function fields({ common, variants }: Request): unknown {
  return variants.length > 0
    ? { ...compactFields(common), one_of: variants.map(compactFields) }
    : compactFields(common);
}

/** Alternatives are the only place where the facts leave out the sign of a name. */
const named = (shapes: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(shapes), (key, value) =>
    key === 'oneOf'
      ? value.map((name: unknown) => (typeof name === 'string' && name in shapes ? `@${name}` : name))
      : value,
  );

function withoutQuirks(response: NonNullable<Operation['response']>) {
  if (response === 'empty') return response;
  const { shape, list, item, envelope, envelope_extra } = response;
  return { shape, list, item, envelope, envelope_extra };
}

/** Diffs stay readable and the file small. */
function oneEntryALine(parts: Record<string, Record<string, unknown>>): string {
  const part = ([name, entries]: [string, Record<string, unknown>]) =>
    `${JSON.stringify(name)}: {\n${Object.entries(entries)
      .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      .join(',\n')}\n}`;
  return `{\n${Object.entries(parts).map(part).join(',\n')}\n}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [facts, out] = process.argv.slice(2);
  if (!facts) throw new Error('usage: tsx scripts/oracle/write.ts FACTS_DIR [OUT_DIR]');
  writeOracle(facts, out ?? join(dirname(fileURLToPath(import.meta.url)), '../../test/oracle'));
}
