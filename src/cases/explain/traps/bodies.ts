import { readErrorBody } from '../../../client/index.js';
import { formPairs, isPlain, jsonOf } from '../../../util/index.js';
import { leadingJson } from '../../import/json-spans.js';
import { type Exchange, isFailed } from '../exchange.js';
import { allFieldsOf, fieldsOf } from '../field-at-fault.js';
import { wrongBody } from '../wrong-body.js';
import type { Fix, Hit, Trap } from './trap.js';

/** The same call with the fields of a body that was written in another way. */
function withFields({ call }: Exchange, fields: unknown): { readonly fix?: Fix } {
  if (!call || !isPlain(fields)) return {};
  return { fix: { operation: call.operation, args: [...call.args.slice(0, call.row.args.length), fields] } };
}

const textOf = ({ entry }: Exchange): string | undefined => {
  const { body } = entry.request;
  return body && 'text' in body ? body.text : undefined;
};

export const bodyEncoding: Trap = {
  name: 'body-encoding',
  summary: 'The body was a form where the operation reads JSON, was not valid JSON, or was encoded twice.',
  examples: [
    `curl https://acme.example.com/api/relay/rest/queues -d 'name=a'
HTTP/1.1 422 Unprocessable Entity

{"errors":[{"detail":"name is invalid","status":"422","title":"Invalid Attribute","code":"422"}]}`,
    `POST /api/pubsub/tokens {"ttl":60,"channels":"{\\"a\\":{\\"read\\":true}}"} -> 422 {"errors":[{"code":"invalid_parameter","message":"channels must be an object","attribute":"channels"}]}`,
    `curl https://acme.example.com/api/relay/rest/queues --json '{"name":"a",}'
HTTP/1.1 400 Bad Request

`,
  ],
  lookAlikes: [
    `POST /api/pubsub/tokens {"ttl":"{\\"a\\":1}","channels":{"a":{"read":true}}} -> 422 {"errors":[{"code":"invalid_parameter","message":"channels are too many","attribute":"channels"}]}`,
    `POST /api/relay/rest/queues {"name":"{\\"a\\":1}"} -> 422 {"errors":[{"code":"invalid_parameter","message":"name is invalid","attribute":"name"}]}`,
    `curl https://acme.example.com/api/relay/rest/queues --json '{"name":"a=b"}'
HTTP/1.1 422 Unprocessable Entity

{"errors":[{"detail":"name is invalid","status":"422","title":"Invalid Attribute","code":"422"}]}`,
    `curl https://acme.example.com/api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Messages -d 'Body=a'
HTTP/1.1 400 Bad Request

{"code":21604,"message":"To is required"}`,
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      if (!at.call || !isFailed(at) || ![0, 400, 415, 422].includes(at.status)) return [];
      const inner = encodedTwice(at);
      if (inner)
        return [
          {
            at,
            level: 'likely',
            cause: 'the body is a JSON string that contains JSON: it was encoded twice',
            facts: ['Give the client an object. JSON.stringify of a string adds quotes around it.'],
            ...withFields(at, at.call.row.params && isPlain(inner) ? inner.params : inner),
          },
        ];
      const field = fieldEncodedTwice(at);
      if (field)
        return [
          {
            at,
            field: field.name,
            level: 'likely',
            cause: `${field.name} is a text that contains JSON: it was encoded twice`,
            facts: ['Give the client an object or a list. JSON.stringify of it makes a text.'],
            ...withFields(at, { ...fieldsOf(at.call), [field.name]: field.value }),
          },
        ];
      const { is, text } = wrongBody(at.call.row, at.entry.request) ?? {};
      if (is === undefined || text === undefined) return [];
      if (is === 'a form') {
        const json = jsonOf(text);
        const form = formPairs(text);
        return [
          {
            at,
            level: 'likely',
            cause: json
              ? `the content type of the body is that of a form, but the body is JSON, which ${at.call.operation} reads`
              : `the body is a form${isPlainText(at) ? ' with the content type text/plain' : ''}, but ${at.call.operation} reads JSON`,
            facts: [
              json
                ? 'Send the same body with the header content-type: application/json.'
                : 'curl -d sends a form. Use --json, or add the header content-type: application/json.',
            ],
            ...(json === undefined &&
              form &&
              withFields(at, Object.fromEntries(form.map(([name, value]) => [name, typed(value)])))),
          },
        ];
      }
      if (isFollowedByLines(text))
        return [
          {
            at,
            level: 'possible',
            cause: 'the body has lines behind its JSON: the program sent them, or another program printed them there',
          },
        ];
      return [
        {
          at,
          level: 'certain',
          cause: `the body is not valid JSON: ${text.slice(0, 60)}`,
          ...withFields(at, repaired(text)),
        },
      ];
    }),
};

