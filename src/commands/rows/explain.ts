import type { Sheet } from '../../show/index.js';
import { counted, fileInShell, UsageError } from '../../util/index.js';
import { type CommandContext, sharedCommand } from '../shared-command.js';

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
  async run({ values, positionals: [file, number, ...more] }, context) {
    if (file === undefined || more.length > 0) throw new UsageError('explain needs one recording');
    if (number !== undefined && !/^\d+$/.test(number)) throw new UsageError(`${number} is not the number of a request`);
    return { shown: await explained(file, number, values, context) };
  },
});

/** Explains a recording, or one of its exchanges. The recording is redacted first, so no part of the text is personal. */
async function explained(
  file: string,
  number: string | undefined,
  { json = false }: { readonly json?: boolean },
  { secrets, progress }: CommandContext,
): Promise<string | Sheet> {
  const [{ explain, explanationSheet }, { redactedRecording }, { asJson, Sheet }] = await Promise.all([
    import('../../cases/index.js'),
    import('../redacted-recording.js'),
    import('../../show/index.js'),
  ]);
  const documents = await redactedRecording(file, await secrets());
  const requests = documents.filter(({ kind }) => kind === 'http' || kind === 'webhook');
  const only = number === undefined ? undefined : Number(number);
  if (only !== undefined && requests[only - 1]?.kind !== 'http')
    throw new UsageError(
      `${file} has no request ${number}. To list its requests, run patchbay cassette show ${fileInShell(file)}`,
    );
  const explanation = await explain(
    { documents },
    {
      ...(only !== undefined && { only: [only] }),
      onProgress: ({ done, exchanges }) => progress(`${done} of ${counted(exchanges, 'request')} explained`),
    },
  ).finally(() => progress(''));
  return json ? asJson(explanation) : new Sheet(explanationSheet(explanation));
}
