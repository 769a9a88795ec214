import { operations } from '../../../client/index.js';
import { groupBy } from '../../../util/index.js';
import { type Exchange, isDone, isFailed, isObject } from '../exchange.js';
import { fieldsOf } from '../field-at-fault.js';
import type { Fix, Hit, Story, Trap } from './trap.js';

const HANDLERS = operations.phone_numbers.update.companions?.call_handler ?? {};
const isBinding = ({ call }: Exchange) => call?.row.route === operations.phone_numbers.update.route;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** A webhook that a program created itself is not bound to a number. */
export const orphanWebhook: Trap = {
  name: 'orphan-webhook',
  summary: 'A webhook was created with fabric.swml_webhooks.create or fabric.cxml_webhooks.create: no number uses it.',
  examples: [
    'POST /api/fabric/resources/swml_webhooks {"primary_request_url":"https://example.com/a"} -> 201 {"id":"W1"}',
  ],
  lookAlikes: [
    `POST /api/fabric/resources/swml_webhooks {"primary_request_url":"https://example.com/a"} -> 201 {"id":"W1"}
PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://example.com/a"} -> 200`,
    'GET /api/fabric/resources/swml_webhooks -> 200 {"data":[]}',
    'POST /api/fabric/resources/swml_webhooks {"primary_request_url":"https://example.com/a"} -> 422 {"errors":[{"detail":"name is invalid","status":"422","title":"Invalid Attribute","code":"422"}]}',
  ],
  find: ({ exchanges }) => {
    const bound = new Set(
      exchanges.filter((one) => isBinding(one) && isDone(one)).flatMap(({ fields }) => Object.values(fields)),
    );
    let ids: ReadonlySet<string> | undefined;
    return exchanges.flatMap((at): Hit[] => {
      const [, kind] = /^fabric\.(swml|cxml)_webhooks\.create$/.exec(at.call?.operation ?? '') ?? [];
      const url = textOf(at.fields.primary_request_url);
      if (kind === undefined || !isDone(at) || bound.has(url)) return [];
      ids ??= new Set(exchanges.flatMap((one) => (isDone(one) ? numberIdsIn(one.answer) : [])));
      return [
        {
          at,
          field: 'primary_request_url',
          level: 'likely',
          cause: 'this creates a webhook that is not bound to a phone number, so no call reaches it',
          facts: [
            'The platform creates the webhook itself when you bind a number. The create operation exists for old programs.',
          ],
          fix: bind(`set_${kind}_webhook`, ids, url),
        },
      ];
    });
  },
};

/** Binds the number of the case, if the case has only one. */
function bind(helper: string, ids: ReadonlySet<string>, url: string): Fix {
  const [id] = ids;
  const operation = `phone_numbers.${helper}`;
  return id !== undefined && ids.size === 1
    ? { operation, args: [id, url] }
    : { operation, args: ['NUMBER_ID', url], needs: 'the id of your phone number' };
}

function numberIdsIn(answer: unknown): string[] {
  if (!isObject(answer)) return [];
  const items = Array.isArray(answer.data) ? answer.data : [answer];
  return items.flatMap((item: unknown) =>
    isObject(item) && typeof item.id === 'string' && typeof item.number === 'string' && 'call_handler' in item
      ? [item.id]
      : [],
  );
}

const REJECTED = /^(?:swml_webhook|cxml_webhook|ai_agent)$/;

/** The operation takes only resources of older types. */
export const assignPhoneRoute: Trap = {
  name: 'assign-phone-route',
  summary: 'assign_phone_route rejects webhooks and AI agents with 404 or 422.',
  examples: [
    'POST /api/fabric/resources/R1/phone_routes {"phone_route_id":"N1","handler":"calling"} -> 404 {"error":"Not Found"}',
  ],
  lookAlikes: [
    'POST /api/fabric/resources/R1/phone_routes {"phone_route_id":"N1","handler":"calling"} -> 401',
    `GET /api/fabric/resources -> 200 {"data":[{"id":"R1","type":"call_flow"}]}
POST /api/fabric/resources/R1/phone_routes {"phone_route_id":"N1","handler":"calling"} -> 404 {"error":"Not Found"}`,
  ],
  find: ({ exchanges }) => {
    const resources = new Map<unknown, Readonly<Record<string, unknown>>>();
    for (const { answer } of exchanges)
      for (const one of isObject(answer) ? [answer, ...listIn(answer.data)] : [])
        if (!resources.has(one.id)) resources.set(one.id, one);
    return exchanges.flatMap((at): Hit[] => {
      if (at.call?.operation !== 'fabric.resources.assign_phone_route' || ![404, 422].includes(at.status)) return [];
      const target = at.call.args[0];
      const resource = resources.get(target);
      if (resource && !REJECTED.test(textOf(resource.type))) return [];
      return [
        {
          at,
          field: 'resource_id',
          level: resource ? 'certain' : 'likely',
          cause: resource
            ? `assign_phone_route rejects a resource of type ${textOf(resource.type)}`
            : 'assign_phone_route rejects webhooks and AI agents, and the resource may be one',
          facts: ['It is deprecated and accepts only older resource types. Bind the number instead.'],
          fix: bindTo(resource, textOf(at.fields.phone_route_id) || 'NUMBER_ID', textOf(target)),
        },
      ];
    });
  },
};

const listIn = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

function bindTo(resource: Readonly<Record<string, unknown>> | undefined, number: string, target: string): Fix {
  const type = textOf(resource?.type);
  const inner = resource?.[type];
  const url = isObject(inner) ? textOf(inner.primary_request_url) : '';
  if (type === 'ai_agent') return { operation: 'phone_numbers.set_ai_agent', args: [number, target] };
  const operation = `phone_numbers.set_${type === 'cxml_webhook' ? 'cxml' : 'swml'}_webhook`;
  if (url !== '') return { operation, args: [number, url] };
  return { operation, args: [number, 'https://example.com/'], needs: 'the URL of your document' };
}

