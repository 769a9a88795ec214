interface Rules {
  /** A call can have only one at a time; a second one answers 409. */
  readonly single?: true;
  /** Commands address it by its kind alone. */
  readonly unnamed?: true;
  /** Documents start it; no command does. */
  readonly fromDocument?: true;
  /** The state that a callback reports when the action starts or resumes. Without it, only the end is reported. */
  readonly runningState?: string;
}

/** The kinds of actions in a call. An action without a length runs until it is stopped or the call ends. */
const KINDS = {
  play: { runningState: 'playing' },
  record: { runningState: 'recording' },
  collect: {},
  detect: {},
  tap: { runningState: 'tapping' },
  stream: { runningState: 'streaming' },
  transcribe: { single: true },
  denoise: { single: true, unnamed: true },
  live_transcribe: { single: true, unnamed: true },
  live_translate: { single: true, unnamed: true, runningState: 'translating' },
  ai: { single: true, unnamed: true, fromDocument: true },
  ai_sidecar: { single: true, unnamed: true, runningState: 'start' },
  send_fax: { single: true, fromDocument: true },
  receive_fax: { single: true, fromDocument: true },
} as const satisfies Record<string, Rules>;

export type ActionKind = keyof typeof KINDS;
export const rulesOf = (kind: ActionKind): Rules => KINDS[kind];
