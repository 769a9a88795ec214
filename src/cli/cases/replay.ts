import { type Ask, askFirst } from '../../bench/index.js';
import {
  detailLines,
  plannedLines,
  type ReplayedRequest,
  type ReplayedWebhook,
  type ReplayReport,
  type ReplayTarget,
  replay,
  requestLine,
  summaryLines,
  webhookLine,
} from '../../cases/index.js';
import type { Cassette } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { liveCredentials, localTarget } from '../../commands/index.js';
import { liveTransport } from '../../http/index.js';
import { KnownSecrets } from '../../redact/index.js';
import { newSandbox, type Sandbox } from '../../sandbox/index.js';
import { cleanLine } from '../../show/index.js';
import { counted } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';
import { terminalQuestion } from '../plain-run.js';
import type { Steps } from './steps.js';

interface ReplayFileOptions {
  readonly url?: string | undefined;
  readonly live?: boolean | undefined;
  readonly profile?: string | undefined;
  /** Sends live requests that buy, delete, dial or send without asking. */
  readonly yes?: boolean | undefined;
  readonly json: boolean;
  /** The number of the first exchange to compare. */
  readonly from?: number;
  write(text: string): void;
  warn(line: string): void;
  /** Asks in place of the terminal. */
  readonly question?: ReturnType<typeof terminalQuestion>;
  /** Shows each request and waits for a key. */
  readonly steps?: Steps;
}

interface Replayed {
  readonly report: ReplayReport;
  /** Why the replay stopped: the user did not confirm a live request, or no one could. */
  readonly refused: 'no' | 'unanswered' | undefined;
  /** The sandbox as it is now, if the user chose to continue in the bench. */
  readonly sandbox: Sandbox | undefined;
}

/** Replays a recording and prints a line for each request, and what differs in the first different response. */
export async function replayFile(
  cassette: Pick<Cassette, 'header' | 'documents'>,
  options: ReplayFileOptions,
): Promise<Replayed> {
  const { json, from, write, warn, steps, question = terminalQuestion() } = options;
  const refusal = new AbortController();
  const target = targetOf(options, (text) => confirmed(text, question.ask, refusal));
  const sandbox = steps && !target ? newSandbox({ from: cassette }) : undefined;
  const all = await replay(cassette, {
    ...(target && { target }),
    ...(sandbox && { sandbox }),
    ...(from !== undefined && { from }),
    signal: refusal.signal,
    ...(steps && { beforeRequest: (request) => steps.before(plannedLines(request, cassette.documents)) }),
    ...(!json && {
      onRequest: (request: ReplayedRequest) => {
        if (refusal.signal.aborted) return;
        const details = steps?.isStepping ? detailLines(request) : [];
        write(`${[requestLine(request), ...details].map(cleanLine).join('\n')}\n`);
      },
      onWebhook: (webhook: ReplayedWebhook) => write(`${cleanLine(webhookLine(webhook))}\n`),
    }),
  });
  await target?.transport.close?.();
  if (!steps?.opensBench) await sandbox?.close();
  const isRefused = refusal.signal.aborted;
  const report = isRefused ? withoutLast(all) : all;
  for (const note of report.notes) warn(`note: ${note}`);
  if (json) write(`${JSON.stringify(report, null, 2)}\n`);
  else write(`${summaryLines(report).map(cleanLine).join('\n')}\n`);
  if (isRefused) warn(refusalLine(all, cassette));
  return {
    report,
    refused: isRefused ? (question.wasUnanswered() ? 'unanswered' : 'no') : undefined,
    sandbox: steps?.opensBench ? sandbox : undefined,
  };
}

/** Asks. Without a yes, the replay stops, because later requests may need this one. */
async function confirmed(text: string, ask: Ask, refusal: AbortController): Promise<boolean> {
  let isConfirmed = false;
  try {
    isConfirmed = await ask(text);
  } finally {
    if (!isConfirmed) refusal.abort();
  }
  return isConfirmed;
}

/** The last request was not sent. */
function withoutLast({ requests, ...report }: ReplayReport): ReplayReport {
  const sent = requests.slice(0, -1);
  return { ...report, requests: sent, isSame: sent.every(({ outcome }) => outcome !== 'different') };
}

function refusalLine({ requests }: ReplayReport, { documents }: Pick<Cassette, 'documents'>): string {
  const last = requests.at(-1);
  const name = `${last?.exchange} ${last?.operation ?? `${last?.method} ${last?.path}`}`;
  return `patchbay: stopped at ${name}: ${last?.status}. ${requests.length - 1} of ${counted(requestsIn(documents), 'request')} were sent`;
}

const requestsIn = (documents: Cassette['documents']) => documents.filter(({ kind }) => kind === 'http').length;

function targetOf({ url, live = false, profile, yes = false }: ReplayFileOptions, ask: Ask): ReplayTarget | undefined {
  if (live && url !== undefined) throw new UsageError('choose one of --url and --live');
  if (!live && (yes || profile !== undefined))
    throw new UsageError('--profile needs --live, and --yes needs --live or --run');
  if (!live) return url === undefined ? undefined : localTarget(url, process.env);
  const { credentials } = liveCredentials(profile);
  const secrets = new KnownSecrets(process.env);
  secrets.add(credentials.token, { variable: CREDENTIAL_VARIABLES.token });
  const transport = liveTransport();
  return { ...credentials, transport: yes ? transport : askFirst(transport, ask, secrets) };
}
