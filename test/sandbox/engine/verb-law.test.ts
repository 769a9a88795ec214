// biome-ignore-all lint/suspicious/noThenProperty: the name on the wire.
import { describe, expect, it, onTestFinished } from 'vitest';
import { SWML_VERBS } from '../../../src/sandbox/engine/verbs/index.js';
import type { Parameter } from '../../../src/sandbox/engine/verbs/parameters.js';
import type { Ring } from '../../../src/sandbox/index.js';
import { receiver } from '../../support/loopback.js';
import { firstOfItsKind, sampled } from '../../support/rotation.js';
import { withoutEach } from './effect.js';
import { EFFECTS, IN_OTHER_TESTS } from './effects.js';
import { type Options, ring, stored } from './line.js';

const A = '+15035550101';
const URL = 'https://example.com/hook';
const WSS = 'wss://example.com/audio';
const say = { play: 'say:Hi' };
const inline = JSON.stringify({ sections: { main: [say] } });
const voice = { volume: 3, say_voice: 'Polly.Salli', say_language: 'en-US', say_gender: 'female' };
const both = ['remote-caller', 'local-caller'];
const listen = {
  direction: both,
  webhook: URL,
  live_events: true,
  ai_summary: true,
  ai_summary_prompt: 'Sum up.',
  speech_engine: 'google',
  speech_timeout: 2000,
  vad_silence_ms: 400,
  vad_thresh: 300,
  debug_level: 1,
};
const recording = {
  stereo: true,
  format: 'mp3',
  beep: true,
  input_sensitivity: 40,
  initial_timeout: 3,
  end_silence_timeout: 2,
  max_length: 20,
  terminators: '#',
  status_url: URL,
};
const leg = {
  from: '+12065550107',
  from_name: 'Desk',
  headers: [{ name: 'X-A', value: 'b' }],
  codecs: 'PCMU',
  webrtc_media: true,
  session_timeout: 90,
  username: 'u',
  password: 'p',
  timeout: 20,
  call_state_url: URL,
  call_state_events: ['ended'],
  confirm: [say],
  confirm_timeout: 10,
  encryption: 'optional',
  name: 'ears',
  codec: 'PCMU',
  realtime: true,
  authorization_bearer_token: 't',
  custom_parameters: { a: 'b' },
  status_url: URL,
  status_url_method: 'GET',
};
const agent = {
  prompt: { text: 'Be kind.', temperature: 0.5 },
  post_prompt: 'Sum up.',
  post_prompt_url: URL,
  global_data: { a: 1 },
  params: { ai_model: 'gpt-4o-mini', end_of_speech_timeout: 700, wait_for_user: true },
  SWAIG: { functions: [{ function: 'f', description: 'd', parameters: { type: 'object', properties: {} } }] },
};

interface Case {
  readonly main: readonly unknown[];
  readonly options?: Options;
}

