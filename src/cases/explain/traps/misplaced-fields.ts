import { operations, type Row, readErrorBody, walkRows } from '../../../client/index.js';
import { isPlain } from '../../../util/index.js';
import { bodyValue } from '../../links/links.js';
import { operationIn } from '../../operation-in.js';
import { type Exchange, isForPlatform } from '../exchange.js';
import { allFieldsOf } from '../field-at-fault.js';
import type { Fix, Hit, Trap } from './trap.js';

/** A required field is in the request, but in a part that the operation does not read. */
export const misplacedField: Trap = {
  name: 'misplaced-field',
  summary: 'A required field is in another part of the request, such as beside `params`, in the query or in a wrapper.',
  examples: [
    'POST /api/calling/calls {"command":"update","id":"C1","params":{"status":"completed"}} -> 422 {"errors":[{"message":"id is required","attribute":"id"}]}',
    'POST /api/calling/calls {"command":"calling.play.stop","params":{"id":"C1","control_id":"a"}} -> 422 {"errors":[{"message":"id is required","attribute":"id"}]}',
    'POST /api/relay/rest/queues?name=a {"max_size":5} -> 422 {"errors":[{"detail":"Name can\'t be blank"}]}',
    'POST /api/relay/rest/queues {"queue":{"name":"a","max_size":5}} -> 422 {"errors":[{"detail":"Name can\'t be blank"}]}',
  ],
  lookAlikes: [
    'POST /api/calling/calls {"command":"update","id":"C1","params":{"id":"C1","status":"x"}} -> 422 {"errors":[{"message":"status is invalid","attribute":"status"}]}',
    'POST /api/calling/calls {"command":"update","id":"C1","params":{"status":"completed"}} -> 200 {"id":"C1"}',
    'POST /api/calling/calls {"command":"update","id":"C1","params":{"status":"completed"}} -> 401',
    'POST /api/relay/rest/queues {"name":"a","labels":{"name":"b"}} -> 422 {"errors":[{"detail":"Name has already been taken"}]}',
    'POST /api/relay/rest/queues {"max_size":5} -> 422 {"errors":[{"detail":"Name can\'t be blank"}]}',
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      if (![400, 404, 422].includes(at.status) || !isForPlatform(at)) return [];
      const operation = at.call?.operation ?? operationIn(at.entry) ?? '';
      const row = ROWS.get(operation);
      const found = row && misplacedIn(at, row);
      if (!found) return [];
      const { field, where, read, args } = found;
      return [
        {
          at,
          field,
          level: isNamed(at, field) ? 'certain' : 'likely',
          cause: `${field} is ${where}, but ${operation} reads it ${read}`,
          ...(args && { fix: { operation, args } satisfies Fix }),
        },
      ];
    }),
};

const ROWS: ReadonlyMap<string, Row> = new Map(walkRows(operations));

/** Whether the response is about the field. The platform writes some names with spaces. */
const isNamed = ({ answer }: Exchange, field: string): boolean =>
  readErrorBody(answer).errors.some(
    ({ attribute, message }) =>
      attribute === field || new RegExp(`^${field.replaceAll('_', '[_ ]')}\\b`, 'i').test(message),
  );

interface Misplaced {
  readonly field: string;
  /** Where the field is, and where the operation reads it. */
  readonly where: string;
  readonly read: string;
  /** The arguments of the call that has the field in the right part. */
  readonly args: readonly unknown[];
}

type Fields = Readonly<Record<string, unknown>>;

function misplacedIn(at: Exchange, row: Row): Misplaced | undefined {
  const body = bodyValue(at.entry.request.body);
  if (row.method === 'GET' || row.method === 'DELETE') return undefined;
  const sent: Fields = isPlain(body) ? body : {};
  return row.params ? beside(row, sent) : (inQuery(at, row, sent) ?? inWrapper(at, row, sent));
}

/** A command has its own fields in `params`. The id of a call is beside them in most commands. */
function beside(row: Row, sent: Fields): Misplaced | undefined {
  const params = isPlain(sent.params) ? sent.params : {};
  const known = allFieldsOf(row);
  const inner = Object.keys(row.needs).find((name) => !(name in params) && name in sent);
  if (inner !== undefined) {
    const moved = Object.entries(sent).filter(([name]) => name in known && name !== 'params');
    const lead = row.lead.flatMap((name) => sent[row.wire?.[name] ?? name] ?? []);
    const args = [...lead, { ...Object.fromEntries(moved), ...params }];
    return { field: inner, where: 'beside the command', read: 'in params', args };
  }
  const [lead] = row.lead;
  const wire = lead === undefined ? undefined : (row.wire?.[lead] ?? lead);
  if (lead === undefined || wire === undefined || wire in sent) return undefined;
  const name = [wire, lead].find((one) => typeof params[one] === 'string' && !(one in known));
  if (name === undefined) return undefined;
  const { [name]: id, ...rest } = params;
  return { field: wire, where: 'in params', read: 'beside the command', args: [id, ...argumentOf(rest)] };
}

const argumentOf = (fields: Fields): Fields[] => (Object.keys(fields).length > 0 ? [fields] : []);

/** The fields that the body does not have, and that are required or named by the response. */
const missingIn = (at: Exchange, row: Row, sent: Fields): string[] =>
  Object.keys(allFieldsOf(row)).filter((name) => !(name in sent) && (name in row.needs || isNamed(at, name)));

function inQuery(at: Exchange, row: Row, sent: Fields): Misplaced | undefined {
  const { url, call } = at;
  const field = missingIn(at, row, sent).find((name) => url.searchParams.has(name));
  if (field === undefined || !call) return undefined;
  const query = Object.fromEntries([...url.searchParams].filter(([name]) => name in allFieldsOf(row)));
  const args = [...call.args.slice(0, row.args.length), { ...query, ...sent }];
  return { field, where: 'in the query', read: 'in the body', args };
}

/** Frameworks wrap the fields of a resource in an object with its name: `{ queue: { name: … } }`. */
function inWrapper(at: Exchange, row: Row, sent: Fields): Misplaced | undefined {
  const { call } = at;
  const known = allFieldsOf(row);
  for (const field of missingIn(at, row, sent))
    for (const [name, inner] of Object.entries(sent)) {
      if (name in known || !isPlain(inner) || !(field in inner) || !call) continue;
      const { [name]: _, ...rest } = sent;
      const args = [...call.args.slice(0, row.args.length), { ...rest, ...inner }];
      return { field, where: `inside ${name}`, read: 'at the top level of the body', args };
    }
  return undefined;
}
