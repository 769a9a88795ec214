import { expect, it } from 'vitest';
import { type ImportedCase, importers } from '../../../src/cases/index.js';
import { IMPORT_PARSERS } from '../../support/parsers/imports.js';

it('reads an ordinary text of each format with its importer', () => {
  const ofTexts = IMPORT_PARSERS.filter(
    ({ name, files }) => name !== 'archive' && files[0]?.startsWith('cases/import/'),
  );
  const read = ofTexts.map(({ name, ordinary, parse }) => {
    // The entries of importers return it.
    const { documents, formats } = parse(Buffer.from(ordinary(3000))) as ImportedCase;
    return { name, formats, isEmpty: documents.length === 0 };
  });
  expect(read.filter(({ isEmpty }) => isEmpty)).toEqual([]);
  const formats = read.flatMap((one) => one.formats);
  const unread = importers.filter(({ title }) => !formats.includes(title)).map(({ name }) => name);
  expect(unread, 'They have no entry in test/support/parsers/imports.ts, or another importer reads its text').toEqual(
    [],
  );
});
