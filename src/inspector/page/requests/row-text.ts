import type { PageSource, RequestRow } from '../../contract.js';
import { counted } from '../parts/format.js';

/** The operation of a request, or what the sandbox asked a server of the user for. */
export const titleOf = ({ kind, operation }: RequestRow): string =>
  operation ?? (kind === 'webhook' ? 'request to your server' : 'unknown operation');

export const targetOf = ({ kind, method, path }: RequestRow): string =>
  `${kind === 'webhook' ? '→ ' : ''}${method} ${path}`;

type Result = Pick<RequestRow, 'status' | 'fault'>;

/** The text alone says what happened. */
export const outcomeOf = ({ status, fault }: Result): string => (status === null ? (fault ?? 'none') : String(status));

/** The colour of an outcome. */
export const toneOf = ({ status, warning }: Pick<RequestRow, 'status' | 'warning'>): 'good' | 'warn' | 'bad' =>
  status === null || status >= 500 ? 'bad' : status >= 400 || warning !== undefined ? 'warn' : 'good';

/** What the status does not show. */
export const markOf = ({ injected, warning }: Pick<RequestRow, 'injected' | 'warning'>): string | undefined =>
  injected !== undefined ? 'injected fault' : warning !== undefined ? 'likely typo' : undefined;

interface EmptyTexts {
  readonly title: string;
  /** Words in backticks are code. */
  readonly text?: string;
  readonly command?: string;
}

const CURL = 'curl -u "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN" "$PLATFORM_SPACE/api/relay/rest/phone_numbers"';

const APPEAR = 'Requests appear here as programs send them.';

/** What to do before the first request. */
export function noRequests(source: PageSource | undefined): EmptyTexts {
  const title = 'No requests yet';
  if (source?.kind === 'recording') return { title: 'The recording has no requests' };
  if (source?.kind === 'session')
    return {
      title,
      text: 'The requests of the session appear here. To send one, type this at the prompt, or run it in a cell:',
      command: 'await platform.phone_numbers.list()',
    };
  const other = source?.credentials ?? null;
  if (other !== null) return { title, text: `${APPEAR} ${other} Then run:`, command: CURL };
  return {
    title,
    text: `${APPEAR} To send one, paste the \`export\` lines that \`patchbay sandbox\` printed into a shell, and run:`,
    command: CURL,
  };
}

export const missedText = (count: number): string => `The log no longer has ${counted(count, 'older request')}.`;
