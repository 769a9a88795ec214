import { textOf } from '../../../cassette/index.js';
import { readErrorBody } from '../../../client/index.js';
import { formPairs, isPlain } from '../../../util/index.js';
import { bodyJson } from '../../body-json.js';
import { type Exchange, isDone, isObject, textsIn } from '../exchange.js';
import { fieldsOf } from '../field-at-fault.js';
import { webhookExchange } from './callbacks.js';
import { type Hit, lastBefore, type Story, type Trap } from './trap.js';

/** Each wrong code counts, and the right one comes too late after the last attempt. */
export const usedUpAttempts: Trap = {
  name: 'used-up-attempts',
  summary: 'A verification code was checked after all its attempts had failed.',
  examples: [
    `POST /api/relay/rest/mfa/M1/verify {"token":"1"} -> 200 {"success":false}
POST /api/relay/rest/mfa/M1/verify {"token":"1"} -> 200 {"success":false}
POST /api/relay/rest/mfa/M1/verify {"token":"1"} -> 200 {"success":false}
POST /api/relay/rest/mfa/M1/verify {"token":"2"} -> 404`,
  ],
  lookAlikes: [
    'POST /api/relay/rest/mfa/M1/verify {"token":"1"} -> 404',
    `POST /api/relay/rest/mfa/M1/verify {"token":"1"} -> 200 {"success":false}
POST /api/relay/rest/mfa/M1/verify {"token":"2"} -> 200 {"success":true}`,
    `POST /api/relay/rest/mfa/M1/verify {"token":"1"} -> 200 {"success":false}
POST /api/relay/rest/mfa/M2/verify {"token":"2"} -> 404`,
  ],
  find: ({ exchanges }) => {
    const failed = new Map<unknown, number>();
    return exchanges.flatMap((at): Hit[] => {
      if (at.call?.operation !== 'mfa.verify') return [];
      const [id] = at.call.args;
      const before = failed.get(id) ?? 0;
      if (isDone(at) && isObject(at.answer) && at.answer.success === false) failed.set(id, before + 1);
      if (at.status !== 404 || before === 0) return [];
      const cause = `the attempts of this verification are used up: ${before} wrong ${before === 1 ? 'code was' : 'codes were'} sent before`;
      return [{ at, field: 'request_id', level: 'likely', cause, facts: ['Send a new code, and verify that one.'] }];
    });
  },
};

const NOT_DELIVERED = /^(?:undelivered|failed)$/;

/** A message or a call can fail after the platform has accepted it. */
export const deliveryError: Trap = {
  name: 'delivery-error',
  summary: 'The request succeeded, but the message, the call or the fax has an error code.',
  examples: [
    'GET /api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Messages/M1 -> 200 {"sid":"M1","status":"undelivered","error_code":30007}',
    'POST https://a.example.org/sms {"project_id":"P","id":"M1","status":"failed","from":"+12065550100","to":"+12065550101","error_code":30007} -> 200',
    'POST https://a.example.org/fallback {"CallSid":"C1","AccountSid":"A1","CallStatus":"ringing","ErrorCode":"12100","ErrorUrl":"https://a.example.org/voice"} -> 200',
  ],
  lookAlikes: [
    'GET /api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Messages/M1 -> 200 {"sid":"M1","status":"delivered","error_code":null}',
    'GET /api/laml/2010-04-01/Accounts/11111111-2222-4333-8444-555555555555/Messages/M1 -> 200 {"sid":"M1","status":"delivered","body":"error_code 30007"}',
    'POST https://a.example.org/sms {"project_id":"P","id":"M1","status":"delivered","from":"+12065550100","to":"+12065550101","error_code":null} -> 200',
  ],
  find: ({ exchanges, webhooks }) => [
    ...reportedErrors(exchanges, webhooks),
    ...exchanges.flatMap((at): Hit[] => {
      if (!at.call || !isDone(at) || !isObject(at.answer)) return [];
      const { error_code: code, error_message: message, status } = at.answer;
      if ((typeof code !== 'string' && typeof code !== 'number') || code === '' || code === 0) return [];
      const text = typeof message === 'string' && message !== '' ? `: “${message}”` : '';
      const state = typeof status === 'string' && NOT_DELIVERED.test(status) ? `was not delivered (${status}). It` : '';
      return [
        {
          at,
          field: 'error_code',
          level: 'certain',
          cause: `the resource ${state} has error ${code}${text}`.replace('  ', ' '),
        },
      ];
    }),
  ],
};

