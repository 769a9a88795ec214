import type {
  CassetteDocument,
  CassetteEntry,
  CassetteHeader,
  CassetteParts,
  WebhookEntry,
} from '../../cassette/index.js';
import { redactDocuments } from '../../redact/index.js';
import { skillsCalling } from '../../skills/index.js';
import { linksAmong } from '../links/links.js';
import { isOfPlatform, operationIn } from '../operation-in.js';
import { type CodeUsed, codeUsed } from './code-used.js';
import { type LocatedDocument, type Unusual, UnusualParts } from './unusual.js';

/** What a recording contains. Reading it evaluates nothing and sends nothing. */
export interface Inspection {
  readonly requests: number;
  readonly hosts: readonly Host[];
  readonly methods: readonly Tally[];
  /** `(none)` for requests that no operation has. */
  readonly operations: readonly Tally[];
  readonly webhooks: readonly Tally[];
  readonly code: CodeUsed;
  /** Values of responses that later requests use. */
  readonly links: number;
  /** False if the recording has so many values that only the first were compared. */
  readonly hasAllLinks: boolean;
  readonly unusual: readonly Unusual[];
}

export interface Tally {
  readonly name: string;
  readonly count: number;
}

export interface Host extends Tally {
  /** `platform`: requests to it are operations. `service`: a skill uses it. */
  readonly kind: 'platform' | 'service' | 'other';
}

export interface InspectOptions {
  readonly header?: CassetteHeader | undefined;
  /** The time from which a later time is in the future. */
  readonly nowMs?: number;
}

export function inspect(
  placed: readonly LocatedDocument[],
  { header, nowMs = Date.now() }: InspectOptions = {},
): Inspection {
  const documents = placed.map(({ document }) => document);
  const unusual = new UnusualParts(nowMs);
  if (header) unusual.header(header);
  // The label of an entry may be wrong.
  const operationsOf = new Map<CassetteDocument, string | undefined>();
  for (const one of placed) {
    unusual.document(one);
    if (isRequest(one.document)) operationsOf.set(one.document, operationIn({ request: one.document.request }));
  }
  const requests = documents.filter(isRequest);
  const hosts = hostsOf(
    requests,
    (request) => operationsOf.get(request) !== undefined || isOfPlatform(new URL(request.request.url).pathname),
  );
  const others = placed.filter(({ document }) => isRequest(document) && hosts.get(hostOf(document))?.kind === 'other');
  if (others[0]) {
    const names = [...hosts.values()].filter(({ kind }) => kind === 'other').map(({ name }) => name);
    unusual.add(
      'requests to hosts that are not the platform',
      others[0].place,
      names.slice(0, 3).join(', '),
      others.length,
    );
  }
  unusual.hosts(placed);
  const found = linksAmong(documents, MAX_LINK_VALUES);
  return {
    requests: requests.length,
    hosts: byCount([...hosts.values()]),
    methods: tallied(requests.map(({ request }) => request.method)),
    operations: tallied(requests.map((request) => operationsOf.get(request) ?? NONE)),
    webhooks: tallied(documents.filter(isWebhook).map((one) => `${one.event} to ${hostOf(one)}`)),
    code: codeUsed(documents.flatMap((one) => (one.kind === 'input' && 'source' in one ? [String(one.source)] : []))),
    links: found.links.length,
    hasAllLinks: found.isWhole,
    unusual: unusual.all(),
  };
}

/** More values would take longer than reading the file. */
const MAX_LINK_VALUES = 100_000;

const NONE = '(none)';

const isRequest = (document: CassetteDocument): document is CassetteEntry => document.kind === 'http';
const isWebhook = (document: CassetteDocument): document is WebhookEntry => document.kind === 'webhook';
const hostOf = ({ request }: CassetteEntry | WebhookEntry): string => new URL(request.url).host;

function hostsOf(
  requests: readonly CassetteEntry[],
  isOperation: (request: CassetteEntry) => boolean,
): Map<string, Host> {
  const hosts = new Map<string, { name: string; count: number; kind: Host['kind'] }>();
  for (const request of requests) {
    const name = hostOf(request);
    const kind = isOperation(request)
      ? 'platform'
      : skillsCalling(request.request.url).length > 0
        ? 'service'
        : 'other';
    const host = hosts.get(name);
    if (!host) hosts.set(name, { name, count: 1, kind });
    else {
      host.count++;
      if (host.kind === 'other' || kind === 'platform') host.kind = kind;
    }
  }
  return hosts;
}

const byCount = <T extends Tally>(all: readonly T[]): T[] => [...all].sort((one, other) => other.count - one.count);

function tallied(names: readonly string[]): Tally[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return byCount([...counts].map(([name, count]) => ({ name, count })));
}

/** Values that redaction would replace. They are counted, and not shown. */
export interface PossibleSecrets {
  readonly kinds: readonly Tally[];
  /** The number of entries that were searched. A long search would take longer than reading the file. */
  readonly searched: number;
}

const MAX_SEARCHED = 2 ** 19;

/** Runs redaction on entries up to a total size, without writing anything. The documents change. */
export function possibleSecrets(
  { documents }: Pick<CassetteParts, 'documents'>,
  secrets: Iterable<string | undefined>,
): PossibleSecrets {
  const placed: { place: string; document: CassetteDocument }[] = [];
  let length = 0;
  for (const { document, line } of documents) {
    const size = JSON.stringify(document).length;
    if (length + size > MAX_SEARCHED) continue;
    length += size;
    placed.push({ document, place: `line ${line}` });
  }
  const { replaced } = redactDocuments(placed, { secrets });
  return { kinds: tallied(replaced.map(({ kind }) => kind)), searched: placed.length };
}
