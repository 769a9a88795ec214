import { type Ask, askFirst, liveCredentials } from '../../bench/index.js';
import {
  type ReplayedRequest,
  type ReplayedWebhook,
  type ReplayReport,
  type ReplayTarget,
  replay,
} from '../../cases/index.js';
import type { Cassette } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES, readErrorBody } from '../../client/index.js';
import { liveTransport } from '../../http/index.js';
import { KnownSecrets } from '../../redact/index.js';
import { cleanLine } from '../../show/index.js';
import { UsageError } from '../exit-codes.js';
import { terminalQuestion } from '../plain-run.js';

interface ReplayFileOptions {
  readonly url?: string | undefined;
  readonly live?: boolean | undefined;
  readonly profile?: string | undefined;
  /** Sends live requests that buy, delete, dial or send without asking. */
  readonly yes?: boolean | undefined;
  readonly json: boolean;
  write(text: string): void;
  warn(line: string): void;
}

/** Replays a recording and prints a line for each request, and what differs in the first different response. */
export async function replayFile(
  cassette: Pick<Cassette, 'header' | 'documents'>,
  options: ReplayFileOptions,
): Promise<{ readonly report: ReplayReport; readonly isUnanswered: boolean }> {
  const { json, write, warn } = options;
  const question = terminalQuestion();
  const target = targetOf(options, question.ask);
  const report = await replay(cassette, {
    ...(target && { target }),
    ...(!json && {
      onRequest: (request: ReplayedRequest) => write(`${lineOf(request)}\n`),
      onWebhook: (webhook: ReplayedWebhook) => write(`${webhookLineOf(webhook)}\n`),
    }),
  });
  await target?.transport.close?.();
  for (const note of report.notes) warn(`note: ${note}`);
  if (json) write(`${JSON.stringify(report, null, 2)}\n`);
  else write(`${[...newAnswers(report), ...firstDifference(report), summaryOf(report)].map(cleanLine).join('\n')}\n`);
  return { report, isUnanswered: question.wasUnanswered() };
}

function targetOf({ url, live = false, profile, yes = false }: ReplayFileOptions, ask: Ask): ReplayTarget | undefined {
  if (live && url !== undefined) throw new UsageError('choose one of --url and --live');
  if (!live && (yes || profile !== undefined)) throw new UsageError('--yes and --profile need --live');
  if (!live) return url === undefined ? undefined : localTarget(url);
  const { credentials } = liveCredentials(profile);
  const secrets = new KnownSecrets(process.env);
  secrets.add(credentials.token, { variable: CREDENTIAL_VARIABLES.token });
  const transport = liveTransport();
  return { ...credentials, transport: yes ? transport : askFirst(transport, ask, secrets) };
}

function localTarget(url: string): ReplayTarget {
  const { protocol, hostname, origin } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '', origin: '' };
  if (!/^https?:$/.test(protocol) || !['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new UsageError(`--url must be an address of this machine, such as http://127.0.0.1:8080, not ${url}`);
  const { [CREDENTIAL_VARIABLES.project]: project, [CREDENTIAL_VARIABLES.token]: token } = process.env;
  if (!project || !token)
    throw new UsageError(`--url needs ${CREDENTIAL_VARIABLES.project} and ${CREDENTIAL_VARIABLES.token}`);
  return { transport: liveTransport(), base: origin, project, token };
}

/** Short enough for 40 columns, except for a long name of an operation. */
function lineOf({ entry, outcome, operation, method, path, recorded, status }: ReplayedRequest): string {
  const change = recorded === undefined || recorded === status ? `${status}` : `${recorded} → ${status}`;
  return cleanLine(`${String(entry).padStart(4)} ${outcome.padEnd(9)} ${operation ?? `${method} ${path}`} ${change}`);
}

/** Webhooks that the recording does not have have no number. */
function webhookLineOf({ entry, outcome, event, url, status }: ReplayedWebhook): string {
  const isRecorded = outcome !== 'added' && outcome !== 'new';
  const number = isRecorded ? String(entry) : '';
  const end = isRecorded ? (status ?? '') : `${new URL(url).pathname}, not in the recording`;
  return cleanLine(`${number.padStart(4)} ${outcome.padEnd(9)} webhook ${event} ${end}`.trimEnd());
}

/** The answers to requests that the recording has no response for, such as imported curl commands. */
const newAnswers = ({ requests }: ReplayReport): string[] =>
  requests.flatMap(({ outcome, entry, body }) =>
    outcome === 'new' && body !== undefined ? [`answer to ${entry}: ${JSON.stringify(body)}`] : [],
  );

function firstDifference({ requests, webhooks }: ReplayReport): string[] {
  const [first] = [
    ...requests.map((one) => ({ ...one, says: one.operation ?? one.path })),
    ...webhooks.map((one) => ({ ...one, says: `webhook ${one.event} ${one.url}` })),
  ]
    .filter(({ outcome }) => outcome in REASONS)
    .sort((one, other) => one.entry - other.entry);
  if (!first) return [];
  return [
    `first difference: ${first.outcome === 'added' ? 'after ' : ''}${first.entry} ${first.says}`,
    ...(REASONS[first.outcome] ?? []),
    ...first.differences
      .slice(0, MOST_SHOWN)
      .flatMap(({ at, recorded, now }) => [`  ${at}`, `    - ${shown(recorded)}`, `    + ${shown(now)}`]),
    ...(first.differences.length > MOST_SHOWN
      ? [`  and ${first.differences.length - MOST_SHOWN} more. Add --json to print all`]
      : []),
    ...('body' in first ? readErrorBody(first.body).errors.map(({ message }) => `  the new error: ${message}`) : []),
  ];
}

const MOST_SHOWN = 5;

/** The outcomes that are differences, with a line for those that have no differing parts. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  different: [],
  missing: ['  recorded, but the sandbox did not send it'],
  added: ['  sent by the sandbox, but not in the recording'],
};

const shown = (value: unknown) => (value === undefined ? '(missing)' : JSON.stringify(value));

function summaryOf({ requests, webhooks }: ReplayReport): string {
  const count = (list: readonly { readonly outcome: string }[], outcome: string, words: string = outcome) => {
    const found = list.filter((one) => one.outcome === outcome).length;
    return found > 0 || REQUIRED.has(outcome) ? [`${found} ${words}`] : [];
  };
  const ofRequests = ['same', 'different'].flatMap((outcome) => count(requests, outcome));
  const ofWebhooks = ['same', 'different', 'missing', 'added', 'new'].flatMap((outcome) => count(webhooks, outcome));
  const fresh = count(requests, 'new', 'without a recorded response');
  return [...ofRequests, ...fresh].join(', ') + (webhooks.length > 0 ? `; webhooks: ${ofWebhooks.join(', ')}` : '');
}

const REQUIRED: ReadonlySet<string> = new Set(['same', 'different']);
