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
import { locatedProblems } from './located-problems.js';
import { bindFolder, type CheckedFile, checkedFiles, folderAt, ringBound, urlOf } from './ring-folder.js';

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

/** Rings the documents of a file or a folder with generated callers, and reports the steps that none of them reached. */
export async function ringAll(
  sandbox: Sandbox,
  document: string,
  options: RingOptions,
  { json, progress }: Shown,
): Promise<CommandResult> {
  const folder = await folderAt(document);
  const files = await checkedFiles(folder);
  const bound = await bindFolder(sandbox, folder);
  const start = sandbox.snapshot();
  const problems = new Set<string>();
  let count = 0;
  const ring = async (caller: GeneratedCaller) => {
    sandbox.restore(start);
    folder.replies.restart();
    progress(`call ${++count}`);
    const { options: generated, prompts } = optionsOf(caller);
    const call = await ringBound(sandbox, bound, {
      ...options,
      ...generated,
      answers: { ...generated.answers, ...options.answers },
    });
    for (const one of locatedProblems(call, files, call.requests.length === 0)) problems.add(one);
    return { reached: reachedIn(sandbox, files), prompts: prompts(), call };
  };
  try {
    const { callers, calls, reached, isLimited } = await exploreCallers(
      choicesOf(files, folder.replies, options),
      ring,
    );
    const all: AllCalls = {
      callers: callers.map(({ caller, added, result: { call } }) => ({
        caller: describe(caller),
        added,
        ended: call.ended,
      })),
      ...{ calls, isLimited, problems: [...problems] },
      steps: files.flatMap(({ checked }) => checked.steps).length,
      unreached: files.flatMap((one) => unreachedIn(one, reached)),
    };
    return {
      shown: json ? JSON.stringify(all, null, 2) : sheetOf(document, all),
      ...(problems.size > 0 && { outcome: 'different' }),
    };
  } finally {
    progress('');
    await bound.close();
  }
}

/** What the callers can do in all documents. What the options decide stays as it is. */
function choicesOf(files: readonly CheckedFile[], replies: Replies, { answers = {} }: RingOptions) {
  const all = files.map(({ checked }) => checked.choices);
  const free = (names: readonly string[]) => [...new Set(names)].filter((name) => !Object.hasOwn(answers, name));
  return {
    inputs: [...new Set([...all.flatMap(({ inputs }) => inputs), ...replies.values()])],
    parties: free(all.flatMap(({ parties }) => parties)),
    verbs: free(all.flatMap(({ verbs }) => verbs)),
  };
}

const keyOf = (url: string, at: string) => `${url} ${at}`;

/** The steps that ran in the call and in the calls that it dialled. */
function reachedIn(sandbox: Sandbox, files: readonly CheckedFile[]): Set<string> {
  const known = new Set(files.flatMap(({ path, checked }) => checked.steps.map((at) => keyOf(urlOf(path), at))));
  const ran = sandbox.calls().flatMap(({ id }) => {
    const { document, steps } = sandbox.story(id);
    return steps.map((step) => keyOf(step.document ?? document ?? '', step.at));
  });
  return new Set(ran.filter((one) => known.has(one)));
}

const unreachedIn = ({ path, file, checked }: CheckedFile, reached: ReadonlySet<string>) =>
  checked.steps
    .filter((at) => !reached.has(keyOf(urlOf(path), at)))
    .map((at) => ({ file, ...checked.positionOf(at), at }));

/** What a caller does, such as `1, silence, 2; +15035550100: busy`. */
function describe({ inputs, answers }: GeneratedCaller): string {
  const entered = inputs.map((one) => one ?? 'silence').join(', ') || 'silence';
  const given = Object.entries(answers).map(([name, { outcome, result, digits = [] }]) => {
    return `${name}: ${outcome ?? result ?? `presses ${digits.join()}`}`;
  });
  return [entered, ...given].join('; ');
}

function sheetOf(document: string, { callers, calls, isLimited, steps, unreached, problems }: AllCalls): Sheet {
  const reached = `${steps - unreached.length} of ${steps} steps reached in ${calls} calls`;
  return new Sheet([
    { title: `${document}: ${reached}${isLimited ? ', which is the limit' : ''}` },
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
