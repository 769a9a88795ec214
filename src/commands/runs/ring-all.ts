import {
  exploreCallers,
  type GeneratedCaller,
  optionsOf,
  type Replies,
  type RingOptions,
  type Sandbox,
} from '../../sandbox/index.js';
import { Sheet } from '../../show/index.js';
import type { CommandContext, CommandResult } from '../shared-command.js';
import { locatedProblems } from './documents/located-problems.js';
import type { CheckedFile } from './ring-folder.js';
import { endCalls } from './ring-sandbox.js';
import type { Rung } from './rung-documents.js';

interface AllCalls {
  /** The callers that reached a new step, with the number of new steps. */
  readonly callers: readonly { readonly caller: string; readonly added: number; readonly ended: string }[];
  readonly calls: number;
  /** Whether the limit of calls was reached. */
  readonly isLimited: boolean;
  readonly steps: number;
  readonly unreached: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly at: string;
  }[];
  readonly problems: readonly string[];
}

interface Shown {
  readonly json: boolean;
  readonly progress: CommandContext['progress'];
}

/** Rings documents with generated callers, and reports the steps that none of them reached. */
export async function ringAll(
  sandbox: Sandbox,
  rung: Rung,
  options: RingOptions,
  { json, progress }: Shown,
): Promise<CommandResult> {
  await endCalls(sandbox);
  const start = sandbox.snapshot();
  const problems = new Set<string>();
  let count = 0;
  const ring = async (caller: GeneratedCaller) => {
    sandbox.restore(start);
    rung.replies?.restart(caller.replies);
    for (const queue of caller.queues) await waitIn(sandbox, queue);
    progress(`call ${++count}`);
    const { options: generated, prompts } = optionsOf(caller);
    const call = await rung.ring({ ...options, ...generated, answers: { ...generated.answers, ...options.answers } });
    const files = rung.documents();
    for (const one of locatedProblems(call, files)) problems.add(one);
    const { answered = [], others = [] } = rung.replies?.inCall() ?? {};
    return {
      reached: reachedIn(sandbox, files),
      events: new Set([...partiesIn(sandbox), ...answered.map((one) => `reply ${one}`)]),
      prompts: prompts(),
      choices: choicesOf(rung, options),
      otherReplies: others,
      call,
    };
  };
  try {
    const { callers, calls, reached, isLimited } = await exploreCallers(ring);
    const files = rung.documents();
    const all: AllCalls = {
      callers: callers.map(({ caller, added, result: { call } }) => ({
        caller: describe(caller, rung.replies),
        added,
        ended: call.ended,
      })),
      ...{ calls, isLimited, problems: [...problems] },
      steps: files.flatMap(({ checked }) => checked.steps).length,
      unreached: files.flatMap((one) => unreachedIn(one, reached)),
    };
    return {
      shown: json ? JSON.stringify(all, null, 2) : sheetOf(rung.name, all),
      ...(problems.size > 0 && { outcome: 'different' }),
    };
  } finally {
    progress('');
    await rung.close();
  }
}

/** Lets another caller wait in a queue. */
async function waitIn(sandbox: Sandbox, queue_name: string): Promise<void> {
  const { calling, phone_numbers } = sandbox.client();
  const [own] = (await phone_numbers.list()).data;
  const swml = { sections: { main: [{ enter_queue: { queue_name, transfer_after_bridge: 'end' } }], end: ['hangup'] } };
  await calling.dial({ from: own?.number ?? '', to: WAITING_NUMBER, swml });
  await sandbox.run(ANSWERS_WITHIN_SECONDS);
}
const WAITING_NUMBER = '+15035550199';
const ANSWERS_WITHIN_SECONDS = 2;

/** What the callers can do in all documents. What the options decide stays as it is. */
function choicesOf({ documents, replies }: Rung, { answers = {} }: RingOptions) {
  const all = documents().map(({ checked }) => checked.choices);
  const free = (names: readonly string[]) => [...new Set(names)].filter((name) => !Object.hasOwn(answers, name));
  return {
    inputs: [...new Set([...all.flatMap(({ inputs }) => inputs), ...(replies?.values() ?? [])])],
    parties: free(all.flatMap(({ parties }) => parties)),
    verbs: free(all.flatMap(({ verbs }) => verbs)),
    queues: free(all.flatMap(({ queues }) => queues)),
  };
}

const keyOf = (url: string, at: string) => `${url} ${at}`;

/** The steps that ran in the call and in the calls that it dialled. */
function reachedIn(sandbox: Sandbox, files: readonly CheckedFile[]): Set<string> {
  const known = new Set(files.flatMap(({ url, checked }) => checked.steps.map((at) => keyOf(url, at))));
  const ran = sandbox.calls().flatMap(({ id }) => {
    const { document, steps } = sandbox.story(id);
    return steps.map((step) => keyOf(step.document ?? document ?? '', step.at));
  });
  return new Set(ran.filter((one) => known.has(one)));
}

/** The called parties, and whether each was reached: the next one is called when one is not. */
const partiesIn = (sandbox: Sandbox): string[] =>
  sandbox.calls().flatMap(({ to, parent, status }) => (parent === null ? [] : [`${to} ${status === 'ended'}`]));

const unreachedIn = ({ url, file, checked }: CheckedFile, reached: ReadonlySet<string>) =>
  checked.steps.filter((at) => !reached.has(keyOf(url, at))).map((at) => ({ file, ...checked.positionOf(at), at }));

/** What a caller does, such as `1, silence, 2; +15035550100: busy`. */
function describe({ inputs, answers, replies, queues }: GeneratedCaller, scripted: Replies | undefined): string {
  const entered = inputs.map((one) => one ?? 'silence').join(', ') || 'silence';
  const given = Object.entries(answers).map(([name, { outcome, result, digits = [] }]) => {
    return `${name}: ${outcome ?? result ?? `presses ${digits.join()}`}`;
  });
  const waiting = queues.map((name) => `a caller waits in the queue ${name}`);
  return [entered, ...given, ...replies.map((one) => scripted?.nameOf(one) ?? ''), ...waiting].join('; ');
}

function sheetOf(name: string, { callers, calls, isLimited, steps, unreached, problems }: AllCalls): Sheet {
  const reached = `${steps - unreached.length} of ${steps} steps reached in ${calls} calls`;
  return new Sheet([
    { title: `${name}: ${reached}${isLimited ? ', which is the limit' : ''}` },
    {
      pairs: callers.map(
        ({ caller, added, ended }) => [caller, `${added} new ${added === 1 ? 'step' : 'steps'}; ${ended}`] as const,
      ),
    },
    ...(unreached.length > 0
      ? [
          { title: 'Never reached' },
          { pairs: unreached.map(({ file, line, column, at }) => [`${file}:${line}:${column}`, at] as const) },
        ]
      : []),
    ...(problems.length > 0 ? [{ title: 'Problems' }, { lines: problems, of: 'words' as const }] : []),
  ]);
}
