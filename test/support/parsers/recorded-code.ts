import { createBench } from '../../../src/bench/index.js';
import { offeredNames } from '../../../src/bench/recorded-inputs/offered-names.js';
import { RecordedCode } from '../../../src/bench/recorded-inputs/recorded-code.js';
import { inJson, jsonRecords, type OutsideParser, text } from './parser.js';

/** A guest that recorded code has taken over: it sends any text through the message port. */
const CAPTURED = `var guest = { begin(send) {
  const sendAll = (text) => { send(text); send('{"kind":"ended"}'); };
  return { offer() {}, run(start) { start(undefined, { sendAll }); }, answer() {}, tick() {}, rejected() {} };
} };`;

const { globals } = createBench();
const offer = offeredNames();

async function receive(message: string): Promise<void> {
  const errors: unknown[] = [];
  let refuse = (_reason: Error): void => {};
  const stopped = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  const code = new RecordedCode({
    script: CAPTURED,
    offer,
    globals,
    print() {},
    fail: (error) => void errors.push(error),
    absent() {},
    stop(why) {
      refuse(new Error(why));
      throw new Error(why);
    },
  });
  await code.start();
  const body = `sendAll(${JSON.stringify(message)})`;
  const names = { declared: [], assigned: [], imports: [] };
  await Promise.race([code.run({ filename: 'input-1', body, names }), stopped]);
  if (errors.length > 0) throw errors[0];
}

const call = (args: string) => `{"kind":"now","path":"platform.dry.queues.create","args":[${args}]}`;

/** The message port of recorded code. Its texts come from code of a stranger. */
export const RECORDED_CODE_PARSERS: readonly OutsideParser[] = [
  {
    name: 'message of recorded code',
    files: ['bench/recorded-inputs/recorded-code.ts', 'bench/recorded-inputs/guest-calls.ts'],
    isSlow: true,
    ordinary: (bytes) => call(jsonRecords(bytes)),
    around: [
      (hostile) => call(inJson(hostile)),
      (hostile) => call(hostile),
      (hostile) => JSON.stringify({ kind: 'now', path: hostile, args: [] }),
      (hostile) =>
        JSON.stringify({ kind: 'call', id: 1, path: 'fetch', args: [{ url: hostile, method: 'GET', headers: [] }] }),
      (hostile) => `{"kind":"now","path":"platform.dry.queues.list","args":[],"options":[${hostile}]}`,
    ],
    parse: (input) => receive(text(input)),
  },
];
