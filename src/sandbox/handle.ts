import { matchRoute, operations, problemsOf, type Row, walkRows } from '../client/index.js';
import type { WireRequest, WireResponse } from '../http/index.js';
import { answer, badRequest, invalid, notFound, notSimulated, Refusal, unauthorized } from './answer.js';
import type { State } from './state.js';
import type { Handler } from './subject.js';
import { SUBJECTS } from './subjects/index.js';

const handlers = new Map<string, Handler>(SUBJECTS.flatMap((subject) => Object.entries(subject)));

/** A helper that fills in fields of its own is served by the plain row of its route. */
const plain = new Map(
  [...walkRows(operations)].filter(([, row]) => !row.fixed).map(([name, row]) => [row.route, name]),
);
const handlerOf = (operation: string, row: Row): Handler | undefined =>
  handlers.get(operation) ?? handlers.get(plain.get(row.route) ?? '');

/** What no subject answers yet: each of these gets 501, which says so. */
export const notSimulatedYet = (): string[] =>
  [...walkRows(operations)].filter(([name, row]) => !handlerOf(name, row)).map(([name]) => name);

/** Answers one request from the state, and moves the clock on by a second. */
export function handle(state: State, request: WireRequest): WireResponse {
  try {
    state.clock.advance(1);
    return answered(state, request);
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.response;
    throw refusal;
  }
}

function answered(state: State, request: WireRequest): WireResponse {
  const { pathname, searchParams } = new URL(request.url);
  if (!isKnownAccount(state, request.headers.authorization)) throw unauthorized();
  const fields = fieldsOf(request);
  const match = matchRoute(request.method, pathname, fields);
  if (!match) throw unknownCommand(pathname, fields) ?? notFound();
  const { operation, row, words } = match;
  const handler = handlerOf(operation, row);
  if (!handler) throw notSimulated(operation);
  const [problem] = problemsOf(row, row.params ? (fields.params ?? {}) : asTyped(row.wire, fields, searchParams));
  if (problem)
    throw invalid(pathname, {
      message: `${problem.at} ${problem.says}`,
      attribute: problem.at,
      code: problem.says.startsWith('is required') ? 'missing_required_parameter' : 'invalid_parameter',
    });
  return answer(row.ok, handler({ state, operation, row, words, path: pathname, query: searchParams, fields }));
}

/** The call commands share one path: a command that nobody knows is a wrong value, not a wrong path. */
function unknownCommand(path: string, { command }: Record<string, unknown>) {
  if (path !== '/api/calling/calls') return undefined;
  const says = command === undefined ? 'command is required' : 'command is not known';
  return invalid(path, {
    message: says,
    attribute: 'command',
    code: command === undefined ? 'missing_required_parameter' : 'invalid_parameter',
  });
}

function isKnownAccount({ project, token }: State, header: string | undefined): boolean {
  return header === `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
}

function fieldsOf({ body, headers }: WireRequest): Record<string, unknown> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  if (text === '') return {};
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw badRequest();
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw badRequest();
  return parsed as Record<string, unknown>;
}

/** The fields of a request under the names that its row's callers use; numbers in a query arrive as text. */
function asTyped(
  wire: Readonly<Record<string, string>> = {},
  fields: Record<string, unknown>,
  query: URLSearchParams,
): Record<string, unknown> {
  const names = new Map(Object.entries(wire).map(([typed, sent]) => [sent, typed]));
  const numeric = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : text);
  const asked = [...query].map(([name, value]) => [
    name,
    ['page_number', 'page_size', 'max_results'].includes(name) ? numeric(value) : value,
  ]);
  return Object.fromEntries(
    [...asked, ...Object.entries(fields)].map(([name, value]) => [names.get(name as string) ?? name, value]),
  );
}
