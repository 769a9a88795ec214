import type { Suggestion } from '../../../src/assist/index.js';
import { Trial } from '../../../src/assist/index.js';
import type { Bench, Mode } from '../../../src/bench/index.js';
import { SessionLog } from '../../../src/bench/session/session-log.js';
import { KnownSecrets } from '../../../src/redact/index.js';
import { Agent } from '../../../src/skills/index.js';

interface StandIn {
  /** What inputs come to; `undefined` for those not named. */
  readonly values?: Readonly<Record<string, () => unknown>>;
  readonly suggestions?: readonly Suggestion[];
  readonly mode?: Mode;
  readonly recording?: string;
  readonly keys?: Bench['keys'];
  /** In place of what the suggestions give. */
  readonly complete?: Bench['complete'];
  readonly signature?: Bench['signature'];
  readonly preview?: Bench['preview'];
  readonly knownItems?: ReturnType<Bench['knownItems']>;
  /** In place of open brackets. */
  readonly completeness?: Bench['completeness'];
}

/** The least that is a bench: the view is tested against it where the real one would only add weight. */
export function standInBench({
  values = {},
  suggestions = [],
  mode = { kind: 'sandbox' },
  recording,
  keys = 'emacs',
  complete,
  signature = () => undefined,
  preview = () => undefined,
  knownItems = [],
  completeness,
}: StandIn = {}) {
  const log = new SessionLog();
  const calls: string[] = [];
  let inputs = 0;
  const bench: Bench = {
    mode,
    whereRequestsGo: mode.kind,
    unusedNote: undefined,
    filename: undefined,
    recording,
    keys,
    setKeys: () => {},
    log,
    knownSecrets: new KnownSecrets(),
    globals: {},
    run: async (source) => {
      inputs += 1;
      const input = inputs;
      calls.push(`run ${source}`);
      log.append({ kind: 'input', input, source });
      try {
        const value = await values[source]?.();
        log.append({ kind: 'output', input, value, ms: 1 });
        return { ok: true, value };
      } catch (error) {
        log.append({ kind: 'error', input, error, ms: 1 });
        return { ok: false, error };
      }
    },
    send: () => Promise.reject(new Error('the stand-in sends nothing')),
    knownItems: () => knownItems,
    define: () => {},
    signal: new AbortController().signal,
    newAgent: () => new Agent(),
    profiles: () => ({ profiles: {} }),
    evaluate: async (source) => values[source]?.(),
    scope: { names: () => [], peek: () => undefined, isProvided: () => false },
    replays: { file: undefined, start: async () => [], next: async () => [] },
    jobs: { list: [], stop: () => {} },
    waitsFor: undefined,
    startedFrom: undefined,
    sandboxStart: { seed: 1, clock: '2025-06-02T09:00:00.000Z' },
    interrupt: () => calls.push('interrupt') > 0,
    complete:
      complete ??
      (async (source, cursor) => {
        const word = /[\w$]*$/.exec(source.slice(0, cursor))?.[0] ?? '';
        const items = suggestions.filter(({ text }) => text.startsWith(word));
        return { from: cursor - word.length, to: cursor, items };
      }),
    signature,
    preview,
    help: async () => [],
    completeness: completeness ?? ((source) => ({ status: /[{([]\s*$/.test(source) ? 'incomplete' : 'complete' })),
    use: async () => {},
    warmUp: async () => {},
    record: async () => {},
    stopRecording: async () => '',
    framesOf: () => [],
    placeOf: () => undefined,
    adviceOn: () => [],
    newTrial: () => new Trial({ sandbox: () => undefined, peek: () => undefined }),
    leave: () => log.append({ kind: 'leave' }),
    close: async () => {},
  };
  return { bench, calls, log };
}
