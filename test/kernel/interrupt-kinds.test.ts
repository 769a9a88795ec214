import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RawKernel, startRawKernel } from '../support/raw-kernel.js';
import { rotated } from '../support/rotation.js';

let kernel: RawKernel;
beforeAll(async () => {
  kernel = await startRawKernel();
  await kernel.run(
    `var { Readable, PassThrough, Transform } = require('node:stream');
var { pipeline } = require('node:stream/promises');
var { EventEmitter, on } = require('node:events');
var { setImmediate: turn, setInterval: every } = require('node:timers/promises');
var ones = function* () { for (;;) yield 1 };
var later = async function* () { for (;;) yield 1 };
undefined`,
  );
}, 60_000);
afterAll(() => kernel.kill(), 60_000);

const KINDS = [
  'for await (const one of Readable.from(ones())) ;',
  'for await (const one of Readable.from(later())) ;',
  'for await (const one of Readable.from(ones())) { try { one.absent.field } catch {} }',
  "{ const through = new PassThrough(); const fill = () => { while (through.write('text')); through.once('drain', fill) }; fill(); for await (const one of through) ; }",
  "{ const through = new PassThrough({ objectMode: true }); const fill = () => { through.write('text'); setImmediate(fill) }; fill(); for await (const one of through) ; }",
  'for await (const one of Readable.from(ones()).map((n) => n + 1)) ;',
  'for await (const one of Readable.from(ones()).pipe(new Transform({ objectMode: true, transform: (one, _, done) => done(null, one) }))) ;',
  'await pipeline(Readable.from(ones()), async (source) => { for await (const one of source) ; })',
  "await new Promise(() => { new Readable({ read() { this.push('text') } }).on('data', () => {}) })",
  'await (async () => { for await (const one of Readable.from(ones())) await null })()',
  'for await (const one of later()) ;',
  'for await (const one of (async function* () { yield* later() })()) ;',
  'for await (const one of every(0)) ;',
  'for await (const one of new ReadableStream({ pull: (controller) => controller.enqueue(1) })) ;',
  "{ const source = new EventEmitter(); const fill = () => { source.emit('data', 1); setImmediate(fill) }; setImmediate(fill); for await (const one of on(source, 'data')) ; }",
  'for (;;) await turn()',
  'for (;;) ;',
  'for (;;) [...Array(100).keys()].map((n) => n * 2).sort()',
  "for (;;) JSON.parse(JSON.stringify({ a: [1, 2, 3], b: 'text' }))",
  'await new Promise(() => { const again = () => process.nextTick(again); again() })',
];
const ROUNDS = 10;
const cases = KINDS.flatMap((kind) => Array.from({ length: ROUNDS }, () => kind));

it('ends code of each kind at an interrupt, and survives it', async () => {
  for (const kind of rotated(cases)) {
    const { reply } = await kernel.runAndInterrupt(`console.log('on'); ${kind}`);
    expect([kind, reply]).toMatchObject([kind, { status: 'error', ename: 'Interrupted' }]);
    expect((await kernel.run('1 + 1')).reply.status).toBe('ok');
  }
}, 120_000);
