import { expect, it } from 'vitest';
import type { RestClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { type Random, seeded } from '../support/random.js';
import { checked } from './support/checked.js';
import { DOCUMENT, FROM, inline } from './support/line.js';

// Whatever is done to calls: every answer has its shape, no state leads back, and both APIs tell one story.

const UNBOUND = '+12065550108';
const SEEDS = Array.from({ length: 6 }, (_, i) => i + 1);
const STEPS = 60;

/** The words of the compatible API for each of the voice log's. */
const SAME: Readonly<Record<string, string>> = {
  queued: 'queued',
  ringing: 'ringing',
  answered: 'in-progress',
  ended: 'completed',
  completed: 'completed',
  canceled: 'canceled',
  failed: 'failed',
  busy: 'busy',
  'no-answer': 'no-answer',
};
const ORDER = ['queued', 'ringing', 'answered', 'in-progress'];
const place = (status: string) => (ORDER.includes(status) ? Math.min(ORDER.indexOf(status), 2) : 3);

it.each(SEEDS)('keeps the invariants of calls under random commands (seed %i)', async (seed) => {
  const sandbox = await prepared(seed);
  const story = new Story(sandbox, seeded(seed));
  for (let step = 0; step < STEPS; step++) {
    await story.step();
    if (step % 4 === 0) await story.holds();
  }
  expect(story.succeeded).toBeGreaterThan(STEPS / 12);
});

it('continues from a snapshot in the same way', async () => {
  const record = async (sandbox: Sandbox) => {
    const story = new Story(sandbox, seeded(99));
    for (let step = 0; step < 40; step++) await story.step();
    return JSON.stringify([story.answers, sandbox.snapshot()]);
  };
  const sandbox = await prepared(5);
  const before = new Story(sandbox, seeded(5));
  for (let step = 0; step < 40; step++) await before.step();
  const snapshot = sandbox.snapshot();
  const first = await record(sandbox);
  sandbox.restore(JSON.parse(JSON.stringify(snapshot)));
  expect(await record(sandbox)).toBe(first);
});

/** Two numbers, one of them bound, and two short lines. */
async function prepared(seed: number): Promise<Sandbox> {
  const sandbox = createSandbox({ seed, empty: true });
  const { phone_numbers, queues } = sandbox.client();
  const { id } = await phone_numbers.purchase({ number: FROM });
  await phone_numbers.set_swml_webhook(id, DOCUMENT);
  await phone_numbers.purchase({ number: UNBOUND });
  for (const name of ['support', 'sales']) await queues.create({ name, max_size: 2 });
  return sandbox;
}

/** A sandbox that receives random requests. */
class Story {
  readonly answers: unknown[] = [];
  succeeded = 0;
  readonly #client: RestClient;
  /** Sends what the client itself would refuse. */
  readonly #rough: RestClient;
  readonly #calls: string[] = [];
  readonly #seen = new Map<string, number>();
  readonly #copy: Sandbox;
  readonly #looking: RestClient;

  constructor(
    readonly sandbox: Sandbox,
    readonly random: Random,
  ) {
    this.#client = checked(sandbox).client;
    this.#copy = createSandbox({ seed: sandbox.seed, empty: true });
    this.#looking = checked(this.#copy).client;
    this.#rough = this.#client.with({ check: false });
  }

  async step(): Promise<void> {
    const { random } = this;
    if (random.below(4) === 0) this.sandbox.clock.advance(random.pick([0, 1, 1, 5, 30]));
    const deed = this.#calls.length === 0 || random.below(6) === 0 ? this.#dial : this.#command;
    try {
      const answer = await deed.call(this);
      this.answers.push(answer);
      this.succeeded++;
    } catch (error) {
      // Anything but a refusal is a mistake of ours.
      expect([400, 404, 409, 422]).toContain((error as { status?: number }).status);
      this.answers.push((error as { body?: unknown }).body);
    }
  }

  /** Reads everything at one simulated time: requests go to a copy, so that they do not move the clock. */
  async holds(): Promise<void> {
    const snapshot = this.sandbox.snapshot();
    const look = async <T>(ask: (client: RestClient) => PromiseLike<T>): Promise<T> => {
      this.#copy.restore(snapshot);
      return ask(this.#looking);
    };
    const log = (await look(({ logs }) => logs.voice.list({ page_size: 1000 }))).data as Record<string, unknown>[];
    const same = (await look(({ compat }) => compat.calls.list({ PageSize: 1000 }))).calls;
    expect(same).toHaveLength(log.length);
    for (const [i, entry] of log.entries()) {
      const status = String(entry.status);
      expect(same[i]).toMatchObject({
        sid: entry.id,
        from: entry.from,
        to: entry.to,
        parent_call_sid: entry.parent_id,
        status: entry.source === 'laml' ? status : SAME[status],
        duration: entry.duration ?? 0,
        price: entry.duration === null ? null : entry.charge,
      });
      const now = place(status);
      expect(now).toBeGreaterThanOrEqual(this.#seen.get(String(entry.id)) ?? 0);
      this.#seen.set(String(entry.id), now);
    }
    const tapes = (await look(({ compat }) => compat.recordings.list({ PageSize: 1000 }))).recordings;
    expect(tapes.map(({ sid, status, duration }) => [sid, status, duration])).toEqual(
      (await look(({ recordings }) => recordings.list({ page_size: 1000 }))).data.map((one) => [
        one.id,
        one.status,
        one.duration_in_seconds,
      ]),
    );
    const here = log.filter((one) => one.status === 'answered' || one.status === 'in-progress').map((one) => one.id);
    for (const { id, current_size } of (await look(({ queues }) => queues.list())).data) {
      const { data } = await look(({ queues }) => queues.list_members(id));
      expect(data).toHaveLength(current_size as number);
      for (const { call_id } of data) expect(here).toContain(call_id);
    }
    const [room] = (await look(({ compat }) => compat.conferences.list())).conferences;
    if (room) {
      const { participants } = await look(({ compat }) => compat.conferences.list_participants(room.sid));
      for (const { call_sid } of participants) expect(here).toContain(call_sid);
      expect(participants.length > 0).toBe(room.status !== 'completed');
    }
    if (this.#calls.length === 0) return;
    const id = this.#calls.at(-1) as string;
    const times = (await look(({ logs }) => logs.voice.list_events(id))).data.map(({ event_at }) => event_at);
    expect(times).toEqual([...times].sort());
  }

  async #dial(): Promise<unknown> {
    const { random } = this;
    const to = random.pick([
      '+13125550100',
      '+13125550101',
      '+13125550102',
      '+15005550101',
      '+15005550102',
      '+15005550104',
      '+15005550106',
      FROM,
      UNBOUND,
      'queue:support',
      'sip:desk@example.com',
      '/public/desk',
      'nonsense',
      '',
    ]);
    if (random.below(3) === 0) {
      const { sid } = await this.#client.compat.calls.create({
        From: FROM,
        To: to,
        Url: DOCUMENT,
        Record: random.below(2) === 0,
        StatusCallback: DOCUMENT,
        StatusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
      });
      this.#calls.push(sid);
      return sid;
    }
    const document = random.pick([
      { url: DOCUMENT },
      { swml: inline({ record_call: { control_id: 'b' } }, AGENT) },
      { swml: MEETING },
      { swml: inline({ enter_queue: { queue_name: 'sales', transfer_after_bridge: DOCUMENT } }) },
      { swml: { sections: { main: 'nonsense' } } },
      { swml: null },
    ]);
    const { id } = await this.#rough.calling.dial({
      from: FROM,
      to,
      status_url: DOCUMENT,
      status_events: ['queued', 'ringing', 'answered', 'ended'],
      timeout: random.pick([1, 5, 60]),
      ...document,
    } as Parameters<RestClient['calling']['dial']>[0]);
    this.#calls.push(id);
    return id;
  }

  #command(): Promise<unknown> {
    const { random } = this;
    const id = random.below(20) === 0 ? 'unknown' : random.pick(this.#calls.slice(-3));
    const control_id = random.pick(['a', 'b', '__proto__']);
    return random.pick(MANY)(this.#rough, { id, control_id, random });
  }
}

