import { tokensOf } from '../../assist/index.js';
import { createRedactor, secretCutter } from '../../redact/index.js';
import { isCommand } from '../commands/is-command.js';
import { questionIn } from '../question.js';
import { isResult } from '../result.js';
import type { SessionEvent, SessionLog } from '../session-log.js';

/** One input as a file keeps it. */
export interface Kept {
  readonly source: string;
  /** Why it cannot run there: then it is only told of. */
  readonly without?: string;
}

/** What was typed and did not fail, in order, without dot commands and questions; personal data and known secrets replaced. */
export function typedInputs({ events }: SessionLog, env: Readonly<Record<string, string | undefined>>): Kept[] {
  const kept = keptInputs(events);
  const secrets = Object.entries(env).flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
  const redactor = createRedactor({ secrets });
  for (const [i, { source }] of kept.entries()) redactor.learn(inputOf(source), `input ${i + 1}`);
  const cutter = secretCutter(secrets);
  return kept.map(({ source, ...rest }, i) => ({
    ...rest,
    source: cutter.text(redactor.replace(inputOf(source), `input ${i + 1}`).source),
  }));
}

/** An input that leans on something that is not kept cannot be kept either. */
function keptInputs(events: readonly SessionEvent[]): Kept[] {
  const failed = new Set(events.flatMap((event) => (event.kind === 'error' ? [event.input] : [])));
  const kept: Kept[] = [];
  const numbers = new Set<number>();
  /** Names that only an input that is left out has made. */
  const lost = new Set<string>();
  let isLastLost = true;
  for (const event of events) {
    if (event.kind === 'output' && isResult(event.value)) isLastLost = !numbers.has(event.input);
    if (event.kind === 'notice' && event.isValue) isLastLost = true;
    if (event.kind !== 'input') continue;
    const { source, input } = event;
    if (isCommand(source) || questionIn(source) !== undefined) continue;
    const { used, declared } = namesIn(source);
    if (failed.has(input)) {
      for (const name of declared) lost.add(name);
      continue;
    }
    const without = used.has('_err')
      ? 'the last error'
      : used.has('_') && isLastLost
        ? 'the last value'
        : [...used].find((name) => lost.has(name) && !declared.has(name));
    kept.push({ source, ...(without !== undefined && { without }) });
    if (without === undefined) numbers.add(input);
    for (const name of declared) {
      if (without === undefined) lost.delete(name);
      else lost.add(name);
    }
  }
  return kept;
}

const DECLARES = /^(?:const|let|var|function|class|import|enum)$/;

/** Names that a piece of code uses, and those that it seems to declare: rather one too many. */
function namesIn(source: string): { used: ReadonlySet<string>; declared: ReadonlySet<string> } {
  const used = new Set<string>();
  const declared = new Set<string>();
  const tokens = tokensOf(source) ?? [];
  let isDeclaring = false;
  for (const [i, { kind, text }] of tokens.entries()) {
    if (/^(?:[=;(]|from|of|in)$/.test(text)) isDeclaring = false;
    if (kind !== 'name' || tokens[i - 1]?.text === '.') continue;
    used.add(text);
    if (isDeclaring) declared.add(text);
    if (DECLARES.test(text)) isDeclaring = true;
  }
  return { used, declared };
}

const inputOf = (source: string) => ({ kind: 'input', source });

const isSecretName = (name: string) => /TOKEN|SECRET|PASSWORD|API_?KEY|PROJECT_ID/i.test(name);
