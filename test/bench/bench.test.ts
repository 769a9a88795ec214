import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Bench, createBench, openBench } from '../../src/bench/index.js';
import { showText } from '../../src/show/index.js';
import { agrees, asText, corpus, errorText } from '../corpus/evaluator.js';
import { receiver } from '../support/loopback.js';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
afterAll(() => rmSync(folder, { recursive: true }));
const benches: Bench[] = [];
afterEach(() => Promise.all(benches.splice(0).map((bench) => bench.close())));
const openTestBench = (bench = createBench()) => {
  benches.push(bench);
  return bench;
};
async function value(bench: Bench, source: string): Promise<unknown> {
  const outcome = await bench.run(source);
  if (!outcome.ok) throw outcome.error;
  return outcome.value;
}

describe('the bench', () => {
  it('evaluates the whole corpus as the evaluator does', async () => {
    const bench = openTestBench();
    for (const entry of corpus) {
      const outcome = await bench.run(entry.source);
      expect([
        entry,
        agrees(entry, outcome.ok ? { value: asText(outcome.value) } : { error: errorText(outcome.error) }),
      ]).toEqual([entry, true]);
    }
  });

  it('starts in sandbox mode with the preloaded names', async () => {
    const bench = openTestBench();
    expect(bench.whereRequestsGo).toBe('sandbox');
    expect(await value(bench, '(await platform.phone_numbers.list()).data.length')).toBe(6);
    expect(
      await value(bench, "await agent.add_skill('datetime'); (await agent.call_tool('get_current_time', {})).response"),
    ).toMatch(/\d/);
    expect(await value(bench, '(await new RestClient().queues.list()).data.length')).toBe(2);
    expect(await value(bench, 'sandbox.clock.now() instanceof Date')).toBe(true);
  });

  it('keeps the last value and the last error', async () => {
    const bench = openTestBench();
    await bench.run('40 + 2');
    expect(await value(bench, '_')).toBe(42);
    await bench.run('throw new RangeError("too far")');
    expect(await value(bench, '_err.message')).toBe('too far');
  });

  it('logs the input, its exchanges and its result in order', async () => {
    const bench = openTestBench();
    await bench.run("await platform.queues.get('nobody').catch(() => 'none')");
    expect(bench.log.events).toMatchObject([
      { kind: 'input', input: 1 },
      {
        kind: 'http',
        input: 1,
        exchange: { method: 'GET', status: 404, url: 'https://sandbox.invalid/api/relay/rest/queues/nobody' },
      },
      { kind: 'output', input: 1, value: 'none' },
    ]);
  });

  it('reports a likely typo in a field name', async () => {
    const bench = openTestBench();
    await bench.run("await platform.queues.create({ nmae: 'x' })");
    expect(bench.log.events).toContainEqual({
      kind: 'notice',
      input: 1,
      text: 'queues.create: nmae is not a known field. Did you mean name?',
    });
  });

  it('reports a typo again in each input that repeats it, and once in an input with a loop', async () => {
    const bench = openTestBench();
    for (const source of [
      "await platform.queues.create({ nmae: 'x' })",
      "for (const nmae of ['y', 'z']) await platform.queues.create({ nmae })",
      "await new RestClient().queues.create({ nmae: 'x' })",
    ])
      await bench.run(source);
    const notices = bench.log.events.filter(({ kind }) => kind === 'notice');
    expect(notices).toMatchObject([{ input: 1 }, { input: 2 }, { input: 3 }]);
  });
});

