import { readNames } from '../../eval/index.js';
import { createRedactor, type KnownSecrets, secretCutter } from '../../redact/index.js';
import { questionIn } from '../assist/help-query.js';
import { isCommand } from '../commands/arguments/is-command.js';
import { backgroundSource } from '../session/jobs.js';
import { isResult } from '../session/result.js';
import type { SessionEvent, SessionLog } from '../session/session-log.js';

/** One input as a file keeps it. */
export interface Kept {
  readonly source: string;
  /** Why it cannot run there: then it is only told of. */
  readonly without?: string;
}

/**
 * What was typed and did not fail, in order, without dot commands and questions; personal data and known secrets
 * replaced. What ran in the background is waited for in its turn.
 */
export async function typedInputs(
  { events }: SessionLog,
  env: Readonly<Record<string, string | undefined>>,
  known: Pick<KnownSecrets, 'input' | 'known'>,
): Promise<Kept[]> {
  // Again: a secret may have become known after an input that holds it.
  const kept = (await keptInputs(events)).map((one) => ({ ...one, source: known.input(one.source) }));
  const projects = Object.entries(env).flatMap(([name, value]) => (/PROJECT_ID/i.test(name) ? [value] : []));
  const secrets = [...known.known, ...projects];
  const redactor = createRedactor({ secrets });
  for (const [i, { source }] of kept.entries()) redactor.learn(inputOf(source), `input ${i + 1}`);
  const cutter = secretCutter(secrets);
  return kept.map(({ source, ...rest }, i) => ({
    ...rest,
    source: cutter.text(redactor.replace(inputOf(source), `input ${i + 1}`).source),
  }));
}

/** An input that leans on something that is not kept cannot be kept either. */
async function keptInputs(events: readonly SessionEvent[]): Promise<Kept[]> {
  const failed = new Set(events.flatMap((event) => (event.kind === 'error' ? [event.input] : [])));
  const doneJobs = new Set<number>();
  for (const event of events) {
    if (event.kind !== 'notice' || event.ends === undefined) continue;
    (event.ends.isDone ? doneJobs : failed).add(event.ends.input);
  }
  const kept: Kept[] = [];
  const numbers = new Set<number>();
  /** Names that only an input that is left out has made. */
  const lost = new Set<string>();
  let isLastLost = true;
  for (const event of events) {
    if (event.kind === 'output' && isResult(event.value)) isLastLost = !numbers.has(event.input);
    if (event.kind === 'notice' && event.isValue) isLastLost = true;
    if (event.kind !== 'input') continue;
    const { input } = event;
    if (isCommand(event.source) || questionIn(event.source) !== undefined) continue;
    const job = backgroundSource(event.source);
    const source = job ?? event.source;
    const { used, declared } = (await readNames(source)) ?? NO_NAMES;
    if (failed.has(input)) {
      for (const name of declared) lost.add(name);
      continue;
    }
    const without = used.has('_err')
      ? 'the last error'
      : used.has('_') && !declared.has('_') && isLastLost
        ? 'the last value'
        : job !== undefined && !doneJobs.has(input)
          ? 'the end of this job'
          : [...used].find((name) => lost.has(name) && !declared.has(name));
    kept.push({ source, ...(without !== undefined && { without }) });
    if (without === undefined) numbers.add(input);
    // In the file its value is the last one, which it was not here.
    if (job !== undefined) isLastLost = true;
    for (const name of declared) {
      if (without === undefined) lost.delete(name);
      else lost.add(name);
    }
  }
  return kept;
}

const NO_NAMES = { used: new Set<string>(), declared: new Set<string>() };

const inputOf = (source: string) => ({ kind: 'input', source });
