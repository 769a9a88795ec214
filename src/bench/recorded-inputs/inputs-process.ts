// The process in which `patchbay replay --run` evaluates the inputs of a recording. It has no credentials, no network,
// no files and no child processes: Node's permission model and `sealNetwork` refuse them.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CassetteDocument, type CassetteEntry, webhookReplayer } from '../../cassette/index.js';
import { sealNetwork } from '../../http/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { showError } from '../../show/index.js';
import type { Bench } from '../bench.js';
import { createBench } from '../create-bench.js';
import { mapAdvice } from '../mode/map-advice.js';
import { exchangeOf } from '../transcript/session-entry.js';
import { type Assignment, type Order, REPORT_FD, type Report } from './messages.js';

const report = (message: Report): void => void writeSync(REPORT_FD, `${JSON.stringify(message)}\n`);

const isHttp = (document: CassetteDocument): document is CassetteEntry => document.kind === 'http';

async function main(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const next = async () => JSON.parse(String((await lines.next()).value)) as unknown;
  // Written by the command that started this process.
  const { header, documents, inputs, maps } = (await next()) as Assignment;
  const entries = documents.filter(isHttp);
  const bench = createBench({ from: { header, documents }, env: () => ({}), maps: [...maps, ...hostsOf(entries)] });
  sealNetwork();
  sealProcess();
  // `createBench` makes this one.
  const sandbox = bench.globals.sandbox as Sandbox;
  sandbox.webhooks.answerFrom(webhookReplayer({ documents }) ?? null);
  const repeat = repeatFaults(entries, sandbox);
  let input = 0;
  bench.log.follow((event) => {
    if (event.kind === 'notice') report({ kind: 'note', text: event.text });
    const document = event.kind === 'http' && !event.isLookup ? exchangeOf(event) : undefined;
    if (document === undefined || !isHttp(document)) return;
    repeat(document.op);
    report({ kind: 'exchange', input, document });
  });
  for (const note of sandbox.notes) report({ kind: 'note', text: note });
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error: unknown) => printError(error, bench));
  for (const { number, source } of inputs) {
    input = number;
    report({ kind: 'ready', input });
    if (((await next()) as Order) === 'skip') continue;
    const outcome = await bench.run(source, { filename: `input-${number}` });
    if (!outcome.ok) printError(outcome.error, bench);
    // Code may send requests without waiting for them.
    do await nextTurn();
    while (bench.waitsFor !== undefined);
  }
  report({ kind: 'done' });
  process.exit(0);
}

/** Node's permission model lets a process send signals to every process of the user. */
function sealProcess(): void {
  const refuse = (owner: object, name: string, message: string) => {
    const value = () => {
      throw Object.assign(new Error(message), { code: 'ERR_ACCESS_DENIED' });
    };
    Object.defineProperty(owner, name, { value, writable: false, configurable: false });
  };
  // Node also has the unchecked function under the second name.
  for (const name of ['kill', '_kill', '_debugProcess']) refuse(process, name, 'recorded code sends no signals');
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

function printError(error: unknown, bench: Bench): void {
  const advice = mapAdvice(error);
  process.stderr.write(`${showError(error, { columns: 120, frames: bench.framesOf(error), advice })}\n`);
}

void main();
