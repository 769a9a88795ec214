import { existsSync } from 'node:fs';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { inShell, Mistake } from '../../util/index.js';
import { filesFor, RECORDING } from '../assist/file-suggestions.js';
import type { Bench } from '../bench.js';
import { transcriptAs, typedInputs } from '../transcript/index.js';
import { type Command, choices } from './arguments/command.js';
import { writeNewFile } from './arguments/write-file.js';

const ONLY_FAILURE = '--failed';

export const save: Command = {
  name: '.save',
  group: 'session',
  takes: '[--failed] FILE',
  help: 'Save the session as a script, a notebook, Markdown or a recording',
  forms: [
    ['FILE', 'Save the inputs in .ts, .ipynb or .md, or inputs, outputs and requests in .yaml or .ndjson'],
    [`${ONLY_FAILURE} FILE`, 'Save only what led to the last failed request, as a recording'],
  ],
  complete: async (words) => [
    ...(words.length <= 1 ? choices([ONLY_FAILURE]).filter(({ text }) => text.startsWith(words[0] ?? '')) : []),
    ...(words.length <= 1 || words[0] === ONLY_FAILURE ? await filesFor(words.at(-1)) : []),
  ],
  run({ rest, words }, bench) {
    const onlyFailure = words[0] === ONLY_FAILURE;
    const file = onlyFailure ? rest.slice(ONLY_FAILURE.length).trim() : rest;
    if (file === '') throw new Mistake('.save requires a file name, such as `.save story.ts` or `.save story.yaml`');
    if (onlyFailure || RECORDING.test(file)) return saveRecording(bench, file, onlyFailure);
    return saveInputs(bench, file);
  },
};

async function saveInputs({ log, knownSecrets }: Bench, file: string): Promise<string> {
  const inputs = await typedInputs(log, process.env, knownSecrets);
  if (inputs.length === 0)
    throw new Mistake('there is no input to save. Inputs that failed and dot commands are not saved');
  const text = transcriptAs(file, inputs);
  await writeNewFile(file, text);
  const comments = inputs.filter(({ missing }) => missing !== undefined).length;
  const count = inputs.length - comments;
  const note = comments === 0 ? '' : ` Saved as comments, because they use other values: ${comments}.`;
  return `Saved ${count} ${count === 1 ? 'input' : 'inputs'} to ${file}.${note}`;
}

/** Writes a redacted recording of the session. It replaces no file. */
async function saveRecording(bench: Bench, file: string, onlyFailure: boolean): Promise<string> {
  if (!RECORDING.test(file))
    throw new Mistake(`cannot save ${file}: the name of a recording ends in .yaml, .yml or .ndjson`);
  if (existsSync(file)) throw new Mistake(`${file} already exists. Choose another name`);
  const [{ saveRedacted }, { countsOf, sessionRecording }] = await Promise.all([
    import('../../cassette/index.js'),
    import('../transcript/session-recording.js'),
  ]);
  const { missing, ...recording } = await sessionRecording(bench, { onlyFailure });
  if (recording.documents.length === 0) throw new Mistake('there is no input and no request to save');
  const { warnings } = saveRedacted(file, recording, {
    isNew: true,
    secrets: [process.env[CREDENTIAL_VARIABLES.token], ...bench.knownSecrets.known],
  });
  const gone = missing === 0 ? [] : [`Not included, because their details are gone: ${missing} earlier requests.`];
  return [
    ...warnings,
    `${countsOf(recording.documents)} → ${file}`,
    ...gone,
    `next: .mode replay ${inShell(file)}`,
  ].join('\n');
}