interface What {
  readonly id: string;
  readonly control_id: string;
  readonly random: Random;
}
type Do = (client: RestClient, what: What) => Promise<unknown>;
type Loose = Record<string, (...args: unknown[]) => Promise<unknown>>;

const command =
  (name: string, more: (random: Random) => object = () => ({})): Do =>
  ({ calling }, { id, control_id, random }) =>
    (calling as unknown as Loose)[name]?.(id, { control_id, ...more(random) }) as Promise<unknown>;

const SIMPLE = [
  ...['play_pause', 'play_resume', 'play_stop', 'record_resume', 'record_stop', 'collect_start_input_timers'],
  ...['collect_stop', 'detect_stop', 'tap_stop', 'stream', 'stream_stop', 'denoise', 'denoise_stop', 'transcribe'],
  ...['transcribe_stop', 'ai_message', 'ai_hold', 'ai_unhold', 'ai_stop', 'live_transcribe', 'disconnect'],
  ...['send_fax_stop', 'receive_fax_stop', 'user_event'],
];
const AGENT = { ai: { prompt: { text: 'Be kind.' } } };
const MEETING = inline({ join_conference: { name: 'Weekly', end_on_exit: true, max_participants: 4 } });
const silence = { type: 'silence', params: { duration: 3 } };

