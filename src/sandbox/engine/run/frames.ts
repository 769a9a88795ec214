import { nearest } from '../../../util/index.js';
import { found } from '../../respond/response.js';
import type { DocumentUrl, Frame, Holding, RunStart } from '../../runs/call-run.js';
import type { DocumentSource } from '../document/call-document.js';
import { compile } from '../document/compile.js';
import type { ActiveRun } from './active-run.js';
import type { Outcome, RunEvent, Target } from './outcome.js';
import { requestDocument } from './requests.js';
import type { Exchange } from './story.js';

type Data = Readonly<Record<string, unknown>>;
type Entry =
  | { readonly kind: 'transfer'; readonly params: Data }
  | { readonly kind: 'call'; readonly params: Data; readonly phase: string | null };

const MAX_TRANSFERS = { swml: 32, cxml: 100 } as const;
const MAX_CALLS = 32;

/** Opens a section or a document: in place of all lists that run, or on top of them. */
export function enter(active: ActiveRun, target: Target | RunStart, given: Entry): void {
  const entry = { ...given, params: textScalars(given.params) };
  if (!checkDepth(active, entry)) return;
  if ('urls' in target) requestNext(active, target.urls, entry);
  else if ('section' in target) open(active, active.frame.document, target.section, entry);
  else open(active, target.document, 'list' in target ? (target.list ?? 'main') : 'main', entry);
}

function open(active: ActiveRun, given: DocumentSource, list: string, entry: Entry): void {
  const document: DocumentSource = active.message && !given.answers ? { ...given, answers: 'message' } : given;
  const compiled = compile(document);
  const isNew = !active.frames.some((one) => one.document === document);
  if (isNew) for (const { message } of compiled.problems) active.problems.push(message);
  if (compiled.isFatal) {
    drop(active, 'dropped: the document is invalid');
    return;
  }
  const phase = entry.kind === 'call' ? entry.phase : replaced(active);
  active.frames.push({ document, list, index: 0, kind: 'section', params: entry.params, phase, entry: -1 });
  active.refresh();
  // An empty document still answers the call.
  if (active.frames.length === 1 && compiled.lists.get(list)?.length === 0) active.answer();
}

/** Ends the lists that a transfer replaces. A document that is heard in a queue replaces only documents of that queue. */
function replaced({ frames, run }: ActiveRun): string | null {
  const depth = run.holding?.depth ?? 0;
  const phase = frames[depth]?.phase ?? null;
  frames.length = Math.min(frames.length, depth);
  return phase;
}

/** Scalars in parameters become text, as the platform sends them. */
const textScalars = (params: Data): Data =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  );

function checkDepth(active: ActiveRun, { kind }: Entry): boolean {
  const { run, frames } = active;
  if (kind === 'call') {
    if (frames.filter((one) => one.kind === 'section').length <= MAX_CALLS) return true;
    active.fails('relay_script_nested_too_deep', `sections are executed more than ${MAX_CALLS} levels deep`);
  } else if (active.message) return checkAnswers(active);
  else {
    // The first document is not a transfer.
    const isFirst = frames.length === 0;
    if (!isFirst) run.counters = { ...run.counters, transfers: run.counters.transfers + 1 };
    const limit = MAX_TRANSFERS[frames[0]?.document.language ?? 'swml'];
    if (run.counters.transfers <= limit) return true;
    active.fails(
      'relay_script_too_many_transfers',
      `more than ${limit} transfers: do the documents transfer the call in a loop?`,
    );
  }
  drop(active, kind === 'call' ? 'stopped: sections are nested too deep' : 'stopped: too many transfers');
  return false;
}

/** How many documents answer one message. */
const MAX_ANSWERS = 20;

function checkAnswers(active: ActiveRun): boolean {
  const { run, frames } = active;
  const transfers = run.counters.transfers + (frames.length === 0 ? 0 : 1);
  run.counters = { ...run.counters, transfers };
  if (transfers < MAX_ANSWERS) return true;
  active.problem(`more than ${MAX_ANSWERS} documents answer one message: is there a loop?`);
  drop(active, 'stopped: too many documents');
  return false;
}

function requestNext(active: ActiveRun, urls: readonly DocumentUrl[], entry: Entry): void {
  const [first, ...rest] = urls;
  if (!first) {
    drop(active, 'dropped: no document was received');
    return;
  }
  requestDocument(active, first, entry.params, { entry, rest, isSecond: 'entry' in active.data });
}

