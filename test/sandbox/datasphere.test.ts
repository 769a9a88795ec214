import { describe, expect, it } from 'vitest';
import { type Chunking, chunkText } from '../../src/sandbox/subjects/datasphere/chunk-text.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { rankByWords, stemmedWords } from '../../src/search/rank/bm25.js';
import { receiver } from '../support/loopback.js';
import { refused } from './walks/walk.js';

const TEXT = 'One is here. Two (is too!) Three?\nFour goes on\n\nFive. Six\fSeven';
const none: Omit<Chunking, 'chunking_strategy'> = {
  max_sentences_per_chunk: null,
  split_newlines: null,
  chunk_size: null,
  overlap_size: null,
};

describe('splitting a text', () => {
  it.each([
    ['sentence', {}, ['One is here. Two (is too!) Three? Four goes on\n\nFive. Six\fSeven']],
    [
      'sentence',
      { max_sentences_per_chunk: 2 },
      ['One is here. Two (is too!)', 'Three? Four goes on\n\nFive.', 'Six\fSeven'],
    ],
    [
      'sentence',
      { max_sentences_per_chunk: 1, split_newlines: true },
      ['One is here.', 'Two (is too!)', 'Three?', 'Four goes on', 'Five.', 'Six\fSeven'],
    ],
    ['paragraph', {}, ['One is here. Two (is too!) Three?\nFour goes on', 'Five. Six\fSeven']],
    ['page', {}, ['One is here. Two (is too!) Three?\nFour goes on\n\nFive. Six', 'Seven']],
    [
      'sliding',
      { chunk_size: 6, overlap_size: 2 },
      ['One is here. Two (is too!)', '(is too!) Three? Four goes on', 'goes on Five. Six Seven'],
    ],
    ['sliding', { chunk_size: 100 }, ['One is here. Two (is too!) Three? Four goes on Five. Six Seven']],
  ] as const)('by %s with %j', (chunking_strategy, settings, pieces) => {
    expect(chunkText(TEXT, { ...none, ...settings, chunking_strategy })).toEqual(pieces);
  });

  it('takes no longer for a hostile text', () => {
    for (const bad of ['.'.repeat(2 ** 20), ' '.repeat(2 ** 20), '\n \t'.repeat(2 ** 18), '."'.repeat(2 ** 19)])
      for (const chunking_strategy of ['sentence', 'paragraph', 'page', 'sliding'] as const)
        expect(chunkText(bad, { ...none, chunking_strategy }).length).toBeLessThan(2);
  });
});

describe('ranking', () => {
  const order = (question: string, texts: readonly string[]) =>
    rankByWords(question, texts, stemmedWords).map(({ item }) => item);

  it('ranks a rare word above a common one, and a short text above a long one', () => {
    const texts = ['boat boat sea', 'sea and sky', 'sky', 'sea', 'lamp'];
    expect(order('boat sea', texts)).toEqual(['boat boat sea', 'sea', 'sea and sky']);
  });

  it('returns the scores of the formula', () => {
    // Two texts of two words: idf ln(1 + 1.5/1.5), tf 1·2.2/(1+1.2).
    expect(rankByWords('boat', ['boat sea', 'sky sea'], stemmedWords)[0]?.score).toBeCloseTo(Math.LN2, 10);
  });

  it('ignores plurals, accents and capitals', () => {
    expect(order('CAFÉS companies', ['the cafe', 'a company', 'glass'])).toEqual(['the cafe', 'a company']);
  });

  it('finds nothing for stop words', () => {
    expect(order('what is the', ['what is the matter'])).toEqual([]);
    expect(order('', ['a text'])).toEqual([]);
    expect(order('text', [])).toEqual([]);
  });
});

/** Until it is over, one way or the other. */
async function ended(sandbox: Sandbox, url: string) {
  const { documents } = sandbox.client().datasphere;
  const { id, status } = await documents.create({ url });
  expect(status).toBe('submitted');
  sandbox.clock.advance(60);
  await sandbox.settled();
  return documents.get(id);
}

