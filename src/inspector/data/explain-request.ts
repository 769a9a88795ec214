import { type SessionLog, sessionCase } from '../../bench/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { RequestExplanation } from '../contract.js';

const asIs = (code: string) => code;

/**
 * Explains a request with the other requests of the log, which can be its cause. Corrections are tried on copies of the
 * running sandbox, or of one with the resources of the log. Undefined if the log does not have the request in full.
 */
export async function explainRequest(
  log: SessionLog,
  id: number,
  sandbox: Pick<Sandbox, 'credentials' | 'seed' | 'snapshot'> | undefined,
): Promise<RequestExplanation | undefined> {
  const event = log.event(id);
  if (event?.kind !== 'http') return undefined;
  const { documents, numberOf } = await sessionCase(log);
  const number = numberOf(event.exchange);
  if (number === undefined) return undefined;
  const { explain, explanationSheet } = await import('../../cases/index.js');
  const { Trial } = await import('../../assist/index.js');
  const newTrial = () => new Trial({ sandbox: () => sandbox, peek: () => undefined });
  const trialSandbox = sandbox && { newTrial, toSandbox: asIs, toRecording: asIs };
  const explanation = await explain({ documents }, { only: [number], ...(trialSandbox && { trialSandbox }) });
  // The page shows one request, so it needs neither their count nor the title of the finding.
  const parts = explanationSheet(explanation).slice(1);
  const isTitled = typeof parts[0] === 'object' && 'title' in parts[0];
  const isNumbered = number !== id && /exchange \d/.test(JSON.stringify(parts));
  return { parts: [...parts.slice(isTitled ? 1 : 0), ...(isNumbered ? [`Exchange ${number} is this request.`] : [])] };
}
