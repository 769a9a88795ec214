// What a replay costs: side by side in one run, as ratios. Exits with 1 when a promise is broken.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockAgent, request } from 'undici';
import { isQuick, promise, roundsOr } from '../promise.mjs';
import { exchanges, lines, ORIGIN } from './exchanges.mjs';
import { best } from './measure.mjs';

// Another build can be measured: BUNDLE=/path/to/cassette.js
const { openCassette, redactCassette, replayDispatcher, replayer } = await import(
  process.env.BUNDLE ?? '../../dist/cassette.js'
);

const ROUND = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'bench-replay-'));
const fileOf = (count) => {
  const file = join(folder, `${count}.ndjson`);
  writeFileSync(file, lines(exchanges(count)));
  return file;
};

/** Sends all requests once, repeatedly with a new cursor, until a round is complete. */
async function play(list, dispatcherFor) {
  for (let done = 0; done < ROUND; done += list.length) {
    const dispatcher = await dispatcherFor();
    for (const { method, path, body } of list) {
      const answer = await request(ORIGIN + path, { method, body, headers: JSON_TYPE, dispatcher });
      await answer.body.arrayBuffer();
    }
    await dispatcher.close();
  }
}
const JSON_TYPE = { 'content-type': 'application/json' };

/** The same without the client around it: what the dispatchers themselves take. */
async function dispatch(list, dispatcherFor) {
  for (let done = 0; done < ROUND; done += list.length) {
    const dispatcher = await dispatcherFor();
    for (const { method, path, body } of list) {
      await new Promise((resolve, reject) => {
        dispatcher.dispatch({ origin: ORIGIN, path, method, headers: JSON_TYPE, body }, handler(resolve, reject));
      });
    }
    await dispatcher.close();
  }
}
const handler = (resolve, reject) => ({
  onRequestStart() {},
  onResponseStart() {},
  onResponseData() {},
  onResponseEnd: resolve,
  onResponseError: (_, error) => reject(error),
});

function mockAgent(list) {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const pool = agent.get(ORIGIN);
  for (const { method, path, body, answer } of list) {
    pool.intercept({ method, path, body }).reply(200, answer, { headers: JSON_TYPE });
  }
  return agent;
}

async function playTransport(list, session) {
  for (let done = 0; done < ROUND; done += list.length) {
    const replay = session();
    for (const { method, path, body } of list)
      await replay.send({ method, url: ORIGIN + path, headers: JSON_TYPE, body });
  }
}

/** The least that a replay can do: it finds a text by the request and copies it. Shows what memory alone costs. */
const bareMap = (list) =>
  new Map(
    list.map(({ method, path, body = '', answer }) => [
      `${method} ${ORIGIN}${path}`,
      { body, answer: Buffer.from(answer).toString() },
    ]),
  );

async function playMap(list, map) {
  const send = async ({ method, url, body = '' }) => {
    const recorded = map.get(`${method} ${url}`);
    if (recorded.body !== body) throw new Error('another body');
    return { status: 200, headers: { ...JSON_TYPE }, body: Buffer.from(recorded.answer) };
  };
  for (let done = 0; done < ROUND; done += list.length)
    for (const { method, path, body } of list) await send({ method, url: ORIGIN + path, body });
}

try {
  const [few, many] = [exchanges(100), exchanges(10_000)];
  const [fewFile, manyFile] = [fileOf(100), fileOf(10_000)];
  const dispatchers = new Map();
  for (const [list, file] of [
    [few, fewFile],
    [many, manyFile],
  ])
    dispatchers.set(list, await replayDispatcher(openCassette(file)));
  const sessions = new Map([few, many].map((list, i) => [list, replayer(openCassette([fewFile, manyFile][i]))]));

  const maps = new Map([few, many].map((list) => [list, bareMap(list)]));

  // Milliseconds are over in one breath of the machine: more rounds find one that nothing disturbed.
  const rounds = roundsOr(7);
  const times = await best(rounds, {
    'undici.request, 100': () => play(few, () => dispatchers.get(few).fork()),
    'undici.request, 10,000': () => play(many, () => dispatchers.get(many).fork()),
    // No promise needs it.
    ...(!isQuick && { 'undici.request, MockAgent of 100': () => play(few, () => mockAgent(few)) }),
    'dispatch, 100': () => dispatch(few, () => dispatchers.get(few).fork()),
    'dispatch, 10,000': () => dispatch(many, () => dispatchers.get(many).fork()),
    'dispatch, MockAgent of 100': () => dispatch(few, () => mockAgent(few)),
    'a Map, 100': () => playMap(few, maps.get(few)),
    'a Map, 10,000': () => playMap(many, maps.get(many)),
    'transport, 100': () => playTransport(few, () => sessions.get(few).fork()),
    'transport, 10,000': () => playTransport(many, () => sessions.get(many).fork()),
  });
  const last = many.at(-1);
  const thousandFile = fileOf(1000);
  const output = (file) => `${file}.redacted.ndjson`;
  const files = await best(isQuick ? 1 : rounds, {
    'JSON.parse of 10,000 lines': () => {
      for (const line of readFileSync(manyFile, 'utf8').split('\n')) if (line) JSON.parse(line);
    },
    'open 10,000 and match the last': () =>
      replayer(openCassette(manyFile)).send({
        method: last.method,
        url: ORIGIN + last.path,
        headers: JSON_TYPE,
        body: last.body,
      }),
    'redact 1,000': () => redactCassette(thousandFile, { output }),
    'redact 10,000': () => redactCassette(manyFile, { output }),
  });

  for (const [name, ms] of Object.entries(times))
    console.log(`${name.padEnd(36)} ${((ms * 1000) / ROUND).toFixed(1)} µs each`);
  for (const [name, ms] of Object.entries(files)) console.log(`${name.padEnd(36)} ${ms.toFixed(0)} ms`);
  const growth = (kind) => times[`${kind}, 10,000`] / times[`${kind}, 100`];
  for (const kind of ['undici.request', 'dispatch'])
    promise(`10,000 against 100, ${kind}`, growth(kind), { most: 1.5 });
  // The answers of 10,000 do not fit in the processor's cache, so a Map slows down too.
  promise('10,000 against 100, transport, beside a Map', growth('transport') / growth('a Map'), { most: 1.5 });
  promise('MockAgent against replay at 100', times['dispatch, MockAgent of 100'] / times['dispatch, 100'], {
    least: 4,
  });
  const parsing = files['JSON.parse of 10,000 lines'];
  promise('opening against JSON.parse', files['open 10,000 and match the last'] / parsing, { most: 1.6 });
  // The same code has × 6 on one machine, and × 8.9 on another one, whose JSON.parse is faster.
  promise('redacting against JSON.parse', files['redact 10,000'] / parsing, { most: 6, variance: 2 });
  promise('redacting 10,000 against 1,000', files['redact 10,000'] / files['redact 1,000'], { most: 12 });
} finally {
  rmSync(folder, { recursive: true });
}