/** Documents in which together every parameter of every verb runs. */
const CASES: Readonly<Record<string, Case>> = {
  flow: {
    main: [
      { answer: { max_duration: 600, codecs: 'PCMU', username: 'u', password: 'p' } },
      { set: { n: 1 } },
      { unset: ['n'] },
      { cond: [{ when: 'false', then: [say] }, { else: [say] }] },
      { if: { when: 'true', then: [say], else: [say] } },
      { if: { condition: 'true', then: [say] } },
      { eval: '1 + 1' },
      { switch: { variable: 'n', case: { 1: [say] }, default: [say] } },
      {
        execute: { dest: 'sub', params: { a: 1 }, meta: {}, on_return: [say], result: [{ when: 'true', then: [say] }] },
      },
      { label: 'here' },
      { goto: { label: 'here', when: 'false', max: 2 } },
      {
        request: {
          url: URL,
          method: 'POST',
          headers: { 'X-A': 'b' },
          body: { a: 1 },
          connect_timeout: 1,
          timeout: 2,
          save_variables: true,
        },
      },
      { sleep: 500 },
      { execute_rpc: { method: 'dial', call_id: 'c', node_id: 'n', params: {} } },
      { user_event: { event: { a: 1 } } },
      { transfer: { dest: 'end', params: {}, meta: {} } },
    ],
  },
  media: {
    main: [
      { play: { urls: ['ring:2:us', 'silence:1'], ...voice, auto_answer: true, status_url: URL } },
      {
        prompt: {
          play: 'say:Code',
          ...voice,
          max_digits: 4,
          terminators: '#',
          digit_timeout: 3,
          initial_timeout: 3,
          speech_timeout: 5,
          speech_end_timeout: 1,
          speech_language: 'en-US',
          speech_hints: ['yes'],
          speech_engine: 'Deepgram',
          status_url: URL,
        },
      },
      { record: { ...recording, direction: 'listen' } },
      { record_call: { ...recording, direction: 'both', control_id: 'r' } },
      { stop_record_call: { control_id: 'r' } },
      { send_digits: { digits: '1w2' } },
      { denoise: {} },
      { stop_denoise: {} },
      {
        detect_machine: {
          detectors: 'amd',
          wait: true,
          timeout: 20,
          initial_timeout: 4,
          end_silence_timeout: 1,
          machine_ready_timeout: 1,
          machine_voice_threshold: 1,
          machine_words_threshold: 5,
          detect_message_end: true,
          tone: 'CED',
          status_url: URL,
        },
      },
    ],
    options: { speech: ['yes please'] },
  },
  listeners: {
    main: [
      {
        stream: {
          url: WSS,
          control_id: 's',
          name: 'n',
          track: 'both_tracks',
          codec: 'PCMU',
          realtime: true,
          status_url: URL,
          status_url_method: 'POST',
          authorization_bearer_token: 't',
          custom_parameters: { a: 'b' },
        },
      },
      { stop_stream: { control_id: 's' } },
      {
        tap: {
          uri: 'rtp://192.0.2.1:4000',
          control_id: 't',
          direction: 'both',
          codec: 'PCMA',
          rtp_ptime: 30,
          status_url: URL,
        },
      },
      { stop_tap: { control_id: 't' } },
      { transcribe: { status_url: URL } },
      { transcribe_stop: {} },
      { live_transcribe: { action: { start: { lang: 'en', ...listen } } } },
      {
        live_translate: {
          action: {
            start: {
              from_lang: 'en',
              to_lang: 'es',
              from_voice: 'a',
              to_voice: 'b',
              filter_from: 'polite',
              filter_to: 'rude',
              ...listen,
            },
          },
        },
      },
    ],
  },
  connections: {
    main: [
      {
        connect: {
          to: A,
          ...leg,
          ringback: ['ring:us'],
          max_duration: 60,
          answer_on_bridge: false,
          auto_answer: true,
          result: [{ when: 'true', then: [say] }],
        },
      },
      { connect: { serial: [{ to: A, ...leg }] } },
      { connect: { parallel: [{ to: A }] } },
      {
        join_conference: {
          name: 'Weekly',
          muted: true,
          beep: 'onEnter',
          start_on_enter: true,
          end_on_exit: true,
          wait_url: URL,
          max_participants: 10,
          record: 'record-from-start',
          region: 'us',
          trim: 'do-not-trim',
          status_callback: URL,
          status_callback_event: 'start end join leave',
          status_callback_event_type: 'relay',
          status_callback_method: 'POST',
          recording_status_callback: URL,
          recording_status_callback_method: 'POST',
          recording_status_callback_event: 'completed',
          recording_status_callback_event_type: 'relay',
          result: [{ when: 'true', then: [say] }],
          stream: { url: WSS },
        },
      },
      { join_conference: { name: 'Other', coach: 'nobody' } },
      { join_room: { name: 'room' } },
      {
        send_sms: {
          to_number: A,
          from_number: '+12065550107',
          body: 'b',
          media: [URL],
          region: 'us',
          tags: ['t'],
          status_callback: URL,
        },
      },
      { connect: { serial_parallel: [[{ to: A }]], transfer_after_bridge: inline } },
    ],
    options: { answers: { [A]: { outcome: 'busy' } } },
  },
  bridged: { main: [{ connect: { to: A, transfer_after_bridge: inline } }] },
  queue: {
    main: [
      {
        enter_queue: { queue_name: 'q', transfer_after_bridge: inline, status_url: URL, wait_url: URL, wait_time: 20 },
      },
    ],
  },
  refer: {
    main: [{ sip_refer: { to_uri: 'sip:a@example.com', status_url: URL, username: 'u', password: 'p' } }],
    options: { from: 'sip:caller@example.com' },
  },
  fax: {
    main: [
      { send_fax: { document: URL, control_id: 'f', header_info: 'h', identity: 'i', status_url: URL } },
      { receive_fax: { control_id: 'g', status_url: URL } },
    ],
  },
  payment: {
    main: [
      {
        pay: {
          payment_connector_url: URL,
          charge_amount: '1.00',
          currency: 'usd',
          description: 'd',
          input: 'dtmf',
          payment_method: 'credit-card',
          security_code: true,
          postal_code: '90210',
          min_postal_code_length: 5,
          max_attempts: 1,
          timeout: 5,
          token_type: 'one-time',
          valid_card_types: 'visa',
          language: 'en-US',
          voice: 'woman',
          parameters: [{ name: 'a', value: 'b' }],
          prompts: [{ for: 'payment-processing', actions: [{ type: 'Say', phrase: 'Wait' }] }],
          status_url: URL,
        },
      },
    ],
    options: { digits: ['4242424242424242#', '1299', '123'] },
  },
  agents: {
    main: [
      {
        ai: {
          ...agent,
          hints: ['a'],
          pronounce: [{ replace: 'a', with: 'b' }],
          languages: [{ name: 'English', code: 'en', voice: 'elevenlabs.josh' }],
          multilingual: { languages: [{ language: 'en', voice: 'elevenlabs.josh' }] },
        },
      },
      { amazon_bedrock: agent },
      {
        ai_sidecar: {
          lang: 'en',
          prompt: 'Help.',
          model: 'gpt-4o-mini',
          direction: both,
          customer_role: 'remote-caller',
          url: URL,
          SWAIG: agent.SWAIG,
          permissions: { swaig_allow_swml: true },
          global_data: { a: 1 },
          hints: ['a'],
          params: { debug: true },
        },
      },
      { ai_sidecar: { lang: 'en', action: { summarize: { webhook: URL } } } },
    ],
  },
};
const MORE = { sub: [{ return: 7 }], echo: [{ play: 'say:%{params.a}' }], end: [{ hangup: { reason: 'hangup' } }] };

