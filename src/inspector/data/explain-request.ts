import { type Exchange, isFailedByFault, type SessionLog, sessionCase } from '../../bench/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { RequestExplanation } from '../contract.js';
import { asRequests } from '../events/as-requests.js';

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
  if (event?.kind === 'webhook') return failedWebhook(event.exchange);
  if (event?.kind !== 'http') return undefined;
  if (isFailedByFault(event.exchange)) return injectedFault(event.exchange);
  const { documents, numberOf } = await sessionCase(log);
  const number = numberOf(event.exchange);
  if (number === undefined) return undefined;
  const { explain, explanationSheet } = await import('../../cases/index.js');
  const { Trial } = await import('../../assist/index.js');
  const newTrial = () => new Trial({ sandbox: () => sandbox, peek: () => undefined });
  const trialSandbox = sandbox && { newTrial, toSandbox: asIs, toRecording: asIs };
  const explanation = await explain({ documents }, { only: [number], ...(trialSandbox && { trialSandbox }) });
  // The page shows one request, so it needs neither their count nor the title of the finding.
  const parts = explanationSheet(explanation, { hasSent: true }).slice(1);
  const isTitled = typeof parts[0] === 'object' && 'title' in parts[0];
  const ids = new Map(
    [...log.since(0)].map(([at, one]) => ['exchange' in one ? numberOf(one.exchange) : undefined, at]),
  );
  return { parts: asRequests(parts.slice(isTitled ? 1 : 0), (exchange) => ids.get(exchange) ?? exchange) };
}

/** The request is not the cause. */
const injectedFault = ({ injected }: Exchange): RequestExplanation => ({
  parts: [
    { pairs: [['cause', `a fault that was added to the sandbox: ${injected}`]] },
    'The request itself is not the cause. Send it again, or remove the fault in the Faults panel.',
  ],
});

const UNREACHABLE: Readonly<Record<string, string>> = {
  refused: 'Nothing accepts connections there. Start your server, or correct the host and the port of the URL.',
  timeout: 'Your server did not respond in time.',
  reset: 'Your server closed the connection before the response was complete.',
  too_large: 'The response of your server is larger than the sandbox accepts.',
  not_allowed: 'The sandbox contacts servers on this machine only.',
};

/** Why a request to a server of the user failed. Undefined if it succeeded. */
function failedWebhook({ method, url, status, fault = '', raw }: Exchange): RequestExplanation | undefined {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: url, pathname: '' };
  if (status === undefined) {
    const cause = `${host} gave no response (${fault || 'unknown reason'})`;
    const advice = Object.hasOwn(UNREACHABLE, fault) ? UNREACHABLE[fault] : undefined;
    return { parts: [{ pairs: [['cause', cause]] }, ...(advice === undefined ? [] : [advice])] };
  }
  if (status < 300) return undefined;
  const [line = ''] = raw?.response?.body.trim().split('\n') ?? [];
  const response = line === '' || line.startsWith('<') ? [] : [['response', line.slice(0, MAX_LINE)] as const];
  return {
    parts: [
      { pairs: [['cause', `your server responded with ${status}`], ...response] },
      status === 404 || status === 405
        ? `This status usually means that the server has no handler for ${method} ${pathname}.`
        : status >= 500
          ? 'Your server failed while it handled the request. Look at its log.'
          : 'The platform needs a response with a status from 200 to 299.',
    ],
  };
}

const MAX_LINE = 300;
