import { UsageError } from '../../util/index.js';
import { sharedCommand } from '../shared-command.js';

export const check = sharedCommand({
  group: 'tools',
  words: 'FILE|DIR …',
  takes: 'file',
  help: 'Check call documents in SWML or cXML before a call, and print each problem with its line. Exits with 1 if there are problems.',
  example: 'patchbay check menu.yaml',
  options: {
    json: { type: 'boolean', help: 'print the files and their problems as JSON' },
  },
  async run({ values: { json = false }, positionals }, { columns }) {
    if (positionals.length === 0) throw new UsageError('check needs a document, or a folder of documents');
    const [{ checkFiles }, { checkSheet }] = await Promise.all([
      import('../runs/documents/check-files.js'),
      import('../runs/documents/check-sheet.js'),
    ]);
    const checked = await checkFiles(positionals);
    return {
      shown: json ? JSON.stringify(checked, null, 2) : checkSheet(checked, columns),
      ...(checked.problems.length > 0 && { outcome: 'failed' }),
    };
  },
});