describe('a document', () => {
  it('is submitted, processed and completed by the clock', async () => {
    const { datasphere } = createSandbox().client();
    const { id, ...made } = await datasphere.documents.create({ url: 'https://example.com/handbook/returns.txt' });
    const seen = [made];
    for (let i = 0; i < 5; i++) seen.push(await datasphere.documents.get(id));
    expect(seen.map(({ status, number_of_chunks }) => [status, number_of_chunks])).toEqual([
      ['submitted', 0],
      ['submitted', 0],
      ['in_progress', 0],
      ['in_progress', 0],
      ['in_progress', 0],
      ['completed', 1],
    ]);
    expect(made).toMatchObject({ filename: 'returns.txt', chunking_strategy: 'sentence', max_sentences_per_chunk: 50 });
  });

  it('is completed by the clock, however early its text arrives', async () => {
    const server = await receiver(() => ({ headers: { 'content-type': 'text/plain' }, body: 'The vault is open.' }));
    const sandbox = createSandbox();
    const { documents } = sandbox.client().datasphere;
    const { id } = await documents.create({ url: `${server.url}/vault.txt` });
    await sandbox.settled();
    await server.close();
    sandbox.clock.advance(30);
    expect(await documents.get(id)).toMatchObject({ status: 'completed', number_of_chunks: 1 });
  });

  it('is downloaded once from a server on this machine', async () => {
    const server = await receiver(() => ({
      headers: { 'content-type': 'text/markdown' },
      body: 'The *vault* opens at nine.',
    }));
    const sandbox = createSandbox();
    const document = await ended(sandbox, `${server.url}/vault.md?v=1`);
    await server.close();
    expect(document).toMatchObject({ status: 'completed', number_of_chunks: 1, filename: 'vault.md' });
    expect(server.received).toMatchObject([{ method: 'GET', target: '/vault.md?v=1', body: '' }]);
    const { chunks } = await sandbox
      .client()
      .datasphere.documents.search({ query_string: 'When does the vault open?' });
    expect(chunks[0]).toEqual({ text: 'The *vault* opens at nine.', document_id: document.id });
  });

  it('is downloaded by a restored sandbox that was still waiting for it', async () => {
    const server = await receiver(() => ({ headers: { 'content-type': 'text/plain' }, body: 'Late.' }));
    const sandbox = createSandbox();
    const { documents } = sandbox.client().datasphere;
    const { id } = await documents.create({ url: server.url });
    const before = sandbox.snapshot();
    sandbox.restore(before);
    sandbox.clock.advance(60);
    await sandbox.settled();
    expect(await documents.get(id)).toMatchObject({ status: 'completed' });
    await server.close();
  });
});

