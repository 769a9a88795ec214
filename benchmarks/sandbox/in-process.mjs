// One of several measurements without a server, in its own process. Prints one number or one object.

import { createSandbox } from '../../dist/sandbox.js';
import { median } from '../quantile.mjs';
import { aNumber } from './a-number.mjs';

/** The families whose names are unique or form addresses, which is what a create request must check. */
const FAMILIES = {
  '/api/relay/rest/queues': (i) => ({ name: `q${i}` }),
  '/api/fabric/resources/subscribers': (i) => ({ email: `s${i}@example.com` }),
  '/api/fabric/resources/conference_rooms': (i) => ({ name: `r${i}`, enable_room_previews: false }),
  '/api/fabric/resources/swml_webhooks': () => ({ primary_request_url: 'https://example.com/a' }),
};
const LAST = 50_000;
const SAMPLE = 1000;

const measurements = { speed, growth, creation, memory, callMemory, storyMemory, call, calls };
process.stdout.write(JSON.stringify(await measurements[process.argv[2]]()));

async function times(sandbox, request, count) {
  const start = performance.now();
  for (let i = 0; i < count; i++) await sandbox.transport.send(request);
  return performance.now() - start;
}

async function speed() {
  const { sandbox, request } = await aNumber();
  await times(sandbox, request, 2000);
  return 20_000 / ((await times(sandbox, request, 20_000)) / 1000);
}

async function growth() {
  const few = await aNumber(100);
  const many = await aNumber(10_000);
  const ratio = async (what, count) => {
    const rounds = [];
    for (let round = -2; round < 9; round++) {
      const small = await times(few.sandbox, few[what], count);
      const large = await times(many.sandbox, many[what], count);
      if (round >= 0) rounds.push(large / small);
    }
    return median(rounds);
  };
  return { get: await ratio('request', 2000), page: await ratio('page', 300) };
}

/** The worst ratio of the last to the first items of a family. A warm-up in another sandbox comes first. */
async function creation() {
  const creating = async (sandbox, path, fields, from, count) => {
    const { project, token } = sandbox.credentials;
    const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const url = `http://sandbox.invalid${path}`;
    const took = [];
    for (let i = from; i < from + count; i++) {
      const body = JSON.stringify(fields(i));
      const start = performance.now();
      const { status } = await sandbox.transport.send({ method: 'POST', url, headers, body });
      took.push(performance.now() - start);
      if (status >= 300) throw new Error(`${path} responded with ${status}`);
    }
    return median(took);
  };
  const ratios = [];
  for (const [path, fields] of Object.entries(FAMILIES)) {
    await creating(createSandbox(), path, fields, 0, 5 * SAMPLE);
    const sandbox = createSandbox();
    const first = await creating(sandbox, path, fields, 0, SAMPLE);
    await creating(sandbox, path, fields, SAMPLE, LAST - 2 * SAMPLE);
    ratios.push((await creating(sandbox, path, fields, LAST - SAMPLE, SAMPLE)) / first);
  }
  return Math.max(...ratios);
}

async function memory() {
  const { sandbox, request, page } = await aNumber();
  const { authorization } = request.headers;
  const base = 'http://sandbox.invalid/api/relay/rest/queues';
  const headers = { authorization, 'content-type': 'application/json' };
  /** What a long session does: it looks, makes, changes and deletes. */
  const round = async () => {
    await sandbox.transport.send(request);
    await sandbox.transport.send(page);
    const made = await sandbox.transport.send({ method: 'POST', url: base, headers, body: '{"name":"bench"}' });
    const { id } = JSON.parse(Buffer.from(made.body).toString());
    await sandbox.transport.send({ method: 'DELETE', url: `${base}/${id}`, headers });
  };
  const resident = async (requests) => {
    for (let i = 0; i < requests; i += 4) await round();
    gc();
    return process.memoryUsage.rss();
  };
  const after20 = await resident(20_000);
  return (await resident(180_000)) / after20;
}

/** A number whose calls go through 20 steps. */
async function aRinging() {
  const { sandbox, request } = await aNumber();
  const { phone_numbers, fabric } = sandbox.client();
  const [number] = (await phone_numbers.list()).data;
  const say = { play: 'say:Hello' };
  // biome-ignore lint/suspicious/noThenProperty: the name on the wire.
  const round = [say, { set: { count: '%{count}1' } }, { cond: [{ when: 'count == 1', then: [say] }] }];
  const contents = { sections: { main: ['answer', ...Array.from({ length: 6 }, () => round).flat(), 'hangup'] } };
  const { swml_script } = await fabric.swml_scripts.create({ name: 'Bench', contents });
  await phone_numbers.set_swml_webhook(number.id, swml_script.request_url);
  const ringing = async (count) => {
    const start = performance.now();
    for (let i = 0; i < count; i++) await sandbox.ring(number.number);
    return performance.now() - start;
  };
  return { sandbox, request, ringing };
}

/** Bytes in use after 100,000 calls against those after 10,000. */
async function callMemory() {
  const { ringing } = await aRinging();
  const used = async (count) => {
    await ringing(count);
    gc();
    return process.memoryUsage().heapUsed;
  };
  const after10 = await used(10_000);
  return (await used(90_000)) / after10;
}

/** The heap that 10,000 calls add, against their calls and stories as JSON. */
async function storyMemory() {
  const { sandbox, ringing } = await aRinging();
  await ringing(50);
  gc();
  const before = process.memoryUsage().heapUsed;
  await ringing(10_000);
  gc();
  const added = process.memoryUsage().heapUsed - before;
  const { calls, call_runs } = sandbox.snapshot().collections;
  return added / (JSON.stringify(calls).length + JSON.stringify(call_runs).length);
}

/** The time of a call through 20 steps against that of one get. */
async function call() {
  const { sandbox, request, ringing } = await aRinging();
  const rounds = [];
  for (let i = -2; i < 9; i++) {
    const get = (await times(sandbox, request, 1000)) / 1000;
    const rung = (await ringing(200)) / 200;
    if (i >= 0) rounds.push(rung / get);
  }
  return median(rounds);
}

/** The time of 1000 calls that overlap against that of 250. */
async function calls() {
  const steps = Array.from({ length: 18 }, (_, i) => ({ set: { [`value_${i}`]: 'x' } }));
  const swml = { version: '1.0.0', sections: { main: ['answer', ...steps, { sleep: 2_000_000 }, 'hangup'] } };
  const overlapping = async (count) => {
    const sandbox = createSandbox({ empty: true });
    const { phone_numbers, calling } = sandbox.client();
    await phone_numbers.purchase({ number: '+12065550107' });
    const start = performance.now();
    for (let i = 0; i < count; i++) await calling.dial({ from: '+12065550107', to: '+13125550171', swml });
    sandbox.clock.advance(3000);
    await sandbox.settled();
    return performance.now() - start;
  };
  const rounds = [];
  for (let i = -2; i < 5; i++) {
    const few = await overlapping(250);
    const many = await overlapping(1000);
    if (i >= 0) rounds.push(many / few);
  }
  return median(rounds);
}
