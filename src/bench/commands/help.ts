import type { Suggestion } from '../../assist/index.js';
import { Sheet } from '../../show/index.js';
import type { SkillRegistry } from '../../skills/index.js';
import type { Bench } from '../bench.js';
import { type Command, commandHelp, commandNamed, usageOf } from './arguments/command.js';

/** Creates `.help`, which lists all commands, including itself, or explains one name. */
export const help = (others: readonly Command[]): Command => {
  const own: Command = {
    name: '.help',
    takes: '[COMMAND | NAME]',
    help: 'List the commands, or explain a command, an operation or a name',
    complete: (words, { bench }) => (words.length <= 1 ? topics([own, ...others], words[0] ?? '', bench) : []),
    async run({ words: [topic] }, bench) {
      const commands = [own, ...others];
      if (topic === undefined) return overview(commands);
      const command = commands.find(({ name }) => name === `.${topic}`);
      if (command) return new Sheet(commandHelp(command));
      return new Sheet(topic.startsWith('.') ? commandHelp(commandNamed(topic, commands)) : await bench.help(topic));
    },
  };
  return own;
};

/** Suggests commands, variables and skills; after a dot, the members of the object. */
async function topics(all: readonly Command[], typed: string, bench: Bench): Promise<Suggestion[]> {
  if (/^[^.].*\./.test(typed)) {
    const { from, items } = await bench.complete(typed, typed.length);
    return items.map((item) => ({ ...item, text: typed.slice(0, from) + item.text }));
  }
  return [
    ...all.map((command): Suggestion => ({ text: command.name, kind: 'command', detail: command.help })),
    ...bench.scope.names().map((text): Suggestion => ({ text, kind: 'variable' })),
    ...(await (bench.globals.registry as SkillRegistry).list_skills()).map(
      ({ name, description }): Suggestion => ({ text: name, kind: 'value', detail: description }),
    ),
  ];
}

const overview = (commands: readonly Command[]) =>
  new Sheet([
    'Type TypeScript; `await` works everywhere. Tab completes, Ctrl-R searches the history, Ctrl-C stops the running input, and Ctrl-D exits. End an input with `&` to run it in the background. End a name with `?` to show its help.',
    {
      pairs: [
        ['await platform.phone_numbers.list()', 'list the numbers and their handlers'],
        ['platform.calling.play?', 'show the arguments of an operation, with an example'],
        ["platform.dry.calling.play('id', { play: [] })", 'show the request without sending it'],
        ["await agent.add_skill('datetime')", 'load a skill; then use agent.call_tool(…)'],
        ['sandbox.clock.advance(60)', 'advance the simulated time by a minute'],
      ],
    },
    { title: 'Commands' },
    { pairs: commands.map((command) => [usageOf(command), command.help]) },
  ]);
