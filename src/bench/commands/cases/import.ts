import { CREDENTIAL_VARIABLES } from '../../../client/index.js';
import { fileInShell, Mistake } from '../../../util/index.js';
import { filesFor, fromHome } from '../../assist/file-suggestions.js';
import type { Command } from '../arguments/command.js';

export const importFile: Command = {
  name: '.import',
  group: 'requests',
  takes: 'FILE… [-o FILE]',
  help: 'Import HAR files, curl commands, .http files or log lines as a redacted recording',
  forms: [['FILE… [-o FILE]', 'Write the recording to the file after -o, or to case.yaml']],
  complete: (words) => filesFor(words.at(-1)),
  async run({ words }, bench) {
    const option = words.findIndex((word) => word === '-o' || word === '--output');
    const files = (option < 0 ? words : words.toSpliced(option, 2)).map(fromHome);
    const output = option < 0 ? undefined : words[option + 1];
    if (files.length === 0 || (option >= 0 && output === undefined))
      throw new Mistake('.import requires a file name, such as `.import ticket.har -o ticket.yaml`');
    const unknown = files.find((file) => file.startsWith('-'));
    if (unknown !== undefined)
      throw new Mistake(`.import does not support ${unknown}. In your shell, run \`patchbay import --help\``);
    const { importFiles } = await import('../../../cases/index.js');
    const { lines, warnings } = importFiles(files, {
      ...(output !== undefined && { output: fromHome(output) }),
      secrets: [process.env[CREDENTIAL_VARIABLES.token], ...bench.knownSecrets.known],
      next: (file) => `.mode replay ${file}, or in your shell: patchbay explain ${fileInShell(file)}`,
    });
    return [...warnings, ...lines].join('\n');
  },
};
