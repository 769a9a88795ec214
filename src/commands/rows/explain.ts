import { UsageError } from '../../util/index.js';
import { sharedCommand } from '../shared-command.js';

/** The exit code is 0 for each recording that could be read: an explained failure is a success of this command. */
export const explain = sharedCommand({
  group: 'requests',
  words: 'FILE [N]',
  takes: 'recording',
  help: 'Explain what failed in a recording, or request N of it, and what to send instead. Sends nothing.',
  example: 'patchbay explain fixtures/errors/invalid-field.yaml',
  options: {
    json: { type: 'boolean', help: 'print the explanation as JSON' },
  },
  async run({ values, positionals }, context) {
    const [file, number, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('explain needs one recording');
    if (number !== undefined && !/^\d+$/.test(number)) throw new UsageError(`${number} is not the number of a request`);
    const { explainFile } = await import('../runs/explain-file.js');
    return { shown: await explainFile(file, number, values, context) };
  },
});
