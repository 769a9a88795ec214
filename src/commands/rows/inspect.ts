import { Mistake, UsageError } from '../../util/index.js';
import { sharedCommand } from '../shared-command.js';

/** The prompt inspects its session. A shell inspects a recording, and runs until Ctrl-C. */
export const inspect = sharedCommand({
  group: 'requests',
  words: 'FILE',
  takes: 'recording',
  help: 'Show the requests of a recording in a browser. Serves a page on loopback, and sends nothing.',
  atPrompt: { words: '', takes: undefined, help: 'Show the requests and the sandbox of this session in a browser' },
  example: 'patchbay inspect fixtures/errors/invalid-field.yaml',
  options: {},
  async run({ positionals }, { session }) {
    if (positionals.length > 0)
      throw new UsageError(
        '.inspect shows this session, and accepts no arguments. For a recording, run patchbay inspect FILE in a shell',
      );
    if (!session?.inspect)
      throw new Mistake(
        '.inspect requires a session that stays open: the prompt, or a notebook with the Patchbay kernel. In a shell, run patchbay sandbox',
      );
    const { address, note } = await session.inspect();
    const shown = `Inspect this session at ${address} (opens once, in the next ten minutes).`;
    return { shown: note === undefined ? shown : `${shown}\n${note}` };
  },
});
