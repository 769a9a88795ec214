import {
  type AnyField,
  type Match,
  matchRoute,
  methodsAt,
  operations,
  problemsOf,
  type Row,
  walkRows,
} from '../../client/index.js';
import type { WireRequest, WireResponse } from '../../http/index.js';
import { alternatives, formPairs, nearest } from '../../util/index.js';
import type { RequestFields } from '../control/journal.js';
import { catchUp } from '../engine/run/catch-up.js';
import { asRecorded, isPopulated } from '../respond/as-recorded.js';
import { errorResponse } from '../respond/error-shapes.js';
import { snakeCase } from '../respond/filters.js';
import type { Fields, OperationRequest } from '../respond/handler.js';
import { lookupsOf } from '../respond/path-items.js';
import { invalid, jsonResponse, methodNotAllowed, notFound, notSimulated, Refusal } from '../respond/response.js';
import { Misfit, type Serializer } from '../respond/serialize.js';
import type { State } from '../state/state.js';
import { HANDLERS, LOOKUPS } from '../subjects/index.js';
import type { AccessCheck } from './access.js';
import { bodyFields, isForm, typed } from './request-fields.js';

/** Any handler. The row that validates the input of a request is the row from which its handler is typed. */
type AnyHandler = (request: OperationRequest) => unknown;

const handlers = new Map<string, AnyHandler>(
  HANDLERS.flatMap((some) => Object.entries(some as Readonly<Record<string, AnyHandler>>)),
);

/** The route with unnamed parameters, because the names differ between rows. */
const routeOf = ({ method, literals }: Row) => `${method} ${literals.join('{}')}`;
/** The first operation of each route without fixed fields. It also handles the helpers that fill in fixed fields. */
const plainOperations = new Map(
  [...walkRows(operations)]
    .filter(([, row]) => !row.fixed)
    .map(([operation, row]) => [routeOf(row), { operation, row }] as const)
    .reverse(),
);

function handlerOf(operation: string, row: Row): { readonly handler: AnyHandler; readonly row: Row } | undefined {
  const own = handlers.get(operation);
  if (own) return { handler: own, row };
  const plain = plainOperations.get(routeOf(row));
  const handler = plain && handlers.get(plain.operation);
  return handler && { handler, row: plain.row };
}

export const notSimulatedYet = (): string[] =>
  [...walkRows(operations)].filter(([name, row]) => !handlerOf(name, row)).map(([name]) => name);

export const simulated = (): string[] => [...handlers.keys()];

export interface ParsedRequest {
  readonly request: WireRequest;
  readonly path: string;
  readonly origin: string;
  readonly query: URLSearchParams;
  readonly match: Match | undefined;
  /** The fields of the body as sent, or a refusal if the body cannot be read. */
  readonly body: Fields | Refusal;
}

export function parseRequest(request: WireRequest): ParsedRequest {
  const { pathname: path, search, origin } = new URL(request.url);
  const query = new URLSearchParams(search === '' ? '' : (formPairs(search) ?? []));
  const body = orRefusal(() => bodyFields(request));
  const match = matchRoute(methodOf(request), path, body instanceof Refusal ? {} : body);
  return { request, path, origin, query, match, body };
}

/** The fields of a request for the journal: those of the path, the query and the body. */
export function sentFields({ request, query, match, body }: ParsedRequest): RequestFields {
  const sent = body instanceof Refusal ? {} : body;
  return {
    fields: { ...match?.words, ...(query.size > 0 && Object.fromEntries(query)), ...sent },
    length: request.body?.length ?? 0,
  };
}

/** HEAD is answered like GET. Only the body is left out. */
const methodOf = ({ method }: WireRequest) => (method === 'HEAD' ? 'GET' : method);

/** A response, with a reason if the response does not include it. */
export interface Result {
  readonly response: WireResponse;
  readonly reason: string | null;
}

interface Responding {
  readonly serializer: Serializer;
  /** Undoes what an accepted request changed. */
  readonly isTrial?: boolean;
}

export function handle(
  state: State,
  parsed: ParsedRequest,
  { checkAccess, ...responding }: Responding & { readonly checkAccess: AccessCheck },
): Result {
  try {
    state.clock.tick();
    catchUp(state);
    checkAccess(state, parsed.request);
    return { response: respond(state, parsed, responding), reason: null };
  } catch (error) {
    return failure(parsed, error);
  }
}

function failure({ path, match }: ParsedRequest, error: unknown): Result {
  const isInternal = !(error instanceof Refusal);
  const refusal = isInternal ? new Refusal(500) : error;
  const omitted = refusal.status === 400 ? (refusal.details?.message ?? null) : null;
  const response = errorResponse(refusal, path, match?.operation);
  return { response, reason: isInternal ? firstLine(error) : omitted };
}

const firstLine = (error: unknown) => String(error).split('\n')[0]?.slice(0, 300) ?? '';

function orRefusal<T>(run: () => T): T | Refusal {
  try {
    return run();
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal;
    throw refusal;
  }
}

