import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../../src/sandbox/check/load-check.js';
import { seedServedDocuments } from '../../../src/sandbox/populate/sample-documents.js';
import { newState } from '../../../src/sandbox/state/state.js';
import { servedDocuments } from '../../../src/sandbox/subjects/fabric/store/stored-document.js';

const root = join(import.meta.dirname, '../../..');

/** The documents that have problems on purpose, with what the check finds. */
const EXCEPT: Readonly<Record<string, readonly RegExp[]>> = {
  // The callers of this document try destinations that do not exist.
  'test/sandbox/call-documents/07-connect-destinations/document.yaml': Array(4).fill(/is not a destination/),
  // The callers of these documents must not hear the step after a transfer.
  'test/sandbox/call-documents/10-transfer/document.yaml': [/no call reaches this step/],
  'test/sandbox/call-documents/26-redirect/document.xml': [/no call reaches this step/],
};

const FORMATS = new Set(['.json', '.yaml', '.xml']);
const files = ['test/sandbox/call-documents', 'test/sandbox/engine/documents', 'fixtures']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  )
  .filter((file) => FORMATS.has(extname(file)) && !/\.callers\.yaml$|notebooks|services/.test(file));
/** Some files have several pages, one after the other. */
const documents = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  if (!/<Response\b|["']?sections["']?\s*:/.test(text) || /^(?:patchbay|kind|# patchbay)/m.test(text)) return [];
  return text
    .split(/^<!-- \/.* -->\n/m)
    .map((page, i) => [`${relative(root, file)}, page ${i + 1}`, relative(root, file), page] as const);
});

describe('a healthy document', () => {
  it('is one of many', () => {
    expect(documents.length).toBeGreaterThan(60);
  });

  it.each(documents)('has no problem: %s', async (_, file, text) => {
    const messages = (await checkDocument(text)).problems.map(({ message }) => message);
    expect(messages).toEqual((EXCEPT[file] ?? []).map((one) => expect.stringMatching(one)));
  });

  it('is each one of the sample account', async () => {
    const state = newState(1, '2025-06-02T09:00:00Z', {});
    seedServedDocuments(state);
    const texts = [...servedDocuments(state)].map(({ text }) => text);
    const checked = await Promise.all(texts.map((text) => checkDocument(text)));
    expect(texts.length).toBeGreaterThan(3);
    expect(checked.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
