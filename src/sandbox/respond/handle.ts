import { type Match, matchRoute, operations, problemsOf, type Row, walkRows } from '../../client/index.js';
import type { WireRequest, WireResponse } from '../../http/index.js';
import { nearest } from '../../util/index.js';
import { bodyFields, isForm, typed } from '../request/fields.js';
import { Misfit, written } from '../request/validate.js';
import type { State } from '../state/state.js';
import { wholly } from '../state/undo.js';
import { SUBJECTS } from '../subjects/index.js';
import { catchUp } from '../time/catch-up.js';
import type { AccessCheck } from './access.js';
import { errorAnswer } from './error-shapes.js';
import { snakeCase } from './filters.js';
import { answer, invalid, notFound, notSimulated, Refusal } from './response.js';
import type { Ask, Handler } from './subject.js';

const handlers = new Map<string, Handler>(SUBJECTS.flatMap((subject) => Object.entries(subject)));

/** The route with unnamed parameters, because the names differ between rows. */
const routeOf = ({ method, literals }: Row) => `${method} ${literals.join('{}')}`;
/** The first row of each route without fixed fields. It also handles the helpers that fill in fixed fields. */
const plain = new Map(
  [...walkRows(operations)]
    .filter(([, row]) => !row.fixed)
    .map(([name, row]) => [routeOf(row), name] as const)
    .reverse(),
);
const handlerOf = (operation: string, row: Row): Handler | undefined =>
  handlers.get(operation) ?? handlers.get(plain.get(routeOf(row)) ?? '');

/** Returns the operations without a handler. They answer 501. */
export const notSimulatedYet = (): string[] =>
  [...walkRows(operations)].filter(([name, row]) => !handlerOf(name, row)).map(([name]) => name);

/** Returns the operations that have a handler. */
export const simulated = (): string[] => [...handlers.keys()];

/** A request, parsed and matched without access to the state. */
export interface Understood {
  readonly request: WireRequest;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly match: Match | undefined;
  /** The fields of the body as sent, or a refusal if the body cannot be read. */
  readonly sent: Record<string, unknown> | Refusal;
}

export function understand(request: WireRequest): Understood {
  const { pathname: path, searchParams: query } = new URL(request.url);
  const sent = orRefusal(() => bodyFields(request));
  const match = matchRoute(request.method, withoutSuffix(path), sent instanceof Refusal ? {} : sent);
  return { request, path, query, match, sent };
}

/** A response, with a reason if the response does not include it. */
export interface Answered {
  readonly response: WireResponse;
  readonly reason: string | null;
}

/** Answers one request from the state and advances the clock by one second. */
export function handle(state: State, understood: Understood, checkAccess: AccessCheck): Answered {
  try {
    state.clock.advance(1);
    catchUp(state);
    return { response: answered(state, understood, checkAccess), reason: null };
  } catch (error) {
    return refused(understood, error);
  }
}

function refused({ path, match }: Understood, error: unknown): Answered {
  const isOurs = !(error instanceof Refusal);
  const refusal = isOurs ? new Refusal(500) : error;
  const unsaid = refusal.status === 400 ? (refusal.complaint?.message ?? null) : null;
  const response = errorAnswer(refusal, path, match?.operation);
  return { response, reason: isOurs ? reasonOf(error) : unsaid };
}

/** An internal error in one line. */
const reasonOf = (error: unknown) => String(error).split('\n')[0]?.slice(0, 300) ?? '';

function orRefusal<T>(run: () => T): T | Refusal {
  try {
    return run();
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal;
    throw refusal;
  }
}

function answered(state: State, understood: Understood, checkAccess: AccessCheck): WireResponse {
  const { request, path, query, match, sent } = understood;
  checkAccess(state, request);
  if (sent instanceof Refusal) throw sent;
  if (!match) throw unknownCommand(path, sent) ?? notFound();
  const { operation, row, words } = match;
  if (words.account !== undefined && words.account !== state.project) throw notFound();
  const handler = handlerOf(operation, row);
  if (!handler) throw notSimulated(operation);
  const fields = isForm(request) ? typed(row, sent) : sent;
  const asked = query.size === 0 ? fields : { ...typed(row, Object.fromEntries(query)), ...fields };
  const input = row.params ? (fields.params ?? {}) : underTypedNames(row, asked);
  const [problem] = problemsOf(row, input);
  if (problem)
    throw invalid({
      message: `${problem.at} ${problem.says}`,
      attribute: problem.at,
      code: problem.says.startsWith('is required') ? 'missing_required_parameter' : 'invalid_parameter',
    });
  const ask = { state, operation, row, words, path, query, fields };
  if (request.method === 'GET') return answer(row.ok, written(row.gives, handler(ask)));
  return answer(
    row.ok,
    orNothing(ask, () => written(row.gives, handler(ask))),
  );
}

/**
 * Undoes a write that fails with an internal error. If the response does not fit its shape because of a value that the
 * client sent, the client gets 422.
 */
function orNothing({ state, fields }: Ask, write: () => string | undefined): string | undefined {
  const { state: ids } = state.ids;
  try {
    return wholly(write, (error) => !(error instanceof Refusal));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    state.ids.state = ids;
    const names = Object.keys({ ...fields, ...(fields.params as object | undefined) });
    const sent = error instanceof Misfit ? error.at.findIndex((one) => names.some((name) => isSame(name, one))) : -1;
    if (sent === -1) throw error;
    const { at, says } = error as Misfit;
    const attribute = at.slice(sent).join('.');
    throw invalid({ message: `${attribute} ${says}`, attribute });
  }
}

const isSame = (sent: string, told: string) => sent === told || snakeCase(sent) === told;

/** Paths of the compatible API may end with `.json`. */
const withoutSuffix = (path: string) => (path.startsWith('/api/laml/') ? path.replace(/\.json$/, '') : path);

/** The call commands share one path, so an unknown command is an invalid value, not an unknown path. */
function unknownCommand(path: string, { command }: Record<string, unknown>) {
  if (path !== '/api/calling/calls') return undefined;
  const meant = typeof command === 'string' ? nearest(command, commands()) : undefined;
  const slip = `command is not known${meant ? `; did you mean ${meant}?` : ''}`;
  const says = command === undefined ? 'command is required' : slip;
  return invalid({
    message: says,
    attribute: 'command',
    code: command === undefined ? 'missing_required_parameter' : 'invalid_parameter',
  });
}

const commands = () =>
  [...walkRows(operations)].flatMap(([, { fixed }]) => (fixed?.command ? [`${fixed.command}`] : []));

/** Renames the fields of a request from their wire names to the names of the row. */
function underTypedNames({ wire }: Row, fields: Record<string, unknown>): Record<string, unknown> {
  if (!wire) return fields;
  const names = new Map(Object.entries(wire).map(([name, sent]) => [sent, name]));
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value]));
}