describe('the requests and the commands of the bench', () => {
  it('reports a likely typo in a paging parameter of a list without other known parameters', async () => {
    const bench = openTestBench();
    await bench.run('await platform.queues.list({ page_sizes: 1 })');
    await bench.run('await platform.queues.list({ page_size: 1, anything: 1 })');
    expect(bench.log.events.filter(({ kind }) => kind === 'notice')).toMatchObject([
      { text: 'queues.list: page_sizes is not a known field. Did you mean page_size?' },
      { text: expect.stringMatching(/^queues\.list: anything is not in the API description/) },
    ]);
  });

  it('names the request that Ctrl-C cancelled', async () => {
    const bench = openTestBench();
    await bench.run("sandbox.faults.add('queues.create', { kind: 'timeout' })");
    const running = bench.run("await platform.with({ retries: 0 }).queues.create({ name: 'x' })");
    while (bench.waitsFor === undefined) await new Promise((resolve) => setImmediate(resolve));
    bench.interrupt();
    await running;
    expect(bench.log.events.findLast(({ kind }) => kind === 'notice')).toMatchObject({
      text: 'cancelled: queues.create. The platform may have received it',
    });
  });

  it('shows the space and the project of a client', async () => {
    const text = showText(await value(openTestBench(), 'new RestClient()'));
    expect(text).toContain("space: 'https://sandbox.invalid'");
    expect(text).not.toContain('Function');
    expect(text.split('\n').length).toBeLessThan(10);
  });

  it('completes ids from responses, files, and operations for faults', async () => {
    const bench = openTestBench();
    const texts = async (source: string) => (await bench.complete(source, source.length)).items.map(({ text }) => text);
    expect(await texts("await platform.queues.get('")).toEqual([]);
    const ids = await value(bench, '(await platform.queues.list()).data.map(({ id }) => id)');
    expect(await texts("await platform.queues.get('")).toEqual(ids);
    expect(await texts("await new RestClient().queues.get('")).toEqual([]);
    await bench.run('const mine = new RestClient()');
    expect(await texts("await mine.queues.get('")).toEqual(ids);
    writeFileSync(join(folder, 'story.ts'), '1');
    expect(await texts(`.load ${folder}/st`)).toEqual([`${folder}/story.ts`]);
    expect(await texts(`readFileSync('${folder}/st`)).toEqual([`${folder}/story.ts`]);
    expect(await texts(`!cat ${folder}/st`)).toEqual([`${folder}/story.ts`]);
    expect(await texts(`! grep -n 1 ${folder}/st`)).toEqual([`${folder}/story.ts`]);
    expect(await texts('!platform.que')).toEqual(['queues']);
    expect(await texts("sandbox.faults.add('queues.li")).toEqual(['queues.list', 'queues.list_members']);
  });

  it('runs dot commands and reads .5 as a number', async () => {
    const bench = openTestBench();
    expect(String(await value(bench, '.help requests'))).toContain('.mode [sandbox | replay FILE]');
    expect(String(await value(bench, '.mode'))).toBe('Requests go to: sandbox');
    expect(await value(bench, '.5 + .5')).toBe(1);
    await expect(value(bench, '.hlep')).rejects.toThrow('there is no command .hlep. Did you mean .help?');
    await expect(value(bench, '.mode live')).rejects.toThrow('--live');
  });

  it('appends a leave event for .exit', async () => {
    const bench = openTestBench();
    await bench.run('.exit');
    expect(bench.log.events).toContainEqual({ kind: 'leave' });
  });
});