/** A callback reports the failure of a message, which the request that sent it does not show. */
function reportedErrors(exchanges: Story['exchanges'], webhooks: Story['webhooks']): Hit[] {
  const senders = new Map<unknown, Exchange>();
  for (const one of exchanges)
    if (isDone(one) && isObject(one.answer) && one.entry.request.method === 'POST')
      senders.set(one.answer.sid ?? one.answer.id, one);
  return webhooks.flatMap(({ number, entry }): Hit[] => {
    const fields = fieldsIn(entry.request.body);
    const [code, status] = [
      fields.ErrorCode ?? fields.error_code,
      fields.MessageStatus ?? fields.SmsStatus ?? fields.status,
    ];
    const document = typeof fields.ErrorUrl === 'string' && fields.ErrorUrl !== '' ? fields.ErrorUrl : undefined;
    const isLost = NOT_DELIVERED.test(String(status));
    if (!/^[1-9]\d*$/.test(String(code)) || (!isLost && document === undefined)) return [];
    const sender = senders.get(fields.MessageSid ?? fields.SmsSid ?? fields.id);
    const url = new URL(entry.request.url);
    return [
      {
        at: sender ?? webhookExchange(number, entry),
        level: 'certain',
        cause: isLost
          ? `the message was not delivered: webhook ${number} reports ${status}, with error ${code}`
          : `the platform could not use what ${document} answered: webhook ${number} reports error ${code}`,
        ...(!sender && {
          webhook: {
            exchange: number,
            request: `${entry.request.method} ${url.host}${url.pathname}`,
            status: entry.response?.status ?? 0,
          },
        }),
      },
    ];
  });
}

function fieldsIn(body: Parameters<typeof textOf>[0]): Readonly<Record<string, unknown>> {
  const text = textOf(body);
  const json = bodyJson(text);
  return isPlain(json) ? json : Object.fromEntries(formPairs(text) ?? []);
}

/** A caller cannot wait in a queue that has as many members as it may have. */
export const fullQueue: Trap = {
  name: 'full-queue',
  summary: 'A caller was not put into a queue, because the queue was full.',
  examples: [
    `curl https://acme.example.com/api/relay/rest/queues/Q1 -X PUT --json '{"max_size":2}'
HTTP/1.1 200 OK

{"id":"Q1","max_size":2}
curl https://acme.example.com/api/relay/rest/phone_numbers/N1 -X PUT --json '{"call_request_url":"https://ivr.example.org/done"}'
HTTP/1.1 200 OK

{"id":"N1"}
curl https://ivr.example.org/done -d 'QueueResult=queue-full'
HTTP/1.1 200 OK

`,
  ],
  lookAlikes: [
    `curl https://acme.example.com/api/relay/rest/queues/Q1 -X PUT --json '{"max_size":2}'
HTTP/1.1 200 OK

{"id":"Q1","max_size":2}
curl https://acme.example.com/api/relay/rest/phone_numbers/N1 -X PUT --json '{"call_request_url":"https://ivr.example.org/done"}'
HTTP/1.1 200 OK

{"id":"N1"}
curl https://ivr.example.org/done -d 'QueueResult=hangup'
HTTP/1.1 200 OK

`,
    'PUT /api/relay/rest/queues/Q1 {"name":"queue-full","max_size":2} -> 200',
  ],
  find: ({ exchanges, webhooks }) =>
    webhooks.flatMap(({ number, entry }): Hit[] => {
      const { body } = entry.request;
      const fields = body && 'text' in body ? Object.fromEntries(formPairs(body.text) ?? []) : {};
      if (fields.QueueResult !== 'queue-full') return [];
      const queue = fields.QueueSid;
      const naming = exchanges.filter((one) => one.call && isOfQueue(one, queue));
      const setting = lastBefore(
        naming.filter(({ fields }) => 'max_size' in fields || 'MaxSize' in fields),
        number,
      );
      const at =
        setting ??
        lastBefore(naming, number) ??
        lastBefore(
          exchanges.filter(({ call }) => call),
          number,
        );
      if (!at) return [];
      const size = at.fields.max_size ?? at.fields.MaxSize;
      return [
        {
          at,
          field: 'max_size',
          level: 'certain',
          cause: `the queue was full, so the caller was not put into it (webhook ${number}: QueueResult is queue-full)`,
          facts: size === undefined ? [] : [`Its max_size is ${size}.`],
        },
      ];
    }),
};

const isOfQueue = ({ call, answer }: Exchange, queue: string | undefined) =>
  /queues\./.test(call?.operation ?? '') &&
  (queue === undefined ||
    call?.args.includes(queue) === true ||
    (isObject(answer) && (answer.id ?? answer.sid) === queue));

