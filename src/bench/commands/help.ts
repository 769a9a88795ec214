import { RECIPES, type Suggestion } from '../../assist/index.js';
import { DOCUMENT_VERBS } from '../../sandbox/index.js';
import { Sheet } from '../../show/index.js';
import type { SkillRegistry } from '../../skills/index.js';
import type { SheetPart } from '../../util/index.js';
import type { Bench } from '../bench.js';
import { type Command, choices, commandHelp, commandNamed, formsOf, GROUPS, usageOf } from './arguments/command.js';

/** Creates `.help`, which lists the groups of commands, the commands of one group, or explains one name. */
export const help = (others: readonly Command[]): Command => {
  const own: Command = {
    name: '.help',
    group: 'prompt',
    takes: '[GROUP | COMMAND | NAME | WORDS]',
    help: 'List the commands, explain a name, or find what fits, as in .help buy a number',
    complete: ([first = '', ...more], { bench }) =>
      more.length === 0 ? topics([own, ...others], first, bench) : more.length === 1 ? verbsOf(first) : [],
    async run({ words: [topic, ...more], rest }, bench) {
      const commands = [own, ...others];
      if (topic === undefined) return overview(commands);
      if (more.length > 0) return new Sheet((await helpOnAction(topic, more, commands)) ?? (await bench.help(rest)));
      const group = commands.filter((one) => one.group === topic);
      if (group.length > 0 && !bench.scope.names().includes(topic))
        return new Sheet([{ pairs: group.map((one) => [usageOf(one), one.help]) }, ...verbCalled(topic)]);
      const command = commands.find(({ name }) => name === `.${topic}`);
      if (command) return new Sheet([...(await commandHelp(command)), ...verbCalled(topic)]);
      return new Sheet(await (topic.startsWith('.') ? commandHelp(commandNamed(topic, commands)) : bench.help(topic)));
    },
  };
  return own;
};

/** Returns help on an action of a command, such as `sandbox ring`. After the name with its dot, other words are arguments. */
async function helpOnAction(
  topic: string,
  [action = '', ...more]: readonly string[],
  commands: readonly Command[],
): Promise<SheetPart[] | undefined> {
  const isDotted = topic.startsWith('.');
  const command = isDotted ? commandNamed(topic, commands) : commands.find(({ name }) => name === `.${topic}`);
  if (!command) return undefined;
  const forms = more.length === 0 || isDotted ? await formsOf(command) : [];
  const start = forms.findIndex(([usage]) => usage.split(' ', 1)[0] === action);
  if (start < 0) return isDotted ? commandHelp(command) : undefined;
  const length = forms.slice(start + 1).findIndex(([usage]) => !/^-|^format /.test(usage));
  const [first, ...details] = forms.slice(start, length < 0 ? undefined : start + 1 + length);
  const [usage = '', about = ''] = first ?? [];
  return [{ title: `${command.name} ${usage}` }, about, ...(details.length > 0 ? [{ pairs: details }] : [])];
}

/** Suggests the verbs of call documents after `.help swml` and `.help cxml`. */
const verbsOf = (language: string): Suggestion[] =>
  language === 'swml' || language === 'cxml'
    ? choices([...DOCUMENT_VERBS[language]].map(([name, { summary }]) => [name, summary]))
    : [];

/** Names the verb that has the name of a command or a group. */
const verbCalled = (name: string): string[] =>
  DOCUMENT_VERBS.swml.has(name) ? [`For help on the verb of call documents, type .help swml ${name}`] : [];

/** Suggests commands, variables and skills; after a dot, the members of the object. */
async function topics(all: readonly Command[], typed: string, bench: Bench): Promise<Suggestion[]> {
  if (/^[^.].*\./.test(typed)) {
    const { from, items } = await bench.complete(typed, typed.length);
    return items.map((item) => ({ ...item, text: typed.slice(0, from) + item.text }));
  }
  return [
    ...choices(GROUPS.map((group) => [group, `the commands for ${group}`])),
    ...choices(Object.entries(RECIPES).map(([name, { help }]) => [name, help])),
    ...choices([
      ['swml', 'the verbs of SWML documents'],
      ['cxml', 'the verbs of cXML documents'],
    ]),
    ...all.map((command): Suggestion => ({ text: command.name, kind: 'command', detail: command.help })),
    ...bench.scope.names().map((text): Suggestion => ({ text, kind: 'variable' })),
    ...(await (bench.globals.registry as SkillRegistry).list_skills()).map(
      ({ name, description }): Suggestion => ({ text: name, kind: 'value', detail: description }),
    ),
  ];
}

const overview = (commands: readonly Command[]) =>
  new Sheet([
    'Type TypeScript; `await` works everywhere. Tab completes, Ctrl-R searches the history, Ctrl-C stops the input, Ctrl-D exits. `name?` shows help, `name??` the source, `!ls` runs a shell command, and `&` at the end runs an input in the background.',
    {
      pairs: [
        ['await platform.phone_numbers.list()', 'list the numbers and their handlers'],
        ['platform.calling.play?', 'show the arguments of an operation'],
        ["platform.dry.calling.play('id', { play: [] })", 'show a request without sending it'],
        ['.help greeting', 'let a number greet its callers, step by step'],
      ],
    },
    { title: 'Commands' },
    {
      pairs: GROUPS.map((group) => [
        `.help ${group}`,
        commands.flatMap((one) => (one.group === group ? [one.name] : [])).join(' '),
      ]),
    },
    'Type .help GROUP to list a group, or .help COMMAND to explain a command.',
  ]);
