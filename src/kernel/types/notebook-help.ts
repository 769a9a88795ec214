import { type Outcome, parseInput } from '../../bench/index.js';
import { Sheet } from '../../show/index.js';
import type { SheetPart } from '../../util/index.js';

/** Help on the names that cells have in addition to those of the bench: usage, description and example. */
const NAMES: Readonly<Record<string, readonly SheetPart[]>> = {
  display: [
    { lines: ['display(value)'] },
    'Shows a value below the cell, wherever in the cell it stands: pages and lists as tables, a number with its routing, a call as a timeline.',
    { lines: ['for (const number of (await platform.phone_numbers.list()).data) display(number)'] },
  ],
  'display.progress': [
    { lines: ['display.progress(label, total?)'] },
    'A bar that fills in place; without a total only a count. step() says that one more is done, step(5) five more, at(7) seven in all.',
    { lines: ["const bar = display.progress('Calls', 10)", 'bar.step()'] },
  ],
  input: [
    { lines: ['await input(prompt?, { password: true }?)'] },
    'Asks whoever sits at the notebook for a line of text. A password is not shown while it is typed. It fails where nobody can answer, as under nbconvert.',
    { lines: ["const name = await input('Your name: ')"] },
  ],
  use: [
    { lines: ["await use('sandbox')", "await use({ replay: 'lesson.yaml' })", "await use('live')"] },
    'Says where requests go from now on. A replay goes on in the sandbox where it is left. Live needs a kernel that was installed with patchbay kernel install --live.',
  ],
};

type Peek = (name: string) => PropertyDescriptor | undefined;

/** Returns the help on a name that only notebooks have, unless the user has redefined the name. */
export function notebookHelp(name: string, peek: Peek): readonly SheetPart[] | undefined {
  if (!Object.hasOwn(NAMES, name)) return undefined;
  const root = name.split('.', 1)[0] as string;
  const inScope = peek(root);
  return !inScope || inScope.value === (globalThis as Record<string, unknown>)[root] ? NAMES[name] : undefined;
}

const AT_THE_PROMPT = new Set(['.clear', '.exit', '.history', '.save']);

/** Adapts the outcome of a bench command to notebooks, because the bench's texts describe the prompt. */
export function inNotebook(source: string, outcome: Outcome, peek: Peek): Outcome {
  const parsed = parseInput(source);
  const { name, words } = parsed.kind === 'command' ? parsed.command : { name: '', words: [] };
  const topic = parsed.kind === 'help' ? parsed.topic : name === '.help' && words.length === 1 ? words[0] : undefined;
  const own = topic === undefined ? undefined : notebookHelp(topic, peek);
  if (own) return { ok: true, value: new Sheet(own) };
  if (name === '.help' && words.length === 0 && outcome.ok && outcome.value instanceof Sheet)
    return { ok: true, value: overview(outcome.value) };
  if (name === '.mode' && words[0] === 'live' && !outcome.ok) return { ok: false, error: new TypeError(GOES_LIVE) };
  return outcome;
}

const GOES_LIVE =
  "a notebook goes live with await use('live'), in a kernel that was installed with patchbay kernel install --live";

function overview({ parts }: Sheet): Sheet {
  const [, ...rest] = parts;
  return new Sheet([
    'Type TypeScript; await works everywhere. Tab completes, Shift-Tab explains, and so does a ? behind a name. Stop a cell in the Kernel menu.',
    { title: 'In notebooks' },
    {
      pairs: Object.values(NAMES).flatMap(([first, says]) =>
        linesOf(first).map((line) => [line, String(says)] as const),
      ),
    },
    ...rest.map(withoutPrompt),
  ]);
}

const linesOf = (part: SheetPart | undefined) =>
  typeof part === 'object' && 'lines' in part ? part.lines.slice(0, 1) : [];

function withoutPrompt(part: SheetPart): SheetPart {
  if (typeof part === 'string' || !('pairs' in part)) return part;
  return { pairs: part.pairs.filter(([left]) => !AT_THE_PROMPT.has(left.split(' ', 1)[0] as string)) };
}
