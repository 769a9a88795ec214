import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createSandbox, type Ring, type RingOptions } from '../../../../src/sandbox.js';
import { receiver } from '../../../support/loopback.js';
import { sampled } from '../../../support/rotation.js';

// Documents of realistic size. Beside each is a file with its callers and with the story that a reader of the document
// expects for each caller. `https://app.example.com` in a document is a real server on loopback.

interface Caller extends Omit<RingOptions, 'digits' | 'speech'> {
  readonly caller: string;
  readonly digits?: readonly (string | null)[];
  readonly speech?: readonly (string | null)[];
  /** One entry for each step that people notice: its verb, and parts of what happened, with … between them. */
  readonly story: readonly string[];
  readonly ended: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** The callbacks, in order. */
  readonly callbacks?: readonly string[];
  readonly problems?: readonly string[];
  readonly outcome?: string;
  /** What the server answers this caller, in place of the entries for all. */
  readonly serves?: Readonly<Record<string, unknown>>;
}

interface Callers {
  /** What the server answers, by path. A path with fields, such as `/choice Digits=1`, is for requests with them. */
  readonly serves?: Readonly<Record<string, unknown>>;
  readonly callers: readonly Caller[];
}

const FORMATS = new Set(['.json', '.yaml', '.xml']);
const folder = import.meta.dirname;
const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => FORMATS.has(extname(name)) && !name.endsWith('.callers.yaml'))
  .sort();
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const callersOf = (name: string): Callers => parse(textOf(name.replace(/\.\w+$/, '.callers.yaml'))) as Callers;

/** Steps that no party notices. */
const SILENT = new Set(
  'answer cond eval execute goto if label return set sleep switch transfer unset Pause Redirect denoise record_call'.split(
    ' ',
  ),
);

/** The documents of a file by path. A comment such as `<!-- /choice Digits=1 -->` begins each one after the first. */
function pagesOf(name: string): Readonly<Record<string, string>> {
  const [main = '', ...others] = textOf(name).split(/^<!-- (?=\/)/m);
  const named = others.map((one) => {
    const end = one.indexOf(' -->\n');
    return [one.slice(0, end), one.slice(end + ' -->\n'.length)] as const;
  });
  return Object.fromEntries([['/main', main], ...named]);
}

type Fields = Readonly<Record<string, unknown>>;

function pageFor(pages: Fields, path: string, fields: Fields): unknown {
  const fits = (key: string) => {
    const [at, ...wanted] = key.split(' ');
    return (
      at === path && wanted.every((one) => one === `${one.split('=')[0]}=${String(fields[one.split('=')[0] ?? ''])}`)
    );
  };
  const key = Object.keys(pages)
    .filter(fits)
    .sort((a, b) => b.length - a.length)[0];
  return key === undefined ? undefined : pages[key];
}

const HERE = 'https://app.example.com';

/** A server with the pages of a document, and a sandbox with a number. */
async function serve(name: string, { serves = {} }: Pick<Caller, 'serves'> = {}) {
  const pages: Fields = { ...pagesOf(name), ...callersOf(name).serves, ...serves };
  const server = await receiver(({ target, headers, body }) => {
    const { pathname, searchParams } = new URL(target, HERE);
    const form = headers['content-type']?.includes('form') ? body : '';
    const page = pageFor(pages, pathname, Object.fromEntries([...searchParams, ...new URLSearchParams(form)]));
    if (page === undefined || typeof page === 'number') return { status: page ?? 404 };
    return { body: (typeof page === 'string' ? page : JSON.stringify(page)).replaceAll(HERE, server.url) };
  });
  const sandbox = createSandbox({ empty: true });
  const { id, number } = await sandbox.client().phone_numbers.purchase({ number: '+12065550107' });
  return { server, sandbox, id, number };
}

async function call(name: string, one: Caller): Promise<Ring & { readonly lines: string[] }> {
  const { server, sandbox, id, number } = await serve(name, one);
  const { phone_numbers } = sandbox.client();
  await phone_numbers[name.endsWith('.xml') ? 'set_cxml_webhook' : 'set_swml_webhook'](id, `${server.url}/main`);
  const { digits = [], speech = [], answers = {}, hangup_after, from = '+15035550199' } = one;
  const script = { from, digits, speech, answers, ...(hangup_after !== undefined && { hangup_after }) };
  const rung = await sandbox.ring(number, script);
  await sandbox.close();
  await server.close();
  const lines = rung.steps
    .filter(({ verb }) => !SILENT.has(verb))
    .map(({ verb, says }) => `${verb}: ${says}`.replaceAll(server.url, HERE));
  return { ...rung, lines, problems: rung.problems.map((one) => one.replaceAll(server.url, HERE)) };
}

/** Whether a line begins with the verb and has all the parts, in order. */
function fits(line: string | undefined, expected: string): boolean {
  let at = 0;
  return expected
    .replace(/^(\w+: )/, '$1 … ')
    .split(' … ')
    .every((part) => {
      const found = line?.indexOf(part, at) ?? -1;
      at = found + part.length;
      return found >= 0;
    });
}

describe.each(documents)('%s', (name) => {
  const { callers } = callersOf(name);

  it('has the size of a document that is in use', () => {
    const lines = textOf(name).split('\n').length;
    expect(lines).toBeGreaterThanOrEqual(40);
    expect(callers.length).toBeGreaterThanOrEqual(2);
  });

  const tested = sampled(callers, (_, index) => index === 0, 3);
  it.each(tested.map((one) => [one.caller, one] as const))('a caller who %s', async (_caller, one) => {
    const { lines, ended, problems, steps, webhooks, outcome } = await call(name, one);
    const shown = lines.map((line, i) => (fits(line, one.story[i] ?? '(nothing)') ? (one.story[i] ?? '') : line));
    expect({ shown, problems: problems.length ? problems : undefined }).toEqual({
      shown: one.story,
      problems: one.problems && expect.anything(),
    });
    expect(ended).toBe(one.ended);
    expect(problems).toEqual((one.problems ?? []).map((part) => expect.stringContaining(part)));
    expect(outcome).toBe(one.outcome ?? 'ended');
    expect(webhooks.map(({ event }) => event)).toEqual(one.callbacks ?? []);
    expect(Object.assign({}, ...steps.map(({ variables }) => variables))).toMatchObject(one.variables ?? {});
  });
});

it('has a document for each file of callers', () => {
  const names = documents.map((name) => basename(name).replace(/\.\w+$/, ''));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.callers.yaml'),
  );
  expect(files.map((name) => basename(name).replace('.callers.yaml', '')).sort()).toEqual(names.sort());
});

it('leaves the reminder on the answering machine that a dialled number has', async () => {
  const { server, sandbox, number } = await serve('services/appointment-reminder.json');
  const { calling, logs } = sandbox.client();
  const { id } = await calling.dial({ from: number, to: '+15005550105', url: `${server.url}/main` });
  sandbox.clock.advance(5);
  await sandbox.settled();
  sandbox.clock.advance(60);
  await sandbox.settled();
  const detected = server.received.filter(({ target }) => target === '/detected').map(({ body }) => JSON.parse(body));
  const events = detected.map(({ params }) => params.detect.params.event);
  expect(events).toEqual(['MACHINE', 'finished']);
  expect(await logs.voice.get(id)).toMatchObject({ status: 'ended' });
  await sandbox.close();
  await server.close();
});
