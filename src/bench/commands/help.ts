import type { Command } from './command.js';

/** `.help` lists every command, itself included. */
export const help = (others: readonly Command[]): Command => {
  const own: Command = {
    name: '.help',
    help: 'Show this.',
    run() {
      const commands = [own, ...others];
      const left = ({ name, takes = '' }: Command) => `${name} ${takes}`.trim();
      const width = Math.max(...commands.map((command) => left(command).length));
      return [
        'Type TypeScript; `await` works everywhere.',
        'Tab completes, Ctrl-C stops what runs, Ctrl-D leaves.',
        '',
        '  await platform.phone_numbers.list()           numbers and what answers them',
        "  platform.dry.calling.play('id', { play: [] }) the request it would send",
        "  await agent.add_skill('datetime')             then agent.call_tool(…)",
        '  sandbox.clock.advance(60)                     move the simulated time',
        '',
        ...commands.map((command) => `  ${left(command).padEnd(width)}  ${command.help}`),
      ].join('\n');
    },
  };
  return own;
};