describe('a document that fails', () => {
  const reasonOf = (sandbox: Sandbox) => sandbox.journal.find(({ kind }) => kind === 'failure')?.reason;

  it.each([
    ['an error response', { status: 404, body: 'no' }, 'the response status is 404'],
    [
      'a redirect to elsewhere',
      { status: 302, headers: { location: 'https://example.com/' } },
      'a redirect to https://example.com/: redirects are not followed',
    ],
    ['nothing', { body: '' }, 'the response is empty'],
    ['a picture', { headers: { 'content-type': 'image/png' }, body: 'text' }, 'the type image/png is not plain text'],
    ['bytes', { headers: { 'content-type': 'text/plain' }, body: 'a\0b' }, 'the response is not plain text'],
    [
      'too much',
      { headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(2 ** 20 + 1) },
      'the response has more than 1048576 bytes',
    ],
  ])('fails with %s, and the journal has the reason', async (_, answer, reason) => {
    const server = await receiver(() => answer);
    const sandbox = createSandbox();
    const document = await ended(sandbox, `${server.url}/a.txt?key=s3cret`);
    await server.close();
    expect(document).toMatchObject({ status: 'failed', number_of_chunks: 0 });
    expect(reasonOf(sandbox)).toContain(reason);
    expect(reasonOf(sandbox)).toContain(document.id);
    expect(JSON.stringify(sandbox.journal)).not.toContain('s3cret');
  });

  it.each([
    ['https://example.com/nobody-has-this.txt', 'example.com is not on this machine, so no request was sent'],
    ['http://10.0.0.1/inside.txt', '10.0.0.1 is not on this machine, so no request was sent'],
    ['http://127.0.0.1:1/closed', 'http://127.0.0.1:1/closed did not respond'],
  ])('fails if %s is neither sample data nor on this machine', async (url, reason) => {
    const sandbox = createSandbox();
    expect(await ended(sandbox, url)).toMatchObject({ status: 'failed' });
    expect(sandbox.journal).toContainEqual(
      expect.objectContaining({ operation: 'datasphere.documents.create', reason: expect.stringContaining(reason) }),
    );
  });

  it('has the reason in the journal as soon as it is due', async () => {
    const sandbox = createSandbox();
    await sandbox.client().datasphere.documents.create({ url: 'https://example.com/missing.txt' });
    expect(reasonOf(sandbox)).toBeUndefined();
    sandbox.clock.advance(60);
    expect(reasonOf(sandbox)).toContain('not on this machine');
    const [failure] = sandbox.journal.filter(({ kind }) => kind === 'failure');
    expect(failure).toMatchObject({ path: 'https://example.com/missing.txt', status: null, fault: 'failed' });
  });

  it.each([
    [{ chunking_strategy: 'page', chunk_size: 5 }, 'invalid_for_page_chunking'],
    [{ chunking_strategy: 'sliding', max_sentences_per_chunk: 5 }, 'invalid_for_sliding_chunking'],
    [{ overlap_size: 5 }, 'invalid_for_sentence_chunking'],
    [{ chunking_strategy: 'sliding', chunk_size: 5, overlap_size: 5 }, 'invalid_parameter_value'],
    [{ chunking_strategy: 'sliding', chunk_size: 0 }, 'invalid_parameter'],
    [{ max_sentences_per_chunk: 0 }, 'invalid_parameter'],
    [{ url: 'file:///etc/passwd' }, 'http_url_required'],
  ] as const)('is refused with %j', async (wrong, code) => {
    const { documents } = createSandbox().client().with({ check: false }).datasphere;
    const error = await refused(documents.create({ url: 'https://example.com/a.txt', ...wrong }), 422);
    expect(error.code).toBe(code);
  });
});

describe('a search', () => {
  it('returns the best match first, among the selected documents', async () => {
    const { documents } = createSandbox().client().datasphere;
    const [hours, returns] = (await documents.list()).data;
    expect([hours?.filename, returns?.filename]).toEqual(['opening-hours.txt', 'returns.txt']);
    const ask = async (more: Record<string, unknown>) =>
      (await documents.search({ query_string: 'When is the front desk open on Saturday?', ...more })).chunks;
    const all = await ask({});
    expect(all[0]).toMatchObject({ document_id: hours?.id, text: expect.stringContaining('On Saturdays') });
    expect(await ask({ count: 1 })).toEqual(all.slice(0, 1));
    expect(await ask({ distance: 0 })).toEqual(all.slice(0, 1));
    expect((await ask({ document_id: returns?.id })).every(({ document_id }) => document_id === returns?.id)).toBe(
      true,
    );
    expect(await ask({ tags: ['handbook', 'unknown'] })).toEqual([]);
    await documents.update(hours?.id as string, { tags: ['handbook', 'hours'] });
    expect((await ask({ tags: ['handbook', 'hours'] }))[0]).toEqual(all[0]);
    expect(await ask({ query_string: 'zeppelin' })).toEqual([]);
  });

  it('no longer finds deleted documents and chunks', async () => {
    const { documents } = createSandbox().client().datasphere;
    const find = async () => (await documents.search({ query_string: 'gift cards' })).chunks;
    const [first] = await find();
    const id = first?.document_id as string;
    const chunk = (await documents.list_chunks(id)).data.find(({ content }) => content === first?.text);
    await documents.delete_chunk(id, chunk?.id as string);
    expect((await find()).map(({ text }) => text)).not.toContain(first?.text);
    await documents.delete(id);
    expect(await find()).toEqual([]);
  });
});