const results = new Map<string, Promise<Ring>>();
function run(name: string): Promise<Ring> {
  const { main = [], options } = CASES[name] ?? {};
  const found = results.get(name) ?? ring(main, options, MORE);
  results.set(name, found);
  return found;
}

/** Returns the steps of a document, nested ones too. */
function stepsOf(value: unknown): [verb: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap(stepsOf);
  if (typeof value === 'string') return SWML_VERBS.has(value) ? [[value, {}]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(SWML_VERBS.has(name) ? [[name, inner] as [string, unknown]] : []),
    ...stepsOf(inner),
  ]);
}

/** Everything that can be seen of a call afterwards. The ids of the sandbox derive from its seed. */
async function outcomeOf(main: readonly unknown[], options: Options): Promise<string> {
  const sandbox = await stored(main, MORE);
  const rung = await sandbox.ring('+12065550107', options);
  const { collections } = sandbox.snapshot();
  const { calls, recordings, messages, faxes, conferences } = collections;
  // The first request returns the document itself.
  const requests = rung.requests.slice(1);
  return JSON.stringify({ ...rung, requests, calls, recordings, messages, faxes, conferences });
}

describe('the table of verbs', () => {
  it.each(Object.keys(CASES))('runs every step of the document about %s', async (name) => {
    const { steps, problems } = await run(name);
    const top = steps.filter(({ at }) => /^main\[\d+\]$/.test(at));
    expect(
      problems.filter((one) => !one.includes('not simulated') && /has no|requires|must|unknown/.test(one)),
    ).toEqual([]);
    expect(new Set(top.map(({ at }) => at)).size).toBe(CASES[name]?.main.length);
  });

  it('has no verb and no parameter that no document uses', () => {
    const used = new Map<string, Set<string>>();
    for (const [verb, value] of Object.values(CASES).flatMap(({ main }) =>
      stepsOf([...main, ...Object.values(MORE)]),
    )) {
      const names = used.get(verb) ?? new Set();
      used.set(verb, names);
      const { whole, shorthand } = SWML_VERBS.get(verb) ?? {};
      if (whole !== undefined) names.add(whole);
      else if (typeof value === 'object' && value !== null) for (const name of Object.keys(value)) names.add(name);
      else if (shorthand !== undefined) names.add(shorthand);
    }
    const unused = [...SWML_VERBS.values()].flatMap(({ name, parameters }) =>
      used.has(name)
        ? Object.keys(parameters).flatMap((one) => (used.get(name)?.has(one) ? [] : [`${name}.${one}`]))
        : [name],
    );
    expect(unused, 'Add them to a document of CASES').toEqual([]);
  });

  it('has no parameter without an effect or a note', async () => {
    const shown = new Set(IN_OTHER_TESTS);
    // A parameter of each verb in every run.
    const all = [...SWML_VERBS.values()].flatMap(({ name, parameters }) =>
      Object.keys(parameters).map((one) => `${name}.${one}`),
    );
    const tested = new Set(
      sampled(
        all,
        firstOfItsKind((of) => of.split('.')[0]),
        10,
      ),
    );
    for (const { main, options } of [...Object.values(CASES), ...EFFECTS]) {
      const left = withoutEach(main, (name) => SWML_VERBS.has(name)).filter(
        ({ of }) => tested.has(of) && !shown.has(of),
      );
      if (left.length === 0) continue;
      const whole = await outcomeOf(main, options);
      // Without this, noise would count as an effect.
      expect(await outcomeOf(main, options)).toBe(whole);
      for (const { of, main: rest } of left)
        if (!shown.has(of) && (await outcomeOf(rest, options)) !== whole) shown.add(of);
    }
    const quiet = [...SWML_VERBS.values()].flatMap(({ name, effect, parameters, whole }) =>
      effect.kind === 'not simulated' || whole !== undefined
        ? []
        : Object.entries<Parameter>(parameters)
            .filter(([, { required, ignored, lacks }]) => !required && !ignored && lacks === undefined)
            .filter(([one]) => tested.has(`${name}.${one}`) && !shown.has(`${name}.${one}`))
            .map(([one]) => `${name}.${one}`),
    );
    expect(quiet, 'Add a document to EFFECTS in which it changes the call, or declare what it lacks').toEqual([]);
  });

  it('sets every result variable that it declares', async () => {
    const server = await receiver(() => ({ body: '{"name":"Ada"}' }));
    onTestFinished(server.close);
    // Only a server on this machine answers a request.
    const answered = ring([{ request: { url: `${server.url}/crm`, method: 'GET', save_variables: true } }]);
    const rung = await Promise.all([answered, ...Object.keys(CASES).map(run)]);
    const set = new Set(rung.flatMap(({ steps }) => steps.flatMap(({ variables = {} }) => Object.keys(variables))));
    const declared = [...SWML_VERBS.values()].flatMap(({ sets }) => [...sets]);
    expect(
      declared.filter((name) => !set.has(name)),
      'No document of CASES sets them',
    ).toEqual([]);
    const undeclared = rung.flatMap(({ steps }) =>
      steps.flatMap(({ verb, variables = {} }) =>
        verb === 'set' || verb === 'unset'
          ? []
          : Object.keys(variables).filter((name) => !SWML_VERBS.get(verb)?.sets.includes(name)),
      ),
    );
    expect(undeclared).toEqual([]);
  });

  it('describes every verb and its parameters in a sentence', () => {
    for (const { name, summary, parameters } of SWML_VERBS.values()) {
      expect(summary, name).toMatch(/^[A-Z].*\.$/);
      for (const [parameter, { doc }] of Object.entries(parameters) as [string, { doc?: string }][])
        if (name !== 'cond') expect(doc ?? '', `${name}.${parameter}`).not.toBe('');
    }
  });
});

it('reports each parameter that does not exist, with a suggestion', async () => {
  const rung = await (await stored([{ play: { url: 'say:Hi', say_voise: 'x' } }])).ring('+12065550107');
  expect(rung.problems).toEqual(['main[0]: play has no say_voise. Did you mean say_voice?']);
});
