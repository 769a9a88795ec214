import { createRedactor, secretCutter } from '../../redact/index.js';
import { isCommand } from '../commands/is-command.js';
import type { SessionLog } from '../session-log.js';

/** What was typed and did not fail, in order, without dot commands; personal data and known secrets replaced. */
export function typedInputs({ events }: SessionLog, env: Readonly<Record<string, string | undefined>>): string[] {
  const failed = new Set(events.flatMap((event) => (event.kind === 'error' ? [event.input] : [])));
  const sources = events.flatMap((event) =>
    event.kind === 'input' && !failed.has(event.input) && !isCommand(event.source) ? [event.source] : [],
  );
  const secrets = Object.entries(env).flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
  const redactor = createRedactor({ secrets });
  for (const [i, source] of sources.entries()) redactor.learn(inputOf(source), `input ${i + 1}`);
  const cutter = secretCutter(secrets);
  return sources.map((source, i) => cutter.text(redactor.replace(inputOf(source), `input ${i + 1}`).source));
}

const inputOf = (source: string) => ({ kind: 'input', source });

const isSecretName = (name: string) => /TOKEN|SECRET|PASSWORD|API_?KEY|PROJECT_ID/i.test(name);
