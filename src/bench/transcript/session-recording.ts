import { links } from '../../cases/index.js';
import type { CassetteDocument, CassetteEntry, CassetteHeader } from '../../cassette/index.js';
import { readNames } from '../../eval/index.js';
import { counted, Mistake, packageVersion } from '../../util/index.js';
import type { Mode } from '../mode/mode.js';
import type { SessionLog } from '../session/session-log.js';
import { exchangeOf, sessionEntry } from './session-entry.js';

/** The running session as a recording. It is not redacted: `saveRedacted` and `exportCase` do that. */
export interface SessionRecording {
  readonly header: CassetteHeader;
  readonly documents: readonly CassetteDocument[];
  /** The number of requests whose details the session log no longer has. */
  readonly missing: number;
}

interface Session {
  readonly log: SessionLog;
  readonly mode: Mode;
  readonly sandboxStart: { readonly seed?: number; readonly clock: string };
}

/** A document with the number of the input that it belongs to. */
interface Numbered {
  readonly document: CassetteDocument;
  readonly input: number | undefined;
}

export async function sessionRecording(
  session: Session,
  { onlyFailure = false }: { onlyFailure?: boolean } = {},
): Promise<SessionRecording> {
  let missing = 0;
  const all = session.log.events.flatMap((event): Numbered[] => {
    const isExchange = (event.kind === 'http' && !event.isLookup) || event.kind === 'webhook';
    if (isExchange && !event.exchange.raw) missing += 1;
    const document = isExchange ? exchangeOf(event) : sessionEntry(event);
    return document ? [{ document, input: 'input' in event ? event.input : undefined }] : [];
  });
  const chosen = onlyFailure ? await ledToFailure(all) : all;
  return {
    header: headerOf(session, onlyFailure || missing > 0),
    documents: chosen.map((one) => one.document),
    missing,
  };
}

/** A part of a session does not start from the state of the sandbox, so only the whole session names that state. */
function headerOf({ mode, sandboxStart }: Session, isPart: boolean): CassetteHeader {
  const isLive = mode.kind === 'live';
  return {
    kind: 'cassette',
    version: 1,
    origin: isLive ? 'live' : 'sandbox',
    tool: `patchbay ${packageVersion()}`,
    ...(!isPart && !isLive && { ...sandboxStart, time_zone: 'UTC' }),
    redaction: 'known secrets are redacted',
  };
}

const isFailed = ({ fault, response }: CassetteEntry) => fault !== undefined || (response?.status ?? 0) >= 400;

/** Returns the exchanges and inputs that the last failed request depends on. */
async function ledToFailure(all: readonly Numbered[]): Promise<Numbered[]> {
  const documents = all.map(({ document }) => document);
  const target = documents.findLastIndex((one) => one.kind === 'http' && isFailed(one as CassetteEntry));
  if (target < 0) throw new Mistake('no request has failed in this session');
  const exchanges = neededExchanges(documents, target);
  const inputs = await neededInputs(all, new Set([...exchanges].map((at) => all[at]?.input)));
  return all.filter(({ document, input }, index) => {
    if (document.kind === 'http') return exchanges.has(index);
    if (document.kind === 'webhook') return false;
    const isAfter = document.kind === 'input' && index > target;
    return input !== undefined && inputs.has(input) && !isAfter;
  });
}

/** The exchanges that returned a value which a needed exchange uses, and those that changed such a resource before. */
function neededExchanges(documents: readonly CassetteDocument[], target: number): Set<number> {
  const found = links(documents);
  const needed = new Set([target]);
  const isChange = (at: number) => (documents[at] as CassetteEntry).request.method !== 'GET';
  // A set that grows during the loop is visited to its end.
  for (const at of needed)
    for (const { from, uses } of found) {
      if (!uses.some(({ entry }) => entry === at)) continue;
      needed.add(from.entry);
      for (const { entry } of uses) if (entry < at && isChange(entry)) needed.add(entry);
    }
  return needed;
}

/** Adds the inputs that declare the names in needed inputs. */
async function neededInputs(all: readonly Numbered[], start: ReadonlySet<number | undefined>): Promise<Set<number>> {
  const needed = new Set([...start].filter((input) => input !== undefined));
  const names = new Map<number, Awaited<ReturnType<typeof readNames>>>();
  for (const { document, input } of all)
    if (document.kind === 'input' && input !== undefined) names.set(input, await readNames(String(document.source)));
  for (const input of needed)
    for (const name of names.get(input)?.used ?? []) {
      const declaring = [...names].findLast(([at, read]) => at < input && read?.declared.has(name));
      if (declaring) needed.add(declaring[0]);
    }
  return needed;
}

/** `12 exchanges, 5 inputs` */
export function countsOf(documents: readonly CassetteDocument[]): string {
  const exchanges = documents.filter(({ kind }) => kind === 'http' || kind === 'webhook').length;
  const inputs = documents.filter(({ kind }) => kind === 'input').length;
  return [counted(exchanges, 'exchange'), ...(inputs > 0 ? [counted(inputs, 'input')] : [])].join(', ');
}
