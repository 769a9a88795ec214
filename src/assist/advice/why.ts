import { PlatformRestError, type Row } from '../../client/index.js';
import { Interrupted } from '../../eval/index.js';
import { nearest, type SheetPart } from '../../util/index.js';
import { find } from '../complete/row-fields.js';
import { exampleCall } from '../trial/example.js';
import { listFor } from '../trial/list-for.js';
import { mentionedFields } from '../trial/mentioned-fields.js';
import { meaningOf } from './status-meanings.js';

interface Context {
  readonly advice?: readonly string[];
  readonly isFault?: boolean;
}

export function explainError(error: unknown, { advice = [], isFault = false }: Context = {}): SheetPart[] {
  if (error instanceof PlatformRestError) return platformError(error, advice, isFault);
  if (error instanceof Interrupted)
    return [
      { title: 'Ctrl-C stopped the input.' },
      'Its declarations and effects up to that point remain. The platform may have received the pending request. Type .last to see it.',
    ];
  if (error instanceof Error)
    return [
      { title: error.name },
      error.message,
      ...(error.name === 'TypeError' && /is not a function|of undefined|of null/.test(error.message)
        ? ['Usually an `await` is missing or a name is misspelt. Type the name of the value to inspect it.']
        : []),
      ...adviceLines(advice),
    ];
  return ['The thrown value is not an error. It is in _err.'];
}

const A_CALL = /^(?:try: |corrected call|example)/;
/** The advice that the explanation does not give in its own words. */
const IN_DETAIL =
  /^(?:the sandbox refused it: |corrected call|example|changed|rename )|, not an id\. Its id is | is the id of /;
const CHANGES = /^(?:changed|rename )/;

const adviceLines = (advice: readonly string[]): SheetPart[] =>
  advice.length > 0 ? [{ lines: advice.map((line) => `→ ${line}`), of: 'words' }] : [];

function platformError(error: PlatformRestError, advice: readonly string[], isFault: boolean): SheetPart[] {
  const { status, operation, errors, retry_after } = error;
  const row = operation === undefined ? undefined : (find(operation.split('.')) as Row | undefined);
  const isRefused = row !== undefined && operation !== undefined && (status === 422 || status === 400);
  const corrected = advice.find((line) => line.startsWith('try: '))?.slice('try: '.length);
  const list = row && operation ? listFor(operation, row.args[0]) : undefined;
  // Leaves out messages that the first line already contains.
  const details = errors.filter(
    ({ attribute, message }) =>
      !error.message.includes(message) ||
      (attribute && !message.startsWith(attribute)) ||
      allowed(row, attribute) !== '',
  );
  return [
    { title: error.message },
    isFault
      ? 'The sandbox failed because of a configured fault. Type `.sandbox faults` to list the faults, or `.sandbox faults clear` to remove them.'
      : meaningOf(error),
    ...(details.length > 0
      ? [
          {
            pairs: details.map(({ attribute, message, code }): [string, string] => [
              attribute ?? code ?? 'error',
              [message, allowed(row, attribute)].filter(Boolean).join(' '),
            ]),
          },
        ]
      : []),
    ...(typeof retry_after === 'number' ? [`Try again in ${retry_after} s.`] : []),
    ...adviceLines(advice.filter((line) => IN_DETAIL.test(line) && !CHANGES.test(line))),
    ...(corrected === undefined
      ? []
      : [{ title: 'The corrected call' }, { lines: [corrected], of: 'TypeScript' as const }]),
    ...adviceLines(advice.filter((line) => CHANGES.test(line))),
    ...(isRefused && row.free && !advice.some((line) => A_CALL.test(line))
      ? [
          { title: 'An example, not tried' },
          { lines: exampleCall(operation, row, mentionedFields(row, error)), of: 'TypeScript' as const },
        ]
      : []),
    ...(isRefused ? [`For help, type platform.${operation}?`] : []),
    ...(row && operation && status === 404
      ? [
          list && list.name !== operation
            ? `To list the ids, run await platform.${list.name}()`
            : `For help, type platform.${operation}?`,
        ]
      : []),
    ...(error.code === 'not_allowed'
      ? []
      : ['Type .last to see the request and the response, or .curl to report a bug.']),
  ];
}

/** Returns the allowed values of a field, or suggests a known field for an unknown one. */
function allowed(row: Row | undefined, attribute: string | null | undefined): string {
  const field = attribute && row ? (row.needs[attribute] ?? row.takes[attribute]) : undefined;
  if (field?.values) return `Use one of ${field.values.join(', ')}.`;
  if (!row || !attribute || field) return '';
  const similar = nearest(attribute, [...Object.keys(row.needs), ...Object.keys(row.takes)]);
  return similar ? `Did you mean ${similar}?` : '';
}
