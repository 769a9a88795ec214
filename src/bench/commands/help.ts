import type { Suggestion } from '../../assist/index.js';
import { Sheet } from '../../show/index.js';
import type { SkillRegistry } from '../../skills/index.js';
import { Mistake, nearest } from '../../util/index.js';
import type { Bench } from '../bench.js';
import type { Command } from './arguments/command.js';

/** Creates `.help`, which lists all commands, including itself, or explains one name. */
export const help = (others: readonly Command[]): Command => {
  const own: Command = {
    name: '.help',
    takes: '[COMMAND | NAME]',
    help: 'Show this, or explain a command, an operation or a name. `platform.queues?` does the same.',
    complete: (words, { bench }) => (words.length <= 1 ? topics([own, ...others], words[0] ?? '', bench) : []),
    async run({ words: [topic] }, bench) {
      const commands = [own, ...others];
      if (topic === undefined) return overview(commands);
      const command = commands.find(({ name }) => name === topic || name === `.${topic}`);
      if (command)
        return new Sheet([
          { title: leftOf(command) },
          command.help,
          ...(command.ways ? [{ pairs: command.ways }] : []),
        ]);
      if (!topic.startsWith('.')) return new Sheet(await bench.help(topic));
      const meant = nearest(
        topic,
        commands.map(({ name }) => name),
      );
      throw new Mistake(`there is no command ${topic}${meant ? `; did you mean ${meant}?` : ''}`);
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

const leftOf = ({ name, takes = '' }: Command) => `${name} ${takes}`.trim();

const overview = (commands: readonly Command[]) =>
  new Sheet([
    'Type TypeScript; `await` works everywhere. Tab completes, Ctrl-R searches what was typed before, Ctrl-C stops what runs, Ctrl-D leaves. `&` at the end runs an input in the background.',
    {
      pairs: [
        ['await platform.phone_numbers.list()', 'numbers and what answers them'],
        ['platform.calling.play?', 'what an operation takes, with an example'],
        ["platform.dry.calling.play('id', { play: [] })", 'the request it would send'],
        ["await agent.add_skill('datetime')", 'then agent.call_tool(…)'],
        ['sandbox.clock.advance(60)', 'move the simulated time'],
      ],
    },
    { title: 'Commands' },
    { pairs: commands.map((command) => [leftOf(command), command.help]) },
  ]);
