import type { PageSource, RequestRow } from '../../contract.js';
import { counted } from '../parts/format.js';

/** The operation of a request, or what the sandbox asked a server of the user for. */
export const titleOf = ({ kind, operation }: RequestRow): string =>
  operation ?? (kind === 'webhook' ? 'request to your server' : 'unknown operation');

export const targetOf = ({ kind, method, path }: RequestRow): string =>
  `${kind === 'webhook' ? '→ ' : ''}${method} ${path}`;

type Result = Pick<RequestRow, 'status' | 'fault' | 'injected'>;

/** Whether the client received a part of a response that is no failure by itself. */
export const isCutShort = ({ status, injected }: Omit<Result, 'fault'>): boolean =>
  injected === 'truncated' && status !== null && status < 400;

/** The text alone says what happened. */
export function outcomeOf(row: Result): string {
  const { status, fault } = row;
  if (status === null) return fault ?? 'none';
  return isCutShort(row) ? 'cut' : String(status);
}

/** The colour of an outcome. */
export function toneOf(row: Omit<Result, 'fault'> & Pick<RequestRow, 'warning'>): 'good' | 'warn' | 'bad' {
  if (row.status === null || row.status >= 500 || isCutShort(row)) return 'bad';
  return row.status >= 400 || row.warning !== undefined ? 'warn' : 'good';
}

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