/** Continues with the document that was requested, or requests the next one. */
export function enterDocument(active: ActiveRun, event: RunEvent): void {
  const { entry, rest, isSecond } = active.data as unknown as { entry: Entry; rest: DocumentUrl[]; isSecond: boolean }; // Written by `requestNext`.
  if (event.kind === 'response' && event.source) {
    active.markRead();
    open(active, event.source, 'main', entry);
    return;
  }
  if (active.message && event.kind === 'response') {
    dropAnswer(active, event.response);
    return;
  }
  if (event.kind === 'response' && event.response.problem) active.problems.push(event.response.problem);
  const next = rest.length > 0 ? rest : fallbackOf(active, entry, isSecond);
  if (next.length > 0) {
    const { code = 11200, response } = event.kind === 'response' ? event : { response: { url: '' } };
    const isCxml = next[0]?.language === 'cxml';
    const params = isCxml ? { ErrorCode: code, ErrorUrl: response.url } : entry.params;
    requestNext(active, next, { ...entry, params });
    return;
  }
  const too = isSecond ? ', also not from the fallback URL' : '';
  const isPublic = event.kind === 'response' && event.response.isOffline === true;
  const isInvalid = event.kind === 'response' && isReceived(event.response);
  drop(active, `dropped: ${isInvalid ? 'the document is invalid' : 'no document was received'}${too}`, isPublic);
}

/** A message has no fallback URL. An empty document is valid cXML. */
function dropAnswer(active: ActiveRun, { url, status, text, problem }: Exchange): void {
  const isEmpty = status === 200 && text.trim() === '' && active.frames.at(-1)?.document.language === 'cxml';
  if (!isEmpty) active.problem(problem ?? `${url} gave no document (swml_transfer_fetch_failed)`);
  drop(active, 'dropped: no document was received');
}

/** Whether a response has a text, which is then not a document. */
const isReceived = ({ status, text, type }: Exchange): boolean =>
  text.trim() !== '' && (status === null ? type !== '' && text !== 'null' : status >= 200 && status < 300);

/** When an action fails, the fallback URL of the call is requested, but not for what a caller hears meanwhile. */
function fallbackOf(active: ActiveRun, { kind }: Entry, isSecond: boolean): readonly DocumentUrl[] {
  const [, fallback] = active.call.documents;
  return fallback?.language === 'cxml' && kind === 'transfer' && !isSecond && active.run.parent_id === null
    ? [fallback]
    : [];
}

/** Ends the call, because its document cannot run. A call whose document is on another machine stays as it is. */
function drop(active: ActiveRun, reason: string, isUnknown = false): void {
  if (active.run.holding) {
    const { token, until, data } = endHold(active, active.run.holding);
    active.run.waiting = { for: 'place', token, until, data };
    return;
  }
  if (isUnknown && active.call.unread && !active.isFollowed) {
    active.leave('the document is on another machine');
    return;
  }
  active.hangUp(reason, 'failed', active.problems.at(-1) ?? reason);
}

/** Lets the caller hear a document while the step waits for a place. */
export function hold(
  active: ActiveRun,
  { url, params, verbs, seconds, data }: Extract<Outcome<object>, { do: 'hold' }>,
): void {
  const { run, frames } = active;
  const token = active.wait('place', seconds ?? null, data);
  run.holding = {
    token,
    until: run.waiting?.until ?? null,
    data: run.waiting?.data ?? {},
    depth: frames.length,
    verbs,
  };
  run.waiting = null;
  enter(active, { urls: [url] }, { kind: 'call', params, phase: HELD });
}
const HELD = 'held';

/** Returns to the step that waits for a place. The sounds of the document that have not begun are not heard. */
export function endHold(active: ActiveRun, holding: Holding): Holding {
  const { heard } = active.run;
  if (heard?.some(({ at }) => at > active.at)) active.run.heard = heard.filter(({ at }) => at <= active.at);
  active.run.holding = null;
  active.frames.length = holding.depth;
  active.data = holding.data;
  active.refresh();
  return holding;
}

/** Opens a nested list of steps. It belongs to the section of the step. */
export function openSection(active: ActiveRun, { list, kind, phase }: Pick<Frame, 'list' | 'kind' | 'phase'>): void {
  const { document, params } = active.frame;
  active.frames.push({ document, list, index: 0, kind, params, phase, entry: -1 });
}

export function popFrame(active: ActiveRun): { readonly phase: string | null; readonly isLast: boolean } {
  const { phase } = found(active.frames.pop());
  active.refresh();
  const { holding } = active.run;
  if (holding?.depth === active.frames.length) endHold(active, holding);
  return { phase, isLast: active.frames.length === 0 };
}

/** Continues after a label of the section. A jump leaves the branches of the section. */
export function jump(active: ActiveRun, label: string): void {
  const { frames } = active;
  const labels: string[] = [];
  for (let at = frames.length - 1; at >= 0; at--) {
    const { document, list, kind } = found(frames[at]);
    const steps = compile(document).lists.get(list) ?? [];
    const index = steps.findIndex(({ verb, params }) => verb?.name === 'label' && params.name === label);
    if (index >= 0) {
      active.report(`jumps to ${label}`);
      frames.length = at + 1;
      active.frame.index = index;
      return;
    }
    for (const { verb, params } of steps) if (verb?.name === 'label') labels.push(String(params.name));
    if (kind === 'section') break;
  }
  const meant = nearest(label, labels);
  if (active.message) active.fails('swml_goto_label_not_found', `there is no label ${label}`);
  else active.problem(`there is no label ${label} in this section${meant ? `. Did you mean ${meant}?` : ''}`);
  active.hangUp(`stopped: there is no label ${label}`);
}
