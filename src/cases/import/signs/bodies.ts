import { isPlain, jsonOf } from '../../../util/index.js';
import { isRefusal } from '../curl/result-below.js';
import { jsonIn } from '../json-spans.js';
import { jsonOfPython } from '../pasted/python-literal.js';
import type { Pair } from './pair-signs.js';
import { plainLine } from './plain-line.js';
import { bodyOf } from './refusals.js';

const MAX_REGION = 200_000;
const MAX_DEPTH = 30;

/** The bodies of a request and its response, as far as its part of the text has exactly one of each. */
export function bodiesOf(
  pair: Pair,
  region: string,
): { readonly sent?: string; readonly received?: string; readonly query?: string } {
  const text = region.slice(0, MAX_REGION);
  const values = valuesIn(text);
  const { refusal, status, mention } = pair;
  const received = refusal ? (refusalIn(values, refusal.message ?? '') ?? bodyOf(refusal)) : undefined;
  const sent = /^P/.test(mention.method ?? '') ? sentIn(values, pair, text) : undefined;
  const query =
    /^P/.test(mention.method ?? 'P') || mention.address.includes('?') ? undefined : queryIn(values, mention.path);
  const answer = received ?? ((status ?? 0) < 300 ? answerIn(values) : undefined);
  return {
    ...(sent !== undefined && { sent }),
    ...(answer !== undefined && { received: answer }),
    ...(query && { query }),
  };
}

/** The values of all JSON and Python documents in a text, also of those that are a text in another one. */
function valuesIn(text: string): unknown[] {
  const own = documentsIn(text);
  const plain = text.split('\n').map(plainLine).join('\n');
  return own.length > 0 || plain === text ? own : documentsIn(plain);
}

