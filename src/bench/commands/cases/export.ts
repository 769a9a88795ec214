import { relative } from 'node:path';
import { CREDENTIAL_VARIABLES } from '../../../client/index.js';
import { clean } from '../../../show/index.js';
import { Mistake } from '../../../util/index.js';
import { filesFor } from '../../assist/file-suggestions.js';
import { liveHost } from '../../mode/profiles.js';
import { type Command, choices } from '../arguments/command.js';
import { writeNewFile } from '../arguments/write-file.js';

export const exportSession: Command = {
  name: '.export',
  group: 'session',
  takes: 'FORMAT [FILE]',
  help: 'Print or write the requests of this session in another format, redacted',
  async complete(words) {
    if (words.length > 2) return [];
    if (words.length === 2) return filesFor(words[1]);
    const { exporters } = await import('../../../cases/index.js');
    return choices(exporters.map(({ name, summary }) => [name, summary]));
  },
  async run({ words: [format, file, ...more] }, bench) {
    const [{ exporterNamed, exporters, exportWithNotes }, { countsOf, sessionRecording }] = await Promise.all([
      import('../../../cases/index.js'),
      import('../../transcript/session-recording.js'),
    ]);
    if (format === undefined || more.length > 0)
      throw new Mistake(
        `.export requires a format, and a file or nothing. The formats are ${exporters.map(({ name }) => name).join(', ')}`,
      );
    exporterNamed(format);
    const recording = await sessionRecording(bench);
    if (!recording.documents.some(({ kind }) => kind === 'http'))
      throw new Mistake('there are no requests to export yet');
    const host = liveHost();
    const { text, notes } = await exportWithNotes(recording, format, {
      ...(host !== undefined && { host }),
      // An absolute path may contain the name of the user.
      ...(bench.startedFrom !== undefined && { from: relative('.', bench.startedFrom) }),
      secrets: [process.env[CREDENTIAL_VARIABLES.token], ...bench.knownSecrets.known],
    });
    // The text itself has the notes as comments.
    if (file === undefined) return clean(text.trimEnd());
    await writeNewFile(file, text);
    return clean([`${countsOf(recording.documents)} → ${file}`, ...notes.map((note) => `note: ${note}`)].join('\n'));
  },
};
