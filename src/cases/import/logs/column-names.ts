/** The names of the columns that have one meaning in the tables of log services, load tests and ticket systems. */
const COLUMNS: readonly (readonly [field: string, names: RegExp])[] = [
  ['method', /^(?:(?:http|request)?_?method|(?:http_?)?verb|http_?methode|methode)$/],
  ['url', /^(?:(?:request|full|http)?_?ur[li]|address|adresse|endpoint|request_?(?:path|uri)|path|pfad)$/],
  ['status', /^(?:(?:http_?)?(?:response_?|result_?|status_?)?code|(?:http_?)?status(?:_?code)?|rc|antwort_?code)$/],
  ['error_code', /^error_?code$/],
  ['error_message', /^error_?message$/],
  ['time', /^(?:time_?stamp(?:_utc)?|time|date_?time|zeit(?:punkt|stempel)?|datum)$/],
  ['request_body', /^(?:request_?(?:body|payload)|sent|gesendet|anfrage|payload)$/],
  ['response_body', /^(?:response_?(?:body|payload|data)?|received|empfangen|antwort)$/],
];

/** The name of a column as a word: `timestamp [UTC]` becomes `timestamp_utc`. */
const wordOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');

/** The field that a column has. Undefined if its name says nothing certain, or two columns have the same meaning. */
export function fieldsOfColumns(names: readonly string[]): readonly (string | undefined)[] {
  const fields: (string | undefined)[] = names.map(
    (name) => COLUMNS.find(([, pattern]) => pattern.test(wordOf(name)))?.[0],
  );
  // A column `http` is that of the status, or of the version. Beside it, a column `code` has the code of an error.
  const [short, code] = ['http', 'code'].map((word) => names.findIndex((name) => wordOf(name) === word));
  const known = fields.indexOf('status');
  if (short !== undefined && short >= 0 && (known < 0 || known === code)) {
    fields[short] = 'status';
    if (code !== undefined && code >= 0) fields[code] = 'error_code';
  }
  return fields.map((field, index) => (fields.indexOf(field) === index ? field : undefined));
}

const REQUEST = /^(GET|POST|PUT|PATCH|DELETE|HEAD) (https?:\/\/\S+|\/\S*)$/;
const TIME_OF_US = /^(\d{1,2})\/(\d{1,2})\/(\d{4}),? (\d{1,2}):(\d\d):(\d\d(?:\.\d+)?) ([AP]M)$/;
const TIME_OF_GERMANY = /^(\d{1,2})\.(\d{1,2})\.(\d{4}),? (\d{1,2}):(\d\d)(?::(\d\d(?:\.\d+)?))?$/;

/**
 * A row as a record with the fields of a request. The method can be in a cell with the path, `GET /api/…`, and the
 * address in any other cell: a table has one address with that path.
 */
export function recordOfRow(
  fields: readonly (string | undefined)[],
  cells: readonly string[],
): Readonly<Record<string, unknown>> {
  const record: Record<string, unknown> = {};
  for (const [i, field] of fields.entries()) if (field !== undefined && cells[i] !== '') record[field] = cells[i];
  const [, method, path] = cells.map((cell) => REQUEST.exec(cell)).find((one) => one !== null) ?? [];
  if (method !== undefined && path !== undefined && record.method === undefined) {
    record.method = method;
    record.url = cells.find((cell) => URL.canParse(cell) && /^https?:/.test(cell) && cell.includes(path)) ?? path;
  }
  if (typeof record.time === 'string') record.time = plainTime(record.time);
  // The error of a resource in columns of their own, such as that of a message that was not delivered.
  const { error_code, error_message, ...rest } = record;
  if (rest.response_body === undefined && /^\d{4,5}$/.test(String(error_code)))
    rest.response_body = { error_code: Number(error_code), ...(error_message !== undefined && { error_message }) };
  return rest;
}

/** The order of the day and the month is certain only where the form has AM and PM, or points. */
function plainTime(time: string): string {
  const us = TIME_OF_US.exec(time);
  if (us) {
    const [, month = '', day = '', year, hour = '', minute, second, half] = us;
    const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
    return `${year}-${two(month)}-${two(day)}T${two(String(hours))}:${minute}:${second}Z`;
  }
  const german = TIME_OF_GERMANY.exec(time);
  if (!german) return time;
  const [, day = '', month = '', year, hour = '', minute, second = '00'] = german;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}Z`;
}

const two = (text: string): string => text.padStart(2, '0');
