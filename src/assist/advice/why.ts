import { PlatformRestError, type Row, usageOf } from '../../client/index.js';
import { Interrupted } from '../../eval/index.js';
import { nearest, type SheetPart } from '../../util/index.js';
import { find } from '../complete/from-rows.js';
import { exampleCall } from '../help/example.js';
import { sampleOf } from '../help/sample.js';

interface Known {
  /** The advice that was shown under the error. */
  readonly advice?: readonly string[];
  /** A configured fault of the sandbox caused the error. */
  readonly isFault?: boolean;
}

/** Explains an error: what went wrong, and what to do next. */
export function explainError(error: unknown, { advice = [], isFault = false }: Known = {}): SheetPart[] {
  if (error instanceof PlatformRestError) return platformError(error, advice, isFault);
  if (error instanceof Interrupted)
    return [
      { title: 'Ctrl-C stopped the input.' },
      'What it had declared and done until then stays. A request that was under way may have arrived all the same: .last shows the latest.',
    ];
  if (error instanceof Error)
    return [
      { title: error.name },
      error.message,
      ...(error.name === 'TypeError' && /is not a function|of undefined|of null/.test(error.message)
        ? ['Most often an `await` is missing, or a name is misspelt: look at the value with its name alone.']
        : []),
      ...adviceLines(advice),
    ];
  return ['What was thrown is no error: it is in _err.'];
}

const adviceLines = (advice: readonly string[]): SheetPart[] =>
  advice.length > 0 ? [{ lines: advice.map((line) => `→ ${line}`), of: 'words' }] : [];

function platformError(error: PlatformRestError, advice: readonly string[], isFault: boolean): SheetPart[] {
  const { status, operation, errors, retry_after, attempts } = error;
  const row = operation === undefined ? undefined : (find(operation.split('.')) as Row | undefined);
  // Leaves out messages that the first line already contains.
  const complaints = errors.filter(({ attribute, message }) => attribute || !error.message.includes(message));
  return [
    { title: error.message },
    isFault
      ? 'The sandbox fails here because it was told to. `.sandbox faults` lists what fails on purpose, `.sandbox faults clear` ends it.'
      : meaning(status, attempts),
    ...(complaints.length > 0
      ? [
          {
            pairs: complaints.map(({ attribute, message, code }): [string, string] => [
              attribute ?? code ?? 'it',
              [message, allowed(row, attribute)].filter(Boolean).join(' '),
            ]),
          },
        ]
      : []),
    ...(typeof retry_after === 'number' ? [`Try again in ${retry_after} s.`] : []),
    ...(row && operation && (status === 422 || status === 400)
      ? [
          { title: 'A call that is accepted' },
          { lines: exampleCall(operation, row, spokenOf(row, error)), of: 'TypeScript' as const },
          `More: platform.${operation}?`,
        ]
      : []),
    ...(row && operation && status === 404 ? [`${listOf(operation)} shows what there is.`] : []),
    ...adviceLines(advice.filter((line) => line.startsWith('try: '))),
    'The request and its answer: .last, and .curl for a bug report.',
  ];
}

function meaning(status: number, attempts: number): string {
  const tried = attempts > 1 ? ` It was tried ${attempts} times.` : '';
  if (status === 0) return `No answer came: the network, the host name, or a time limit.${tried}`;
  if (status === 401)
    return 'The platform does not know these credentials. `patchbay doctor` says which are used and where they come from.';
  if (status === 403) return 'The token may not do this: it lacks a permission.';
  if (status === 404)
    return 'There is nothing with that id: it belongs to another kind of thing or another project, or it was deleted.';
  if (status === 409) return 'It does not fit the state of the thing now: look at it first.';
  if (status === 429) return `Too many requests.${tried}`;
  if (status === 501) return 'The sandbox does not simulate this; the platform itself may do it.';
  if (status >= 500) return `The platform failed, not you.${tried}`;
  return 'The platform read the request and refuses it: a field is missing or wrong.';
}

/** Returns the fields that the error messages name, each with the value that they mention, or else a sample value. */
export function spokenOf(row: Row, { errors }: PlatformRestError): Record<string, unknown> {
  const says = errors.map(({ attribute = '', message }) => `${attribute} ${message}`).join(' ');
  const words = new Set(says.match(/\w+/g));
  const fields = Object.entries({ ...row.needs, ...row.takes }).filter(([name]) => words.has(name));
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      field.values?.find((value) => words.has(String(value))) ?? sampleOf(name, field),
    ]),
  );
}

/** Returns the allowed values of a field, or suggests a known field for an unknown one. */
function allowed(row: Row | undefined, attribute: string | null | undefined): string {
  const field = attribute && row ? (row.needs[attribute] ?? row.takes[attribute]) : undefined;
  if (field?.values) return `It may be ${field.values.join(', ')}.`;
  if (!row || !attribute || field) return '';
  const meant = nearest(attribute, [...Object.keys(row.needs), ...Object.keys(row.takes)]);
  return meant ? `Did you mean ${meant}?` : '';
}

/** Returns the call that lists such resources, or the help query of the namespace if it has no list. */
function listOf(operation: string): string {
  const parent = operation.split('.').slice(0, -1);
  const node = find([...parent, 'list']);
  return node
    ? `await platform.${usageOf([...parent, 'list'].join('.'), node as Row).replace('{…}', '')}`
    : `platform.${parent.join('.')}?`;
}
