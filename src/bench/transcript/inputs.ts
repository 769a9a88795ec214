import { NUMBERED } from '../../assist/index.js';
import { readNames } from '../../eval/index.js';
import { createRedactor, type KnownSecrets, secretCutter } from '../../redact/index.js';
import { codeOf, parseInput } from '../session/input.js';
import { isResult } from '../session/result.js';
import type { SessionEvent, SessionLog } from '../session/session-log.js';

export interface SavedInput {
  readonly source: string;
  /** What the input needs that the file does not contain. Such an input is saved as a comment. */
  readonly missing?: string;
}

/**
 * Returns the inputs that did not fail, in order, without dot commands and help queries. Personal data and known
 * secrets are replaced. Background jobs become ordinary inputs.
 */
export async function typedInputs(
  { events }: SessionLog,
  env: Readonly<Record<string, string | undefined>>,
  known: Pick<KnownSecrets, 'input' | 'known'>,
): Promise<SavedInput[]> {
  // Redacted again, because a secret may have become known after the input that contains it.
  const inputs = (await savedInputs(events)).map((one) => ({ ...one, source: known.input(one.source) }));
  const projects = Object.entries(env).flatMap(([name, value]) => (/PROJECT_ID/i.test(name) ? [value] : []));
  const secrets = [...known.known, ...projects];
  const redactor = createRedactor({ secrets });
  // The fields of requests show which words are names of people.
  const { exchangeOf } = await import('./session-entry.js');
  for (const event of events) {
    const exchange = exchangeOf(event);
    if (exchange) redactor.learn(exchange, 'a request');
  }
  for (const [i, { source }] of inputs.entries()) redactor.learn(inputOf(source), `input ${i + 1}`);
  const cutter = secretCutter(secrets);
  return inputs.map(({ source, ...rest }, i) => ({
    ...rest,
    source: cutter.text(redactor.replace(inputOf(source), `input ${i + 1}`).source),
  }));
}

/** Marks the inputs that use a name or value that the file will not contain. */
async function savedInputs(events: readonly SessionEvent[]): Promise<SavedInput[]> {
  const failed = new Set(events.flatMap((event) => (event.kind === 'error' ? [event.input] : [])));
  const doneJobs = new Set<number>();
  for (const event of events) {
    if (event.kind !== 'notice' || event.job === undefined) continue;
    (event.job.state === 'done' ? doneJobs : failed).add(event.job.input);
  }
  const saved: SavedInput[] = [];
  const numbers = new Set<number>();
  /** Names that only inputs outside the file declare. */
  const unavailable = new Set<string>(Object.keys(NUMBERED));
  let isLastUnavailable = true;
  for (const event of events) {
    if (event.kind === 'output' && isResult(event.value)) isLastUnavailable = !numbers.has(event.input);
    if (event.kind === 'notice' && event.job?.state === 'done' && event.job.hasValue) isLastUnavailable = true;
    if (event.kind !== 'input' || event.isOfShell) continue;
    const { input } = event;
    const parsed = codeOf(parseInput(event.source));
    if (!parsed) continue;
    const { code: source } = parsed;
    const isJob = parsed.kind === 'job';
    const { used, declared } = (await readNames(source)) ?? NO_NAMES;
    if (failed.has(input)) {
      for (const name of declared) unavailable.add(name);
      continue;
    }
    const missing = used.has('_err')
      ? 'the last error'
      : used.has('_') && !declared.has('_') && isLastUnavailable
        ? 'the last value'
        : isJob && !doneJobs.has(input)
          ? 'the end of this job'
          : [...used].find((name) => unavailable.has(name) && !declared.has(name));
    saved.push({ source, ...(missing !== undefined && { missing }) });
    if (missing === undefined) numbers.add(input);
    // In the file, the value of a job would be the last value, which it was not in the session.
    if (isJob) isLastUnavailable = true;
    for (const name of declared) {
      if (missing === undefined) unavailable.delete(name);
      else unavailable.add(name);
    }
  }
  return saved;
}

const NO_NAMES = { used: new Set<string>(), declared: new Set<string>() };

const inputOf = (source: string) => ({ kind: 'input', source });
