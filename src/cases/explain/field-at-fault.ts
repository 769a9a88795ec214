import { fieldDescription, fieldOf, invoke, meaningOf, problemIn } from '../../assist/index.js';
import type { CassetteEntry } from '../../cassette/index.js';
import { type AnyField, type PlatformRestError, RestClient, type Row, unknownIn } from '../../client/index.js';
import type { Call } from '../call-of.js';
import { type Exchange, isObject } from './exchange.js';
import type { Level } from './traps/trap.js';

/** What a failed request did wrong, according to its response and its row. */
export interface FieldAtFault {
  /** The path of the field, or the name of the path parameter. */
  readonly field: string | undefined;
  readonly cause: string;
  readonly level: Level;
  readonly facts: readonly string[];
  /** The error of the client's own check, which runs before a request is sent. */
  readonly checked: TypeError | undefined;
}

/** Finds the field in the error body, or else by validating the request against its row. */
export function fieldAtFault(
  exchange: Exchange,
  call: Call,
  error: PlatformRestError,
  isKnownId: (id: string) => boolean,
): FieldAtFault {
  const { row, operation } = call;
  const isRejected = [400, 409, 422].includes(error.status);
  const isUnknown = isRejected && hasNoBody(exchange);
  if (isUnknown && exchange.entry.unanswered)
    return {
      field: undefined,
      cause: NO_BODY,
      level: 'possible',
      facts: [`${operation}: ${row.help}`],
      checked: undefined,
    };
  const checked = isRejected && !isUnknown ? checkOf(call) : undefined;
  const problem = checked && problemIn(checked);
  const named = error.errors.flatMap((one) => fieldOf(one, row) ?? []);
  const fault =
    named[0] ?? (problem?.field || (error.status === 404 ? unknownId(call, isKnownId) : mentionedIn(error, row)));
  const field = fault === undefined ? undefined : nameSent(row, fault);
  const message = [...new Set(error.errors.map(({ message }) => message))].join('; ');
  const cause = causeOf(exchange, { message, field });
  return {
    field,
    checked,
    cause,
    level:
      error.errors.some(({ attribute }) => attribute !== undefined) && message !== ''
        ? 'certain'
        : field !== undefined && isRejected
          ? 'likely'
          : levelOf(error, message),
    facts: [
      `${operation}: ${row.help}`,
      ...(isUnknown && field === undefined ? [NO_BODY] : []),
      ...(problem && problem.message !== '' ? [`${problem.field} ${problem.message}`] : []),
      ...fieldFacts(row, field),
      ...(isRejected ? unknownIn(row, fieldsOf(call)) : []),
      ...(row.deprecated ? [`${operation} is deprecated: ${row.deprecated}`] : []),
      ...(message === '' || !isRejected || SHORT.test(message) ? [meaningOf(error)] : []),
    ].filter((fact) => fact !== cause),
  };
}

export const NO_BODY =
  'the recording has no body of this request: either none was sent, or the material of the import does not have it';
/** An import can lack the body. */
export const noReason = ({ response }: CassetteEntry): string =>
  response?.body === undefined
    ? 'the recording has no body of the response, so the reason is not known'
    : 'the response gives no reason';

/** A log seldom has the body of a request. What the request lacked is then not known. */
export const hasNoBody = ({ entry: { request } }: Exchange): boolean =>
  ['POST', 'PUT', 'PATCH'].includes(request.method) && request.body === undefined;

/** A reason phrase gives no reason. */
const SHORT = /^(?:Bad Request|Unprocessable Entity|Conflict|Error \d+)$/;

/** The status alone names a kind of cause. */
const levelOf = ({ status }: PlatformRestError, message: string): Level =>
  status === 403 || (status >= 500 && message !== '') ? 'likely' : 'possible';

/** Runs the check of the client without sending anything. */
function checkOf({ operation, args }: Call): TypeError | undefined {
  const client = new RestClient({ project: 'p', token: 'PT', host: 'check.invalid', on_notice: () => {} });
  try {
    invoke(client.dry, { path: operation.split('.'), args });
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error : undefined;
  }
}

/** The object of fields of a call. */
export function fieldsOf({ row, args }: Call): Readonly<Record<string, unknown>> {
  const fields = args[row.args.length];
  return isObject(fields) ? fields : {};
}

/** The first path parameter, or else the first id in a field, whose value no response of the case had. */
function unknownId(call: Call, isKnownId: (id: string) => boolean): string | undefined {
  const { row, args } = call;
  const ids = row.args.flatMap(({ name }, index) =>
    typeof args[index] === 'string' ? [{ name, id: args[index] }] : [],
  );
  const fields = Object.entries(fieldsOf(call)).flatMap(([name, id]) =>
    /_id$/.test(name) && typeof id === 'string' ? [{ name, id }] : [],
  );
  return [...ids, ...fields].find(({ id }) => !isKnownId(id))?.name;
}

/** The name of an argument in the body, such as `id` for the `call_id` of a command for a call. */
export const nameSent = ({ lead, wire = {} }: Row, name: string): string =>
  lead.includes(name) && Object.hasOwn(wire, name) ? (wire[name] ?? name) : name;

/** A field that an error message mentions anywhere. */
function mentionedIn({ errors }: PlatformRestError, row: Row): string | undefined {
  const words = new Set(errors.flatMap(({ message }) => message.match(/\w+/g) ?? []));
  return [...Object.keys(allFieldsOf(row)), ...row.args.map(({ name }) => name)].find((name) => words.has(name));
}

function causeOf(
  { status, entry }: Exchange,
  { message, field }: { message: string; field: string | undefined },
): string {
  if (status === 0) return `there was no response${reasonOf(entry)}`;
  const about = field === undefined || message.includes(field) ? '' : `${field}: `;
  if (message !== '') return about + message;
  return about + noReason(entry);
}

/** The kind of failure, unless an import guessed it: then the words of the program are all that is known. */
function reasonOf({ fault, code, message }: CassetteEntry): string {
  if (fault === undefined || message !== undefined) return '';
  return fault === 'aborted' && code === undefined ? ', and the recording has no reason' : ` (${fault})`;
}

export const allFieldsOf = ({ needs, takes, variants = [] }: Row): Readonly<Record<string, AnyField>> =>
  Object.assign({}, ...variants.map((one) => ({ ...one.takes, ...one.needs })), takes, needs);

/** What the row says about a field or a path parameter. */
function fieldFacts(row: Row, path: string | undefined): string[] {
  const [name = ''] = path?.match(/^\w+/) ?? [];
  const field = allFieldsOf(row)[name];
  const argument = row.args.find((one) => nameSent(row, one.name) === name);
  if (field) {
    const isNeeded = name in row.needs || (row.variants ?? []).some(({ needs = {} }) => name in needs);
    return [`${name}: ${fieldDescription(field, isNeeded)}`];
  }
  return argument ? [`${name}: ${argument.doc}`] : [];
}