describe('the mode', () => {
  it('records requests and replays them for the same client', async () => {
    const file = join(folder, 'story.yaml');
    const bench = openTestBench(await openBench({ mode: { kind: 'sandbox' }, record: { file, still: true } }));
    const story = "JSON.stringify(await platform.queues.create({ name: 'taped' }))";
    const recorded = await value(bench, story);
    await expect(bench.use({ kind: 'sandbox' })).rejects.toThrow('records');
    await bench.close();
    expect(readFileSync(file, 'utf8')).toContain('op: queues.create');

    const again = openTestBench();
    await again.run('const saved = platform.queues');
    await again.use({ kind: 'replay', file });
    expect(again.whereRequestsGo).toBe('replay of story.yaml');
    expect(await value(again, story.replace('platform.queues', 'saved'))).toBe(recorded);
    await again.use({ kind: 'replay', file, strict: true });
    await expect(value(again, "await platform.queues.create({ name: 'other' })")).rejects.toMatchObject({
      code: 'miss',
      status: 0,
    });
    await again.use({ kind: 'sandbox' });
    // The sandbox is as it was before the replay, without the queue of the recording.
    expect(await value(again, '(await saved.list()).data.length')).toBe(2);
  });

  it.each([true, false])('keeps the sandbox at the state of the recording (strict: %s)', async (strict) => {
    const file = join(folder, 'ring.yaml');
    const bind =
      "await platform.phone_numbers.set_relay_topic((await platform.phone_numbers.list()).data[1].id, 'night')";
    const teacher = openTestBench(await openBench({ mode: { kind: 'sandbox' }, record: { file, still: true } }));
    await teacher.run(bind);
    await teacher.close();
    const student = openTestBench();
    await student.use({ kind: 'replay', file, strict });
    await student.run(bind);
    expect(await value(student, "(await sandbox.ring('+12125550142')).route")).toContain('the topic night');
  });

  it('continues in the sandbox from the same state after the first unrecorded request', async () => {
    const file = join(folder, 'lesson.yaml');
    const lesson = "const made = await platform.queues.create({ name: 'taped' }); made.id";
    const teacher = openTestBench(await openBench({ mode: { kind: 'sandbox' }, record: { file, still: true } }));
    const id = await value(teacher, lesson);

    const student = openTestBench();
    await student.run("await platform.queues.create({ name: 'before the lesson' })");
    await student.use({ kind: 'replay', file });
    expect(await value(student, lesson)).toBe(id);
    expect(String(await value(student, '.mode'))).toBe('Requests go to: replay of lesson.yaml');
    expect(await value(student, "(await platform.queues.update(made.id, { name: 'mine' })).friendly_name")).toBe(
      'mine',
    );
    expect(await value(student, '(await platform.queues.list()).data.map((queue) => queue.friendly_name)')).toEqual([
      'mine',
      'sales',
      'support',
    ]);
    const notices = student.log.events.filter(({ kind }) => kind === 'notice');
    expect(notices).toEqual([
      expect.objectContaining({ text: expect.stringContaining('the sandbox answers this request and all later ones') }),
    ]);
    expect(String(await value(student, '.mode'))).toMatch(/^Requests go to: sandbox, .*lesson\.yaml/);

    // The sandbox keeps the state from before the replay, also through a second replay and a refused one.
    await student.use({ kind: 'replay', file });
    await expect(student.use({ kind: 'replay', file: join(folder, 'none.yaml') })).rejects.toThrow();
    expect(await value(student, lesson)).toBe(id);
    await student.use({ kind: 'sandbox' });
    const names = await value(student, '(await platform.queues.list()).data.map((queue) => queue.friendly_name)');
    expect(names).toEqual(['before the lesson', 'sales', 'support']);
  });

  it('does not change when the new mode cannot be used', async () => {
    const bench = openTestBench();
    await expect(bench.use({ kind: 'replay', file: join(folder, 'none.yaml') })).rejects.toThrow(
      'there is no such file',
    );
    await expect(bench.use({ kind: 'live' })).rejects.toThrow('--live needs credentials');
    expect(bench.whereRequestsGo).toBe('sandbox');
    expect(await value(bench, '(await platform.queues.list()).data.length')).toBe(2);
  });

  it('opens no connection to other machines offline, also after a redirect', async () => {
    const bench = openTestBench();
    const server = await receiver(() => ({ status: 302, headers: { location: 'http://198.51.100.7/' } }));
    const reached = (source: string) =>
      value(bench, `await (${source}).then(() => 'reached', (error) => String(error.cause ?? error))`);
    expect(await reached("fetch('https://198.51.100.7/')")).toContain('Without --live, no request leaves this machine');
    expect(await reached(`fetch('${server.url}')`)).toContain('Without --live, no request leaves this machine');
    expect(await reached(`fetch('${server.url}', { redirect: 'manual' })`)).toBe('reached');
    const client = "new RestClient({ project: 'p', token: 'tttt', host: 'space.example', retries: 0 })";
    expect(await value(bench, `await ${client}.queues.list().catch((error) => error.code)`)).toBe('not_allowed');
    await server.close();
  });
});