export function respond(state: State, parsed: ParsedRequest, responding: Responding): WireResponse {
  const { request, path, match, body } = parsed;
  if (body instanceof Refusal) throw body;
  if (!match) throw unknownCommand(path, body) ?? otherMethod(request, path) ?? notFound();
  const { words } = match;
  if (words.account !== undefined && words.account !== state.project) throw notFound();
  try {
    return answer(state, parsed, { match, body, ...responding });
  } catch (refusal) {
    // The path is checked before the fields: an unknown id is the reason, whatever the fields are.
    if (refusal instanceof Refusal && refusal.status !== 404 && isUnknown(state, parsed, match)) throw notFound();
    throw refusal;
  }
}

interface Answering extends Responding {
  readonly match: Match;
  readonly body: Fields;
}

function answer(
  state: State,
  { request, path, origin, query }: ParsedRequest,
  { match, body, serializer, isTrial = false }: Answering,
): WireResponse {
  const { operation, row, words: params } = match;
  const found = handlerOf(operation, row);
  if (!found) throw notSimulated(operation);
  const fields = isForm(request) ? typed(row, body) : body;
  const all = query.size === 0 ? fields : { ...typed(row, Object.fromEntries(query)), ...fields };
  checkInput(row, row.params ? (fields.params ?? {}) : underRowNames(row, all));
  // A helper that fills in fixed fields is handled as the plain operation, whose fields it may also contain.
  if (found.row !== row) checkInput(found.row, all);
  const input = row.params ? ((fields.params ?? {}) as Fields) : all;
  const operationRequest = { state, operation, row, params, path, origin, query, input, fields };
  const write = () => {
    const result = found.handler(operationRequest);
    try {
      return asRecorded(state, match, serializer.serialize(row.gives, result));
    } catch (error) {
      // A recorded resource may have values that the row does not declare. They are shown as they are.
      if (!(error instanceof Misfit) || !isPopulated(state) || invalidField(error, Object.keys(input))) throw error;
      return asRecorded(state, match, JSON.stringify(result));
    }
  };
  return jsonResponse(row.ok, methodOf(request) === 'GET' ? write() : undoable(state, { input, isTrial }, write));
}

/** Returns whether an item of the path does not exist. */
function isUnknown(state: State, { path, origin }: ParsedRequest, match: Match): boolean {
  const lookUp = ({ operation, row, words: params }: Match, handler: AnyHandler | undefined): boolean => {
    const query = new URLSearchParams();
    const looked = orRefusal(() =>
      handler?.({ state, operation, row, params, path, origin, query, input: {}, fields: {} }),
    );
    return looked instanceof Refusal && looked.status === 404;
  };
  if (lookUp(match, LOOKUPS[match.operation])) return true;
  return lookupsOf(match).some((one) => lookUp(one, handlerOf(one.operation, one.row)?.handler));
}

function checkInput(row: Row, input: unknown): void {
  const [problem] = problemsOf(asDemanded(row), input);
  if (problem)
    throw invalid({
      message: `${problem.at} ${problem.message}`,
      attribute: problem.at,
      code: problem.message.startsWith('is required') ? 'missing_required_parameter' : 'invalid_parameter',
    });
}

/** The row as the platform reads it: the fields that the client leaves optional are required. */
function asDemanded(row: Row): Row {
  if (!row.demands) return row;
  const { demands, needs, takes } = row;
  return { ...row, needs: { ...needs, ...Object.fromEntries(demands.map((name) => [name, takes[name] as AnyField])) } };
}

/** Undoes a write that fails internally, or that is a trial. If a value that the client sent does not fit the response, throws 422. */
function undoable(
  state: State,
  { input, isTrial }: { readonly input: Fields; readonly isTrial: boolean },
  write: () => string | undefined,
): string | undefined {
  const { state: ids } = state.ids;
  try {
    const result = state.transaction.run(write, (error) => !(error instanceof Refusal), { isTrial });
    if (isTrial) state.ids.state = ids;
    return result;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    state.ids.state = ids;
    throw (error instanceof Misfit && invalidField(error, Object.keys(input))) || error;
  }
}

function invalidField({ at, message }: Misfit, names: readonly string[]): Refusal | undefined {
  const start = at.findIndex((one) => names.some((name) => name === one || snakeCase(name) === one));
  if (start === -1) return undefined;
  const attribute = at.slice(start).join('.');
  return invalid({ message: `${attribute} ${message}`, attribute });
}

function otherMethod({ method }: WireRequest, path: string): Refusal | undefined {
  const methods = methodsAt(path);
  return methods.length > 0
    ? methodNotAllowed(`${path} does not accept ${method}: use ${alternatives(methods)}`)
    : undefined;
}

/** The call commands share one path, so an unknown command is an invalid value, not an unknown path. */
function unknownCommand(path: string, { command }: Fields): Refusal | undefined {
  if (path !== '/api/calling/calls') return undefined;
  if (command === undefined)
    return invalid({ message: 'command is required', attribute: 'command', code: 'missing_required_parameter' });
  const meant = typeof command === 'string' ? nearest(command, commands()) : undefined;
  const message = `command is not known${meant ? `. Did you mean ${meant}?` : ''}`;
  return invalid({ message, attribute: 'command', code: 'invalid_parameter' });
}

const commands = () => [...walkRows(operations)].flatMap(([, { fixed }]) => (fixed?.command ? [fixed.command] : []));

function underRowNames({ wire }: Row, fields: Fields): Fields {
  if (!wire) return fields;
  const names = new Map(Object.entries(wire).map(([name, sent]) => [sent, name]));
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value]));
}
