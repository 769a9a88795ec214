// The process in which `patchbay replay --run` runs the inputs of a recording, in an interpreter. The requests of the
// inputs go to the sandbox of this process. It has no credentials, and Node's permission model and `sealNetwork` refuse
// files, child processes and connections to what it does for them, such as the skills.
import { readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type CassetteDocument, type CassetteEntry, webhookReplayer } from '../../cassette/index.js';
import { PlatformRestError } from '../../client/index.js';
import { sealNetwork } from '../../http/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { clean, showError } from '../../show/index.js';
import { Mistake } from '../../util/index.js';
import { createBench } from '../create-bench.js';
import { mapAdvice } from '../mode/mode.js';
import { exchangeOf } from '../transcript/session-entry.js';
import { type Assignment, type Order, REPORT_FD, type Report } from './messages.js';
import { offeredNames } from './offered-names.js';
import { RecordedCode } from './recorded-code.js';

const report = (message: Report): void => void writeSync(REPORT_FD, `${JSON.stringify(message)}\n`);

const MAX_LINE = 200;

const isExchange = (document: CassetteDocument): document is CassetteEntry => document.kind === 'http';

async function main(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const next = async () => JSON.parse(String((await lines.next()).value)) as unknown;
  // Written by the command that started this process.
  const { header, documents, inputs, maps } = (await next()) as Assignment;
  const entries = documents.filter(isExchange);
  const bench = createBench({ from: { header, documents }, env: () => ({}), maps: [...maps, ...hostsOf(entries)] });
  sealNetwork();
  // `createBench` makes this one.
  const sandbox = bench.globals.sandbox as Sandbox;
  sandbox.webhooks.answerFrom(webhookReplayer({ documents }) ?? null);
  const repeat = repeatFaults(entries, sandbox);
  let input = 0;
  bench.log.follow((event) => {
    if (event.kind === 'notice') report({ kind: 'note', text: event.text });
    const document = event.kind === 'http' && !event.isLookup ? exchangeOf(event) : undefined;
    if (document === undefined || !isExchange(document)) return;
    repeat(document.op);
    report({ kind: 'exchange', input, document });
  });
  for (const note of sandbox.notes) report({ kind: 'note', text: note });
  const asked = new Set<string>();
  const fail = (error: unknown) => {
    process.stderr.write(`${showError(error, { columns: 120, advice: mapAdvice(error) })}\n`);
    const [line = ''] = showError(error).split('\n', 1);
    report({ kind: 'failed', input, text: line.slice(0, MAX_LINE), isOfRequest: error instanceof PlatformRestError });
  };
  const code = new RecordedCode({
    script: readFileSync(new URL('./guest.js', import.meta.url), 'utf8'),
    offer: offeredNames(),
    globals: bench.globals,
    print: (text) => void process.stderr.write(`${clean(text)}\n`),
    fail,
    absent(name) {
      const key = `${input} ${name}`;
      if (!asked.has(key)) report({ kind: 'absent', input, name });
      asked.add(key);
    },
    stop,
  });
  // Such as code that is nested so deeply that it exhausts the stack of WebAssembly.
  process.on('uncaughtException', ({ message }) => stop(`the interpreter failed (${message})`));
  await code.start();
  for (const one of inputs) {
    input = one.number;
    report({ kind: 'ready', input });
    if (((await next()) as Order) === 'skip') continue;
    if (one.refused !== undefined) fail(new Mistake(one.refused));
    else if (one.compiled) await code.run(one.compiled);
  }
  report({ kind: 'done' });
  // Timers of the code would keep the process. The output is in a pipe, which a busy reader empties late.
  process.stderr.write('', () => process.exit(0));
}

/** Requests of other clients to these hosts go to the sandbox. */
const hostsOf = (entries: readonly CassetteEntry[]): string[] => [
  ...new Set(entries.flatMap(({ op, request }) => (op === undefined ? [] : [new URL(request.url).origin]))),
];

/** No request causes an expired token or a rate limit. The sandbox repeats those of the recording, as a replay does. */
function repeatFaults(entries: readonly CassetteEntry[], { faults }: Sandbox): (operation: string | undefined) => void {
  const statuses = new Map<string, number[]>();
  for (const { op, response } of entries)
    if (op !== undefined) statuses.set(op, [...(statuses.get(op) ?? []), response?.status ?? 0]);
  const prepare = (operation: string) => {
    const status = statuses.get(operation)?.shift();
    if (status === 401 || status === 429) faults.add(operation, { status }, { times: 1 });
  };
  for (const operation of statuses.keys()) prepare(operation);
  return (operation) => operation !== undefined && prepare(operation);
}

function stop(why: string): never {
  report({ kind: 'stopped', text: why });
  process.exit(1);
}

void main();