const SWML = /swml|relay-bins|\.json\b/i;
const XML = /laml|cxml|twiml|xml/i;

/** The language that the path of a URL names. A path that names both is not evidence. */
function namedLanguage(url: string): 'XML' | 'SWML' | undefined {
  const path = url.replace(/^\w+:\/\/[^/?#]*/, '');
  const isSwml = SWML.test(path);
  if (isSwml === XML.test(path)) return undefined;
  return isSwml ? 'SWML' : 'XML';
}

/** Each webhook handler runs documents of one language. */
export const wrongHandler: Trap = {
  name: 'wrong-handler',
  summary: 'laml_webhooks runs only XML documents, and relay_script runs only SWML documents.',
  examples: [
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"laml_webhooks","call_request_url":"https://example.com/call.swml"} -> 200',
  ],
  lookAlikes: [
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"laml_webhooks","call_request_url":"https://example.com/call.xml"} -> 200',
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"laml_webhooks","call_request_url":"https://example.com/call"} -> 200',
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://example.com/call.swml"} -> 200',
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://customer.example.com/relay-bins/8103855f-ea8d-4871-83f0-83d6723881a7"} -> 200',
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://xml-team.example.com/call"} -> 200',
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://example.com/from-xml/call.json"} -> 200',
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://example.com/cgi-bin/call"} -> 200',
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"laml_webhooks","call_request_url":"https://customer.example.com/laml-bins/8103855f-ea8d-4871-83f0-83d6723881a7"} -> 200',
  ],
  find: (story) => {
    const languageAt = languagesIn(story);
    return story.exchanges.flatMap((at): Hit[] => {
      // Without a response, the sandbox may reject only the id of the number, which it does not know.
      if (!isBinding(at) || !(isDone(at) || (at.entry.unanswered && at.status === 404))) return [];
      const [id] = at.call?.args ?? [];
      const { call_handler: handler } = at.fields;
      if (handler === 'laml_webhooks') {
        const url = textOf(at.fields.call_request_url);
        const served = languageAt(url);
        if ((served ?? namedLanguage(url)) !== 'SWML') return [];
        return [
          {
            at,
            field: 'call_handler',
            level: 'likely',
            cause: `laml_webhooks runs only cXML (XML) documents, but ${url} is for SWML`,
            facts: [
              'With a SWML document, callers hear nothing. The handler for SWML is relay_script.',
              ...(served === 'SWML' ? [] : ['If the URL returns XML, the handler is right.']),
            ],
            fix: { operation: 'phone_numbers.set_swml_webhook', args: [id, url] },
          },
        ];
      }
      const url = textOf(at.fields.call_relay_script_url);
      if (handler !== 'relay_script' || (languageAt(url) ?? namedLanguage(url)) !== 'XML') return [];
      return [
        {
          at,
          field: 'call_handler',
          level: 'likely',
          cause: `relay_script runs only SWML documents, but ${url} is for XML`,
          fix: { operation: 'phone_numbers.set_cxml_webhook', args: [id, url] },
        },
      ];
    });
  },
};

/** The language of the document that a URL returned when the platform fetched it. */
function languagesIn({ webhooks }: Story): (url: string) => 'XML' | 'SWML' | undefined {
  const byUrl = groupBy(webhooks, ({ entry }) => withoutQuery(entry.request.url));
  return (url) => {
    const served = byUrl.get(withoutQuery(url))?.[0]?.entry.response;
    if (!served?.body || served.status >= 300) return undefined;
    return 'text' in served.body && served.body.text.trimStart().startsWith('<') ? 'XML' : 'SWML';
  };
}

const withoutQuery = (url: string) => url.split('?', 1)[0];

/** Each handler reads its target from its own field. */
export const missingCompanion: Trap = {
  name: 'missing-companion',
  summary: 'call_handler was set without the field that the handler reads.',
  examples: [
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script"} -> 422 {"errors":[{"detail":"name is invalid","status":"422","title":"Invalid Attribute","code":"422"}]}',
  ],
  lookAlikes: [
    'PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"relay_script","call_relay_script_url":"https://example.com/a"} -> 422 {"errors":[{"detail":"name is invalid","status":"422","title":"Invalid Attribute","code":"422"}]}',
    'PUT /api/relay/rest/phone_numbers/N1 {"name":"relay_script"} -> 422 {"errors":[{"detail":"name is invalid","status":"422","title":"Invalid Attribute","code":"422"}]}',
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      const handler = textOf(at.fields.call_handler);
      const companion = Object.hasOwn(HANDLERS, handler) ? HANDLERS[handler] : undefined;
      if (!isBinding(at) || !at.call || companion === undefined || textOf(at.fields[companion]) !== '') return [];
      const others = Object.values(HANDLERS).filter((name) => name !== companion && textOf(at.fields[name]) !== '');
      const [other] = others;
      if (!isFailed(at) && other === undefined) return [];
      const { [other ?? '']: value = 'https://example.com/', ...rest } = fieldsOf(at.call);
      const args = [...at.call.args.slice(0, at.call.row.args.length), { ...rest, [companion]: value }];
      return [
        {
          at,
          field: companion,
          level: 'certain',
          cause: `call_handler ${handler} needs ${companion}${other === undefined ? '' : `, but the request has ${other}`}`,
          fix: { operation: at.call.operation, args, ...(other === undefined && { needs: `your own ${companion}` }) },
        },
      ];
    }),
};
