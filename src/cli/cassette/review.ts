import { replacedLines } from '../../cases/index.js';
import { redactCassette } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { HOW_TO_KEEP } from '../../commands/index.js';
import { KnownSecrets, REVIEW_GROUPS, type Undecided } from '../../redact/index.js';
import { cleanLine, Sheet, showText } from '../../show/index.js';
import { assertNoLink, Mistake } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';
import { writeErr } from '../output.js';
import { pressedKey } from '../pressed-key.js';
import {
  beginReview,
  beginsGroup,
  currentItem,
  groupOf,
  keptTexts,
  type ReviewAction,
  type ReviewState,
  reduce,
} from './review-state.js';

/** The keys, with the action and the help of each. */
const KEYS: readonly (readonly [key: string, action: ReviewAction | 'keys', help: string])[] = [
  ['r', 'replace', 'replace it everywhere'],
  ['k', 'keep', 'keep it'],
  ['g', 'replace group', 'replace the rest of the group'],
  ['h', 'keep group', 'keep the rest of the group'],
  ['a', 'replace all', 'replace all that is left'],
  ['u', 'back', 'undo the last decision'],
  ['q', 'cancel', 'quit and write nothing'],
  ['?', 'keys', 'list these keys'],
];

const isTerminal = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY);

/** Whether to ask. Pasted text comes through the terminal, so nothing is left to read keys from. */
export function canReview(isRequired: boolean | undefined, files: readonly string[]): boolean {
  const isPasted = files.includes('-');
  if (isRequired && isPasted)
    throw new UsageError('--review reads keys, so it cannot read pasted text. Save the text in a file');
  if (isRequired && !isTerminal())
    throw new UsageError(
      '--review waits for keys, so it needs a terminal. Without --review, everything in doubt is replaced',
    );
  return !isPasted && isTerminal();
}

/** Reviews a recording in place. Without a terminal, everything in doubt is replaced and listed. */
export async function reviewFile(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  assertNoLink(file);
  const secrets = [env[CREDENTIAL_VARIABLES.token], ...new KnownSecrets(env).known];
  const { doubtful } = redactCassette(file, { secrets, dryRun: true, review: { kept: [] } });
  if (doubtful.length === 0) return `${cleanLine(file)}: nothing to review`;
  const kept = isTerminal() ? await reviewOnTerminal(doubtful) : [];
  const { replaced, warnings } = redactCassette(file, { secrets, review: { kept } });
  const report = [
    ...warnings,
    ...replacedLines(replaced, []),
    ...kept.map((text) => `kept: ${text}`),
    ...(isTerminal() ? [] : [HOW_TO_KEEP]),
    `written: ${file}`,
  ];
  return report.map(cleanLine).join('\n');
}

/** Asks about each possible name, address, host and word. Returns the texts to keep. Throws if the user quits. */
export async function reviewOnTerminal(undecided: readonly Undecided[]): Promise<readonly string[]> {
  let state = beginReview(undecided);
  if (state.items.length > 0) show(keysSheet());
  for (let item = currentItem(state); item; item = currentItem(state)) {
    show(new Sheet([questionOf(state, item, columns())]));
    const action = await nextAction();
    if (action === 'keys') show(keysSheet());
    else state = reduce(state, action);
  }
  if (state.isCancelled) throw new Mistake('the review was cancelled, so nothing was written');
  return keptTexts(state);
}

/** A key without an action lists the keys. */
async function nextAction(): Promise<ReviewAction | 'keys'> {
  writeErr(`${KEYS.map(([key]) => key).join(' ')} › `);
  const key = await pressedKey();
  const found = KEYS.find(([name]) => name === key);
  writeErr(`${found ? key : ''}\n`);
  return found?.[1] ?? 'keys';
}

const columns = () => process.stderr.columns || 80;
const show = (sheet: Sheet) => writeErr(`${showText(sheet, { columns: columns() })}\n`);

const keysSheet = (): Sheet => new Sheet([{ pairs: KEYS.map(([key, , help]) => [key, help] as const) }]);

/** The item with its count, below the title of its group. */
export function questionOf(
  state: ReviewState,
  item: Undecided,
  columns: number,
): { readonly lines: readonly string[] } {
  const title = `${REVIEW_GROUPS[item.kind] ?? item.kind} (${groupOf(state, item).length})`;
  const times = item.count === 1 ? 'once' : `${item.count} times`;
  return {
    lines: [
      ...(beginsGroup(state) ? ['', title] : []),
      ...folded(item.text, columns - INDENT - 1),
      ...folded(`${times}, first in ${item.place}`, columns - 2 * INDENT - 1).map((line) => ' '.repeat(INDENT) + line),
    ],
  };
}

/** A sheet indents lines. */
const INDENT = 2;

/** Breaks a text anywhere, because a host has no blanks. */
function folded(text: string, width: number): readonly string[] {
  const chars = [...cleanLine(text)];
  return Array.from({ length: Math.ceil(chars.length / width) }, (_, i) =>
    chars.slice(i * width, (i + 1) * width).join(''),
  );
}