/** A number keeps pointing to what answered it. */
export const deletedHandler: Trap = {
  name: 'deleted-handler',
  summary: 'A resource that answers the calls of a number was deleted.',
  examples: [
    `PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"ai_agent","call_ai_agent_id":"A1"} -> 200 {"id":"N1","number":"+12065550100"}
DELETE /api/fabric/resources/ai_agents/A1 -> 204`,
  ],
  lookAlikes: [
    `PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"ai_agent","call_ai_agent_id":"A1"} -> 200 {"id":"N1","number":"+12065550100"}
DELETE /api/fabric/resources/ai_agents/A2 -> 204`,
    `PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"ai_agent","call_ai_agent_id":"A1"} -> 200 {"id":"N1","number":"+12065550100"}
PUT /api/relay/rest/phone_numbers/N1 {"call_handler":"ai_agent","call_ai_agent_id":"A2"} -> 200 {"id":"N1","number":"+12065550100"}
DELETE /api/fabric/resources/ai_agents/A1 -> 204`,
  ],
  find: ({ exchanges }) => {
    const boundTo = new Map<string, { readonly number: unknown; readonly at: Exchange }>();
    const deleted: { readonly at: Exchange; readonly id: string }[] = [];
    for (const one of exchanges) {
      if (!isDone(one)) continue;
      const id = one.call?.args.at(-1);
      if (one.entry.request.method === 'DELETE' && typeof id === 'string') deleted.push({ at: one, id });
      for (const [number, fields] of numbersIn(one)) {
        for (const [bound, { number: owner }] of boundTo) if (owner === number) boundTo.delete(bound);
        for (const { name, text } of textsIn(fields))
          if (/^(?:calling_handler_resource_id|call_ai_agent_id|call_flow_id|call_laml_application_id)$/.test(name))
            boundTo.set(text, { number, at: one });
      }
    }
    return deleted.flatMap(({ at, id }): Hit[] => {
      const bound = boundTo.get(id);
      if (!bound) return [];
      const cause = `this deletes what answers the calls of a number (exchange ${bound.at.number}), and the number is still bound to it`;
      return [
        { at, level: 'likely', cause, facts: ['Bind the number to another resource. Until then, its calls may fail.'] },
      ];
    });
  },
};

function numbersIn({ call, answer, fields }: Exchange): [unknown, unknown][] {
  if (call?.row.route.includes('/phone_numbers/') !== true && !/phone_numbers\./.test(call?.operation ?? '')) return [];
  if (!isObject(answer)) return [];
  const items = Array.isArray(answer.data) ? answer.data.filter(isObject) : [answer];
  return items.flatMap((item): [unknown, unknown][] =>
    item.id === undefined ? [] : [[item.id, { ...fields, ...item }]],
  );
}

/** A version can be stored once. */
export const staleVersion: Trap = {
  name: 'stale-version',
  summary: 'An update sent a version that is not the next one.',
  examples: [
    `PUT /api/fabric/resources/call_flows/F1 {"document_version":7} -> 200 {"call_flow":{"document_version":7}}
PUT /api/fabric/resources/call_flows/F1 {"document_version":7} -> 422 {"errors":[{"code":"x","message":"document_version is not the next version"}]}`,
  ],
  lookAlikes: [
    `PUT /api/fabric/resources/call_flows/F1 {"document_version":7} -> 200 {"call_flow":{"document_version":7}}
PUT /api/fabric/resources/call_flows/F1 {"document_version":8} -> 200`,
    `PUT /api/fabric/resources/call_flows/F1 {"document_version":7} -> 200 {"call_flow":{"document_version":7}}
PUT /api/fabric/resources/call_flows/F2 {"document_version":7} -> 422 {"errors":[{"code":"x","message":"document_version is not the next version"}]}`,
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      const version = at.fields.document_version;
      if (!at.call || at.status !== 422 || typeof version !== 'number') return [];
      if (!readErrorBody(at.answer).errors.some(({ message }) => /document_version|version/.test(message))) return [];
      const id = at.call.args[0];
      const known = exchanges.flatMap((one) =>
        one.number < at.number && isDone(one) && one.call?.args[0] === id ? versionsIn(one.answer) : [],
      );
      const current = Math.max(...known);
      if (!Number.isFinite(current) || current + 1 === version) return [];
      const { operation, row, args } = at.call;
      const fields = { ...fieldsOf(at.call), document_version: current + 1 };
      return [
        {
          at,
          field: 'document_version',
          level: 'certain',
          cause: `document_version is ${version}, but the recording shows version ${current} already. The next one is ${current + 1}`,
          fix: { operation, args: [...args.slice(0, row.args.length), fields] },
        },
      ];
    }),
};

const versionsIn = (value: unknown, depth = 0): number[] => {
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'document_version' && typeof one === 'number' ? [one] : versionsIn(one, depth + 1),
  );
};
