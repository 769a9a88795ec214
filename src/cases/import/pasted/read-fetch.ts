import type { AnyNode } from 'acorn';
import { JavaScriptParser } from '../../../javascript/index.js';
import { attempt, isPlain, jsonOf } from '../../../util/index.js';
import { type DraftRequest, requestOf } from '../draft-request.js';
import type { FoundRequest, Importer, ReadInput } from '../found-request.js';
import { leadingJson } from '../json-spans.js';
import { LeftOutCredentials } from '../left-out-credentials.js';

const CALL = /\b(?:UrlFetchApp\.fetch|fetch|axios(?:\.(?:get|post|put|patch|delete|request))?)\s*\(/g;

/** Reads calls of `fetch` and axios, as browsers copy them and programs have them. Nothing is evaluated. */
export const fetchCalls: Importer = {
  name: 'fetch',
  title: 'calls of fetch',
  summary: 'calls of fetch and axios in JavaScript',
  isPasted: true,
  accepts: (text) => new RegExp(`${CALL.source}\\s*["'\`{]`).test(text),
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    const problems: string[] = [];
    const starts = [...text.matchAll(CALL)].map(({ index }) => index);
    const requests = starts.flatMap((start, i): FoundRequest[] => {
      const place = `${file}, line ${text.slice(0, start).split('\n').length}`;
      const call = expressionAt(text, start) ?? expressionAt(text.slice(0, endOfCall(text, start)), start);
      const draft = call && draftOf(call, credentials);
      const response = call && responseIn(text.slice(call.end, starts[i + 1]));
      const request = draft && requestOf({ ...draft, ...response, place }, credentials);
      if (!request)
        problems.push(
          call
            ? `${place}: the address or the method of this call is not a literal, so it was not imported`
            : `${place}: this call is not complete JavaScript, so it was not imported`,
        );
      return request ? [{ ...request, ...(draft.problems && { problems: draft.problems }) }] : [];
    });
    return { requests, problems, credentials: credentials.values };
  },
};

const PARSED = { ecmaVersion: 'latest' } as const;
const MAX_CALL = 100_000;

const expressionAt = (text: string, start: number) =>
  attempt(() => JavaScriptParser.parseExpressionAt(text, start, PARSED));

/** The end of the brackets of a call. What people write behind it, such as `-> 200`, is not JavaScript. */
function endOfCall(text: string, start: number): number {
  let depth = 0;
  const end = attempt(() => {
    for (const token of JavaScriptParser.tokenizer(text.slice(start, start + MAX_CALL), PARSED)) {
      if (token.type.label === '(') depth++;
      else if (token.type.label === ')' && --depth === 0) return token.end;
    }
    return 0;
  });
  return start + (end ?? 0);
}

interface Draft extends Omit<DraftRequest, 'place'>, Pick<FoundRequest, 'problems'> {}

function draftOf(node: AnyNode, credentials: LeftOutCredentials): Draft | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { callee } = node;
  const [first, second, third] = node.arguments;
  const verb = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
  const hasBody = /^(?:post|put|patch)$/.test(verb);
  const isConfig = first?.type === 'ObjectExpression';
  const options = isConfig ? first : hasBody ? third : second;
  const isNamed = verb !== '' && verb !== 'request';
  // The variable of the options can have another method.
  const settings = settingsOf(options) ?? (isNamed ? {} : undefined);
  if (!settings || settings.method === NOT_LITERAL) return undefined;
  const base = typeof settings.baseURL === 'string' ? settings.baseURL : '';
  const url = isConfig ? settings.url : literalIn(first);
  if (url === NOT_LITERAL || settings.baseURL === NOT_LITERAL) return undefined;
  const headers = Object.entries(isPlain(settings.headers) ? settings.headers : {});
  for (const [name, value] of headers) credentials.header(name, String(value));
  const sent = hasBody ? literalIn(second) : (settings.body ?? settings.payload ?? settings.data);
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1];
  const named = settings.method ?? (isNamed ? verb : undefined);
  return {
    method: String(named ?? (sent === undefined ? 'GET' : 'POST')),
    address: isConfig ? `${base}${url ?? ''}` : String(url),
    ...(sent === NOT_LITERAL ? { problems: ['the body is not a literal, and is not known'] } : { sent }),
    ...(typeof type === 'string' && { type }),
  };
}

/** A part of a call that is other code. */
const NOT_LITERAL = Symbol('not a literal');

function literalIn(node: AnyNode | undefined): unknown {
  if (!node) return undefined;
  const found = attempt(() => ({ value: literalOf(node) }));
  return found ? found.value : NOT_LITERAL;
}

/** The options of a call, each with its value if it is a literal. Undefined for a variable, or with a spread. */
function settingsOf(node: AnyNode | undefined): Readonly<Record<string, unknown>> | undefined {
  if (!node) return {};
  if (node.type !== 'ObjectExpression') return undefined;
  const settings: [string, unknown][] = [];
  for (const one of node.properties) {
    if (one.type !== 'Property' || one.computed) return undefined;
    const name = one.key.type === 'Identifier' ? one.key.name : String(literalOf(one.key));
    // Credentials often are variables, and are left out in any case.
    const headers = name === 'headers' ? Object.entries(settingsOf(one.value) ?? {}) : undefined;
    const value = headers
      ? Object.fromEntries(headers.filter(([, text]) => text !== NOT_LITERAL))
      : literalIn(one.value);
    settings.push([name, value]);
  }
  return Object.fromEntries(settings);
}

/** The value of a literal. `JSON.stringify` of one is its text. Throws for other code. */
export function literalOf(node: AnyNode): unknown {
  if (node.type === 'Literal') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? '';
  if (node.type === 'UnaryExpression' && node.operator === '-') return -Number(literalOf(node.argument));
  if (node.type === 'ArrayExpression') return node.elements.map((one) => (one ? literalOf(one) : null));
  if (node.type === 'ObjectExpression')
    return Object.fromEntries(
      node.properties.flatMap((one): [string, unknown][] => {
        if (one.type !== 'Property') throw new Error('a spread is not a literal');
        const name = one.key.type === 'Identifier' ? one.key.name : String(literalOf(one.key));
        return [[name, literalOf(one.value)]];
      }),
    );
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const { object, property } = node.callee;
    const isStringify =
      object.type === 'Identifier' &&
      object.name === 'JSON' &&
      property.type === 'Identifier' &&
      property.name === 'stringify';
    const [first] = node.arguments;
    if (isStringify && first) return JSON.stringify(literalOf(first));
  }
  throw new Error(`${node.type} is not a literal`);
}

/** `HTTP/1.1 422 Unprocessable Entity`, `-> 200 {"id":"a"}` */
const STATUS = /^(?:(?:->|=>|→|<-|←)\s*)?(?:HTTP\/[\d.]+ |status:? )?([1-5]\d\d)(?: [A-Za-z ]+)?(?:\s*([{[].*))?$/i;

/** People write the status and the body below a call, as comments or as they are. */
function responseIn(text: string): Pick<DraftRequest, 'status' | 'received'> {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(?:\/\/|#)\s?/, '').trim());
  const index = lines.findIndex((line) => STATUS.test(line));
  if (index < 0) return {};
  const [, status, beside = ''] = STATUS.exec(lines[index] ?? '') ?? [];
  const rest = [beside, ...lines.slice(index + 1)].join('\n').trim();
  const body = leadingJson(rest);
  return {
    status: Number(status),
    ...(body !== undefined && jsonOf(body) !== undefined && { received: body }),
  };
}