function documentsIn(text: string): unknown[] {
  const found = jsonIn(text).map(({ start, end }) => jsonOf(text.slice(start, end)));
  if (found.length > 0 || !/[{[]\s*['}]/.test(text)) return found;
  const python = jsonOfPython(text);
  return jsonIn(python).map(({ start, end }) => jsonOf(python.slice(start, end)));
}

/** A value, or that of the JSON in it if it is a text. */
const opened = (value: unknown): unknown => {
  // Java prints the arguments of a call as a list.
  if (Array.isArray(value) && value.length === 1) return value[0];
  if (typeof value !== 'string' || !/^\s*[{["]/.test(value)) return value;
  return jsonOf(value) ?? jsonOf(jsonOfPython(value)) ?? value;
};

function* objectsIn(value: unknown, depth = 0): Generator<Readonly<Record<string, unknown>>> {
  const own = opened(value);
  if (depth > MAX_DEPTH || typeof own !== 'object' || own === null) return;
  if (isPlain(own)) yield own;
  for (const one of Object.values(own)) yield* objectsIn(one, depth + 1);
}

/** The smallest object that is the error with this message. */
function refusalIn(values: readonly unknown[], message: string): string | undefined {
  const words = message.slice(0, 60);
  for (const value of values)
    for (const one of objectsIn(value)) {
      const isOwn =
        isRefusal(one) &&
        !('level' in one) &&
        JSON.stringify(one.errors ?? one.message ?? one.error).includes(JSON.stringify(words).slice(1, -1));
      if (isOwn && Object.keys(one).length <= MAX_FIELDS) return JSON.stringify(one);
    }
  return undefined;
}

/** An error has few fields, a record of a log has more. */
const MAX_FIELDS = 6;

const SENT =
  /^(?:request_?body|req_?body|request_?data|body|data|payload|json|params|parameters|form|form_?params|post_?data|content|input|sent|request|req|text|raw)$/i;
const RECEIVED = /^(?:response\w*|res|result\w*|reply|answer|errors?|received|headers|res_?body)$/i;

/** The only body that is named as that of a request, or is alone in the text between the request and its result. */
function sentIn(values: readonly unknown[], { mention }: Pair, text: string): string | undefined {
  const quoted = quotedBody(text);
  if (quoted !== undefined) return quoted;
  const bodies = new Set<string>();
  const add = (one: unknown) => isSent(one) && bodies.add(typeof one === 'string' ? one : JSON.stringify(one));
  for (const value of values.map(opened))
    if (hasText(value, mention.path) || isWrapper(value)) for (const one of named(value, mention.path)) add(one);
  if (bodies.size === 0) for (const value of values.map(opened)) if (!hasText(value, mention.path)) add(value);
  if (bodies.size === 0) for (const form of formsIn(text, mention.address)) bodies.add(form);
  const [body, ...others] = bodies;
  return others.length > 0 ? undefined : body;
}

/** JSON that a program encoded twice, alone in a line. Some loggers print all texts in this way. */
function quotedBody(text: string): string | undefined {
  if (/(?:^|\s)"(?:HTTP\/|(?:GET|POST|PUT|PATCH|DELETE) \/)/m.test(text)) return undefined;
  return /^(?:[>\s|-]|\w{1,20}:\s){0,8}("\{\\"(?:[^"\\\n]|\\.){1,20000}\}")\s*(?:$|HTTP\/)/m.exec(text)?.[1];
}

/** A part of a record, such as `{"body": "{…}"}`. */
const isWrapper = (value: unknown): boolean =>
  isPlain(value) &&
  (Object.keys(value).some((name) => /^(?:request|response)_?body$/i.test(name)) ||
    Object.entries(value).every(([name, one]) => SENT.test(name) && typeof opened(one) === 'object'));

const QUERY = /^(?:qs|query|search|(?:query|search|url)_?(?:params?|parameters|string))$/i;

/** The query that a record has beside the address. */
function queryIn(values: readonly unknown[], path: string): string | undefined {
  for (const value of values)
    for (const one of objectsIn(value)) {
      if (!Object.values(one).some((text) => typeof text === 'string' && text.endsWith(path))) continue;
      const [, query] = Object.entries(one).find(([name]) => QUERY.test(name)) ?? [];
      const own = opened(query);
      const list = Array.isArray(query) ? query : isPlain(own) && 'name' in own && 'value' in own ? [own] : undefined;
      const pairs = list
        ? list.filter(isPlain).map(({ name, value: text }) => [name, text] as const)
        : Object.entries(isPlain(own) ? own : {});
      const written = pairs.map(([name, text]): [string, string] => [String(name), String(text)]);
      return written.length > 0 ? `${new URLSearchParams(written)}` : undefined;
    }
  return undefined;
}

const isSent = (value: unknown): boolean =>
  typeof value === 'string'
    ? FORM.test(value)
    : isPlain(value) &&
      Object.keys(value).length > 0 &&
      !isRefusal(value) &&
      !isAnswer(value) &&
      !('level' in value) &&
      !('errors' in value);

/** What the platform returns: a resource, a list, or a token with nothing beside it. */
const isAnswer = (value: Readonly<Record<string, unknown>>): boolean =>
  (!('command' in value) &&
    (typeof value.id === 'string' || typeof value.sid === 'string' || Array.isArray(value.data))) ||
  (typeof (value.token ?? value.jwt_token) === 'string' && Object.keys(value).every((name) => OF_TOKEN.has(name)));

const OF_TOKEN = new Set(['token', 'jwt_token', 'refresh_token', 'subscriber_id', 'expires_at']);

function* named(value: unknown, path: string, depth = 0): Generator<unknown> {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (RECEIVED.test(name)) continue;
    const own = opened(one);
    if (SENT.test(name) && !hasText(own, path) && own !== '' && own !== null && !isMessage(own)) yield own;
    else yield* named(own, path, depth + 1);
  }
}

/** A request with its headers, or a body with its type, in which the body is a field. */
const isMessage = (value: unknown): boolean =>
  isPlain(value) &&
  Object.entries(value).some(
    ([name, one]) =>
      /^headers?$/i.test(name) ||
      (SENT.test(name) && name !== 'params' && typeof opened(one) === 'object' && one !== null),
  ) &&
  !('command' in value);

function hasText(value: unknown, text: string, depth = 0): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one) => hasText(one, text, depth + 1));
}

const FORM = /^(?:[\w.%[\]-]{1,60}=[^\s&"'{}]*&)+[\w.%[\]-]{1,60}=[^\s&"'{}]*$/;
const FORMS =
  /(?<=^|[\s"':])(?:[\w.%[\]-]{1,60}=[^\s&"'{}]{0,2000}&){1,40}[\w.%[\]-]{1,60}=[^\s&"'{}]{0,2000}(?=$|["'\s])/gm;

const formsIn = (text: string, address: string): string[] =>
  [...text.matchAll(FORMS)].flatMap(([form]) => (address.includes(form) ? [] : [form]));

/** The only object of a response with success. */
function answerIn(values: readonly unknown[]): string | undefined {
  const answers = values.map(opened).filter((one) => isPlain(one) && isAnswer(one) && !('method' in one));
  return answers.length === 1 ? JSON.stringify(answers[0]) : undefined;
}