const MANY: readonly Do[] = [
  ...SIMPLE.map((name) => command(name)),
  command('play', (random) => ({
    play: random.pick([[silence], [], [silence, silence], 'x']),
    loop: random.pick([0, 1, 1e9]),
  })),
  command('play', () => ({ play: [silence] })),
  command('play_volume', (random) => ({ volume: random.pick([0, 40, -99, 'loud']) })),
  command('record', (random) => ({
    audio: { max_length: random.pick([0, 5, 1e9]), stereo: true },
    status_url: DOCUMENT,
  })),
  command('record_pause', (random) => ({ behavior: random.pick(['skip', 'silence', 'no']) })),
  command('collect', (random) => ({
    digits: { max: 1 },
    initial_timeout: random.pick([-1, 2, 1e300]),
    start_input_timers: true,
  })),
  command('detect', (random) => ({ detect: { type: random.pick(['machine', 'fax', 'digit', 'cat']) }, timeout: 3 })),
  command('stream', (random) => ({ url: random.pick(['wss://example.com', 'http://example.com', 7]) })),
  command('ai_hold', (random) => ({ timeout: random.pick(['2', '999999', 'x']) })),
  command('live_translate', (random) => ({
    action: random.pick([
      'stop',
      { summarize: {} },
      { start: { from_lang: 'en', to_lang: 'es', direction: ['local-caller'] } },
    ]),
  })),
  command('transfer', (random) => ({
    dest: random.pick([
      '+15035550100',
      '+15005550101',
      FROM,
      'queue:sales',
      'queue:no',
      DOCUMENT,
      inline(AGENT),
      inline({ join_conference: 'Weekly' }),
      'x',
      7,
    ]),
  })),
  command('refer', () => ({ device: { type: 'sip', params: { to: 'sip:a@example.com' } } })),
  command('end', (random) => ({ reason: random.pick(['busy', 'hangup', 'noAnswer', 'decline']) })),
  ({ calling }, { id, random }) =>
    calling.update({
      id,
      ...random.pick([{ status: 'canceled' }, { status: 'completed' }, { url: DOCUMENT }, { swml: MEETING }, {}]),
    } as never),
  ({ compat }, { id, random }) =>
    compat.calls.update(
      id,
      random.pick([{ Status: 'canceled' as const }, { Status: 'completed' as const }, { Url: DOCUMENT }]),
    ),
  ({ compat }, { id }) => compat.calls.delete(id),
  ({ compat }, { id }) => compat.calls.start_recording(id, {}),
  async ({ compat }, { id, random }) => {
    const { recordings } = await compat.recordings.list({ CallSid: id });
    const Status = random.pick(['paused', 'in-progress', 'stopped'] as const);
    return compat.calls.update_recording(id, recordings[0]?.sid ?? 'nothing', { Status, PauseBehavior: 'skip' });
  },
  async ({ compat }, { random }) => {
    const { conferences } = await compat.conferences.list({ Status: 'in-progress' });
    const sid = conferences[0]?.sid ?? 'nothing';
    const { participants } = await compat.conferences.list_participants(sid);
    const call = participants.length === 0 ? 'unknown' : random.pick(participants).call_sid;
    const { conferences: rooms } = compat;
    return random.pick([
      () => rooms.remove_participant(sid, call),
      () => rooms.update_participant(sid, call, { Coaching: true, CallSidToCoach: participants[0]?.call_sid ?? 'x' }),
      () => rooms.update_participant(sid, call, { Muted: true }),
      () => rooms.update(sid, { AnnounceUrl: DOCUMENT }),
    ])();
  },
  async ({ compat }) => {
    const { queues } = await compat.queues.list();
    return compat.queues.dequeue_member(queues[0]?.sid as string, 'Front', { Url: DOCUMENT });
  },
];
