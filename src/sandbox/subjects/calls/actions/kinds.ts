import { badRequest } from '../../../respond/response.js';
import { wrongValue } from '../../refusals.js';
import { wantAtLeast, wantPublic, wantUrl, wantWebSocket } from '../wants.js';

export type Params = Readonly<Record<string, unknown>>;

interface Rules {
  /** A call can have only one at a time; a second one answers 409. */
  readonly single?: true;
  /** Commands address it by its kind alone. */
  readonly unnamed?: true;
  /** Documents start it; no command does. */
  readonly fromDocument?: true;
  /** The state that a callback reports when the action starts or resumes. Without it, only the end is reported. */
  readonly goesOn?: string;
  /** Validates the parameters. Returns how long the action lasts and the facts to store. */
  readonly plan?: (params: Params) => { readonly lasts_ms?: number | null; readonly facts?: Params };
}

/** The kinds of actions in a call. An action without a length runs until it is stopped or the call ends. */
const KINDS = {
  play: {
    goesOn: 'playing',
    plan: ({ play, loop = 1, volume = 0 }) => ({
      lasts_ms: lengthOf(play as Media[], loop as number),
      facts: { volume },
    }),
  },
  record: {
    goesOn: 'recording',
    plan: (params) => ({ lasts_ms: ms(recordingOptions(params).max_length) || null }),
  },
  collect: {
    plan: ({ digits, speech, initial_timeout = USUAL_INITIAL_TIMEOUT, start_input_timers = false }) => {
      if (digits === undefined && speech === undefined)
        throw badRequest({ message: 'digits or speech is required', attribute: 'digits' });
      wantAtLeast(0, initial_timeout, 'initial_timeout');
      wantAtLeast(1, (digits as Params)?.max, 'digits.max');
      return { lasts_ms: start_input_timers ? ms(initial_timeout) : null, facts: { initial_timeout } };
    },
  },
  detect: {
    plan: ({ detect, timeout = 30 }) => {
      const { type } = detect as { type: string };
      // The first words are enough to detect a machine. Other detections time out, because no fax or key tones occur
      // here.
      return { lasts_ms: type === 'machine' ? Math.min(LISTENS_MS, ms(timeout)) : ms(timeout), facts: { type } };
    },
  },
  tap: {
    goesOn: 'tapping',
    plan: ({ device }) => {
      const { type, params } = device as { type: string; params: Params };
      if (type === 'ws') wantWebSocket(params.uri, 'device.params.uri', 'ws|wss');
      else wantPublic(params.addr, 'device.params.addr');
      return { facts: { device } };
    },
  },
  stream: {
    goesOn: 'streaming',
    plan: ({ url, name }) => {
      wantWebSocket(url, 'url');
      return { facts: { url, name } };
    },
  },
  transcribe: { single: true },
  denoise: { single: true, unnamed: true },
  live_transcribe: { single: true, unnamed: true },
  live_translate: { single: true, unnamed: true, goesOn: 'translating' },
  ai: { single: true, unnamed: true, fromDocument: true },
  ai_sidecar: {
    single: true,
    unnamed: true,
    goesOn: 'start',
    plan: ({ url }) => {
      wantUrl(url, 'url');
      return { facts: { url } };
    },
  },
  send_fax: { single: true, fromDocument: true, plan: () => ({ lasts_ms: FAX_MS }) },
  receive_fax: { single: true, fromDocument: true, plan: () => ({ lasts_ms: FAX_MS }) },
} as const satisfies Record<string, Rules>;

export type ActionKind = keyof typeof KINDS;
export const rulesOf = (kind: ActionKind): Rules => KINDS[kind];

/** Sources disagree on where the options of a recording are. */
export const recordingOptions = (params: Params): Params => ({
  ...(params.audio as Params),
  ...((params.record as Params)?.audio as Params),
});

/** In seconds. The default is not documented. */
const USUAL_INITIAL_TIMEOUT = 4;
const LISTENS_MS = 2000;
const FAX_MS = 60_000;
/** The sandbox does not load media. An item without a duration lasts long enough to pause and stop it. */
const UNKNOWN_LENGTH_MS = 60_000;

type Media = { readonly type: string; readonly params: Params };

function lengthOf(media: readonly Media[], loop: number): number | null {
  if (media.length === 0) throw wrongValue('play', 'must not be empty');
  const once = media.reduce((sum, { type, params }, i) => {
    if (type === 'audio') wantUrl(params.url, `play[${i}].params.url`);
    wantAtLeast(0, params.duration, `play[${i}].params.duration`);
    return sum + (typeof params.duration === 'number' ? ms(params.duration) : UNKNOWN_LENGTH_MS);
  }, 0);
  return loop === 0 ? null : Math.min(once * loop, LONGEST_MS);
}

/** Longer than any call. The limit keeps times within the range of `Date`. */
const LONGEST_MS = 365 * 86_400_000;

const ms = (seconds: unknown): number =>
  typeof seconds === 'number' ? Math.min(Math.round(seconds * 1000), LONGEST_MS) : 0;
