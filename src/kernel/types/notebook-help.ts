import { type Outcome, parseInput } from '../../bench/index.js';
import { Sheet } from '../../show/index.js';
import { fileInShell, Mistake, type SheetPart } from '../../util/index.js';

const format = (usage: string, what: string, example: string): readonly SheetPart[] => [
  { lines: [usage] },
  `Shows ${what} below the cell.`,
  { lines: [example] },
];

/** Help on the names that cells have in addition to those of the bench: usage, description and example. */
const NAMES: Readonly<Record<string, readonly SheetPart[]>> = {
  display: [
    { lines: ['display(value)'] },
    'Shows a value below the cell. You can call it on any line. Pages and lists are tables, a phone number shows its routing, and a call is a timeline.',
    { lines: ['for (const number of (await platform.phone_numbers.list()).data) display(number)'] },
    'An object of your own selects its formats with a method. It returns an object with MIME types as keys: text/plain, text/html and others.',
    { lines: ["display({ [Symbol.for('Jupyter.display')]: () => ({ 'text/html': '<b>5</b>', 'text/plain': '5' }) })"] },
  ],
  'display.progress': [
    { lines: ['display.progress(label, total?)'] },
    'Shows a progress bar. Without a total, it shows a count. step() adds 1, step(5) adds 5, and at(7) sets the count to 7.',
    { lines: ["const bar = display.progress('Calls', 10)", 'bar.step()'] },
  ],
  'display.table': [
    { lines: ['display.table(rows, columns?)'] },
    'Shows a list of objects or a page as a table. columns selects and orders the columns. console.table shows the same table.',
    { lines: ["display.table(await platform.queues.list(), ['name', 'current_size'])"] },
  ],
  'display.html': format('display.html(source)', 'HTML', "display.html('<b>Done</b>')"),
  'display.svg': format('display.svg(source)', 'an SVG drawing', "display.svg(readFileSync('plan.svg', 'utf8'))"),
  'display.markdown': format('display.markdown(source)', 'Markdown', "display.markdown('## Result')"),
  'display.png': format(
    'display.png(image)',
    'a PNG image from its bytes or base64',
    "display.png(readFileSync('a.png'))",
  ),
  input: [
    { lines: ['await input(prompt?, { password: true }?)'] },
    'Asks the user of the notebook for a line of text. A password is not shown while you type it. Programs such as nbconvert do not support input, so it fails there.',
    { lines: ["const name = await input('Your name: ')"] },
  ],
  use: [
    {
      lines: [
        "await use('sandbox')",
        "await use('sandbox', { seed: 7 })",
        "await use({ replay: 'lesson.yaml' })",
        "await use('live')",
      ],
    },
    'Selects where requests go. With a seed, the sandbox starts again, with the ids of this seed, and with ownNumbers: true also with phone numbers of this seed. In replay mode, requests that are not in the recording go to the sandbox. Live mode requires a kernel installed with patchbay kernel install --live.',
  ],
  widgets: [
    {
      lines: [
        "widgets.IntSlider({ value: 5, max: 10, description: 'Size' }).on_change((value) => display(value))",
        'widgets.form(platform.queues.create)',
        'widgets.requests()',
        'widgets.call(call.id)',
      ],
    },
    'Controls, forms for operations, and live views. The controls are IntSlider, IntText, FloatText, Text, Textarea, Checkbox, Dropdown, Button, Label, HTML, HBox, VBox and Output. A notebook without the front end of ipywidgets shows them as text.',
  ],
};

type Peek = (name: string) => PropertyDescriptor | undefined;

export function notebookHelp(name: string, peek: Peek): readonly SheetPart[] | undefined {
  if (!Object.hasOwn(NAMES, name)) return undefined;
  const root = name.split('.', 1)[0] as string;
  const inScope = peek(root);
  return !inScope || inScope.value === (globalThis as Record<string, unknown>)[root] ? NAMES[name] : undefined;
}

const PROMPT_COMMANDS = new Set(['.clear', '.exit', '.history', '.save']);

/** Adapts the outcome of a bench command to notebooks, because the bench's texts describe the prompt. */
export function inNotebook(source: string, outcome: Outcome, peek: Peek): Outcome {
  const parsed = parseInput(source);
  const { name, words } = parsed.kind === 'command' ? parsed.command : { name: '', words: [] };
  const topic = parsed.kind === 'help' ? parsed.topic : name === '.help' && words.length === 1 ? words[0] : undefined;
  const own = topic === undefined ? undefined : notebookHelp(topic, peek);
  if (own) return { ok: true, value: new Sheet(own) };
  if (name === '.help' && words.length === 0 && outcome.ok && outcome.value instanceof Sheet)
    return { ok: true, value: overview(outcome.value) };
  if (name === '.install') return install(words);
  if (name === '.mode' && words[0] === 'live' && !outcome.ok) return { ok: false, error: new TypeError(LIVE_MODE) };
  return outcome;
}

/** A package as npm accepts it: `name`, `@scope/name` or `name@version`. */
const PACKAGE = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(?:@[\w.^~-]+)?$/i;

/** Explains how to install packages. A notebook must not run the install scripts of packages. */
function install(packages: readonly string[]): Outcome {
  if (packages.length === 0 || !packages.every((one) => PACKAGE.test(one)))
    return { ok: false, error: new Mistake('.install requires the names of npm packages, such as `.install lodash`') };
  return {
    ok: true,
    value: new Sheet([
      'A notebook does not install packages. Run this in a terminal:',
      { lines: [`cd ${fileInShell(process.cwd())}`, `npm install ${packages.join(' ')}`] },
      'Then import the package in a cell.',
    ]),
  };
}

const LIVE_MODE =
  "to use live mode in a notebook, call await use('live') in a kernel installed with patchbay kernel install --live";

function overview({ parts }: Sheet): Sheet {
  const [, ...rest] = parts;
  return new Sheet([
    'Type TypeScript. You can use await anywhere. Tab completes, and Shift-Tab or a ? after a name shows help. To stop a cell, use the Kernel menu.',
    { title: 'In notebooks' },
    {
      pairs: Object.values(NAMES).flatMap(([usage, description]) =>
        linesOf(usage).map((line) => [line, String(description)] as const),
      ),
    },
    { pairs: [['.install NAME', 'Shows how to install an npm package.']] },
    ...rest.map(withoutPrompt),
  ]);
}

const linesOf = (part: SheetPart | undefined) =>
  typeof part === 'object' && 'lines' in part ? part.lines.slice(0, 1) : [];

/** Removes the commands of the prompt from the groups of commands. */
function withoutPrompt(part: SheetPart): SheetPart {
  if (typeof part === 'string' || !('pairs' in part)) return part;
  const kept = (names: string) => names.split(' ').filter((name) => !PROMPT_COMMANDS.has(name));
  return { pairs: part.pairs.map(([left, right]) => [left, kept(right).join(' ')] as const) };
}