const isPlainText = ({ entry }: Exchange): boolean => /^text\/plain\b/i.test(entry.request.type ?? '');

const typed = (value: string): unknown => (/^(?:\d{1,9}|true|false)$/.test(value) ? JSON.parse(value) : value);

function encodedTwice({ entry }: Exchange): unknown {
  const { body } = entry.request;
  if (!body || 'base64' in body) return undefined;
  const value = 'json' in body ? body.json : jsonOf(body.text);
  const inner = typeof value === 'string' ? jsonOf(value) : undefined;
  return isPlain(inner) ? inner : undefined;
}

/** A field that the error names, with JSON in a text. Fields of text, such as a document, may have that. */
function fieldEncodedTwice({ call, answer }: Exchange): { readonly name: string; readonly value: unknown } | undefined {
  if (!call || call.row.encoding === 'form') return undefined;
  const known = allFieldsOf(call.row);
  const named = new Set(
    readErrorBody(answer).errors.flatMap(({ attribute = '', message }) => [attribute, ...message.split(/\W+/)]),
  );
  for (const [name, text] of Object.entries(fieldsOf(call))) {
    const value = typeof text === 'string' && /^\s*[{[]/.test(text) ? jsonOf(text) : undefined;
    const isNested = ['obj', 'list'].includes(known[name]?.kind ?? '');
    if (named.has(name) && isNested && (isPlain(value) || Array.isArray(value))) return { name, value };
  }
  return undefined;
}

/** The material of an import can have the lines of another program below a body. */
function isFollowedByLines(text: string): boolean {
  const start = text.trimStart();
  const json = leadingJson(start);
  return json !== undefined && /^[ \t\r]*\n\s*\S/.test(start.slice(json.length));
}

/** JSON with a comma before a closing bracket, or with single quotes. */
function repaired(text: string): unknown {
  const withoutCommas = text.replace(/,(\s*[}\]])/g, '$1');
  const json = jsonOf(withoutCommas) ?? jsonOf(withoutCommas.replaceAll("'", '"'));
  const form = json === undefined && LIKE_A_FORM.test(text) ? formPairs(text) : undefined;
  return form ? Object.fromEntries(form) : json;
}

/** Other texts would become the name of a field. */
const LIKE_A_FORM = /^[\w.%[\]+-]+=/;

/** In a form, a plus sign means a blank. */
export const plusInForm: Trap = {
  name: 'plus-in-form',
  summary: 'A form has a plus sign that was not encoded, so the platform read a blank.',
  examples: [
    `curl https://acme.example.com/api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Messages -d 'To=+15005550104&Body=a'
HTTP/1.1 400 Bad Request

{"code":21211,"message":"invalid"}`,
  ],
  lookAlikes: [
    `curl https://acme.example.com/api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Messages -d 'To=%2B15005550104&Body=a'
HTTP/1.1 400 Bad Request

{"code":21211,"message":"invalid"}`,
    `curl https://acme.example.com/api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Messages -d 'To=1&Body=1+1'
HTTP/1.1 400 Bad Request

{"code":21211,"message":"invalid"}`,
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      if (!at.call || !isFailed(at) || at.call.row.encoding !== 'form' || ![400, 404, 422].includes(at.status))
        return [];
      const text = textOf(at);
      const names = (text ?? '').split('&').flatMap((pair) => /^([\w%]+)=\+\d{5,15}$/.exec(pair)?.[1] ?? []);
      const { errors } = readErrorBody(at.answer);
      const field = names.find((name) => errors.some(({ message }) => message.includes(`'${name}'`))) ?? names[0];
      if (text === undefined || field === undefined || jsonOf(text) !== undefined) return [];
      const fields = Object.fromEntries(formPairs(text) ?? []);
      for (const name of names) fields[name] = `+${(fields[name] ?? '').trim()}`;
      const isShown = errors.some(({ message }) => /['"“] \d{5}/.test(message));
      return [
        {
          at,
          field,
          level: isShown ? 'certain' : 'likely',
          cause: `${names.join(' and ')} begin${names.length === 1 ? 's' : ''} with a plus sign that is not encoded. In a form, + means a blank: send %2B`,
          facts: ['curl encodes it with --data-urlencode.'],
          ...withFields(at, fields),
        },
      ];
    }),
};
