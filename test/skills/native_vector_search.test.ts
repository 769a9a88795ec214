import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { indexFiles } from '../../src/cli/skills/index-documents.js';
import { serveIndex } from '../../src/cli/skills/serve-index.js';
import { setEgress, TransportFault } from '../../src/http/index.js';
import type { FormatContext } from '../../src/skills/builtin/native_vector_search.js';
import { NativeVectorSearch } from '../../src/skills/builtin/native_vector_search.js';
import { Agent, indexDocuments, serveDocuments } from '../../src/skills/index.js';
import { Folder, nowhere, written } from '../search/indexed.js';
import { closedAfterTest } from '../support/closed-after-test.js';
import { receiver } from '../support/loopback.js';

const folder = new Folder();
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  setEgress('open');
});
afterAll(() => folder.remove());

const LIBRARY = join(import.meta.dirname, '..', '..', 'fixtures', 'search', 'library.swsearch');

const theirs = () =>
  written(folder.file('theirs.swsearch'), [{ content: 'one', filename: 'one.md', vector: Float32Array.of(1, 0) }], {
    config: { embedding_model: 'theirs', embedding_dimensions: '2' },
  });

async function agentWith(params: Record<string, unknown>) {
  const agent = new Agent({ env: {} });
  const logged: string[] = [];
  agent.on('log', ({ level, message }) => logged.push(`${level} ${message}`));
  closedAfterTest(agent);
  await agent.add_skill('native_vector_search', params);
  const ask = async (query: string, more = {}) =>
    String((await agent.call_tool('search_knowledge', { query, ...more })).response);
  return { agent, ask, logged };
}

describe('a file', () => {
  it('returns the matching chunks with their location and relevance', async () => {
    const { ask } = await agentWith({ index_file: LIBRARY });
    expect(await ask('What does a late return cost?', { count: 1 })).toBe(
      `Found 1 result for "What does a late return cost?":

=== Result 1 ===
File: fees.md; Section: Fees > Late returns; Relevance: 0.92
## Late returns

Each day that something is late costs ten cents, at most five for one thing. Whoever owes more than twenty cannot borrow
until it is paid. There is no fee for days on which the library is closed.`,
    );
  });

  it('returns the requested number of results, within limits', async () => {
    const { ask } = await agentWith({ index_file: LIBRARY, count: 2 });
    const results = async (more: object) => (await ask('library books', more)).match(/=== Result/g)?.length;
    expect([await results({}), await results({ count: 1 }), await results({ count: 0 })]).toEqual([2, 1, 1]);
    expect(await results({ count: 500 })).toBeGreaterThan(2);
  });

  it('uses no_results_message if nothing was found', async () => {
    const { ask } = await agentWith({
      index_file: LIBRARY,
      similarity_threshold: 0.9,
      no_results_message: 'No {query}.',
      response_prefix: '<',
      response_postfix: '>',
    });
    expect(await ask('$& zebra')).toBe('<\n\nNo $& zebra.\n\n>');
    expect(await ask('  ')).toBe('The query is empty. Ask the user what to search for.');
  });

  it('shortens chunks to fit max_content_length', async () => {
    const file = await written(folder.file('long.swsearch'), [
      { content: `alpha ${'x'.repeat(9000)}`, filename: 'a.md' },
      { content: `alpha ${'y'.repeat(9000)}`, filename: 'b.md' },
    ]);
    const { ask } = await agentWith({ index_file: file, max_content_length: 4000 });
    const answer = await ask('alpha');
    expect(answer.length).toBeLessThanOrEqual(4000);
    expect(answer.match(/\.\.\.$/gm)).toHaveLength(2);
  });

  it('removes control characters of documents', async () => {
    const file = await written(folder.file('controls.swsearch'), [
      { content: 'alpha \u001b[31mred\u202e', filename: 'a\u001b\n=== Result 9 ===.md' },
    ]);
    const answer = await (await agentWith({ index_file: file })).ask('alpha');
    expect(answer).toContain('File: a === Result 9 ===.md;');
    expect(answer).not.toMatch(/[\u001b\u202e]/);
  });

  it('passes results to response_format_callback and ignores its failures', async () => {
    const seen: FormatContext[] = [];
    const format = (context: FormatContext) => {
      seen.push(context);
      if (seen.length === 1) return `${context.results.length} of ${context.count}`;
      if (seen.length === 2) return undefined;
      throw new Error('broken');
    };
    const { ask, logged } = await agentWith({ index_file: LIBRARY, response_format_callback: format });
    expect(await ask('lost books', { count: 1 })).toBe('1 of 1');
    expect(await ask('lost books')).toMatch(/^Found/);
    expect(await ask('lost books')).toMatch(/^Found/);
    expect(seen[0]).toMatchObject({ query: 'lost books', args: { query: 'lost books', count: 1 } });
    expect(seen[0]?.skill).toBeInstanceOf(NativeVectorSearch);
    expect(logged).toContainEqual(expect.stringContaining('response_format_callback failed: broken'));
  });
});

describe('the model of a file', () => {
  it('is searched by words, with a warning, if its model is missing', async () => {
    const file = await written(
      folder.file('model.swsearch'),
      [{ content: 'alpha', filename: 'a.md', vector: Float32Array.of(1, 0) }],
      { config: { embedding_model: 'sentence-transformers/all-MiniLM-L6-v2', embedding_dimensions: '2' } },
    );
    const { ask, logged } = await agentWith({ index_file: file });
    expect(await ask('alpha')).toContain('File: a.md');
    expect(logged).toContainEqual(expect.stringMatching(/npm install @huggingface.*the search uses only words/));
  });

  it('rejects an embedder whose vectors have another length', async () => {
    const file = await written(
      folder.file('length.swsearch'),
      [{ content: 'alpha', filename: 'a.md', vector: Float32Array.of(1, 0) }],
      { config: { embedding_model: 'hash-64', embedding_dimensions: '2' } },
    );
    const { ask, logged } = await agentWith({ index_file: file });
    expect(await ask('alpha')).toContain('File: a.md');
    expect(logged).toContainEqual(expect.stringContaining('returns vectors with 64 dimensions, but the index has 2'));
  });

  it('requests the vector of a question from a service', async () => {
    const service = closedAfterTest(
      await receiver(() => ({ body: JSON.stringify({ data: [{ embedding: [0, 1] }] }) })),
    );
    const file = await written(
      folder.file('service.swsearch'),
      [
        { content: 'one', filename: 'one.md', vector: Float32Array.of(1, 0) },
        { content: 'two', filename: 'two.md', vector: Float32Array.of(0, 1) },
      ],
      { config: { embedding_model: 'theirs', embedding_dimensions: '2' } },
    );
    const { ask } = await agentWith({ index_file: file, embedding_url: service.url, embedding_key: 'a-secret-key' });
    expect(await ask('unknown words', { count: 1 })).toContain('File: two.md; Relevance: 1.00');
    expect(service.received[0]?.headers.authorization).toBe('Bearer a-secret-key');
  });

  it.each([
    ['fails', { status: 500 }, 'the embedding service returned status 500. The search uses only words'],
    ['is busy', { status: 429 }, 'the embedding service returned status 429. The search uses only words'],
    [
      'says nothing',
      { body: '{}' },
      'the response of the embedding service has no embeddings. The search uses only words',
    ],
    [
      'makes other vectors',
      { body: '{"data":[{"embedding":[1,2,3]}]}' },
      'theirs returned a vector with 3 dimensions, but the index has 2. The search uses only words',
    ],
  ])('is searched by words, with a warning, if the service %s', async (_, answer, message) => {
    const service = await receiver(() => answer);
    closedAfterTest(service);
    const { ask, logged } = await agentWith({ index_file: await theirs(), embedding_url: service.url });
    expect(await ask('one')).toContain('File: one.md');
    expect(logged).toEqual([expect.stringContaining(message)]);
  });

  it('is not searched if the policy forbids the service', async () => {
    setEgress('loopback');
    const { ask } = await agentWith({ index_file: await theirs(), embedding_url: 'http://embed.example.com' });
    await expect(ask('one')).rejects.toThrow('embed.example.com is not on this machine');
  });

  it('is built from a folder if it does not exist, and kept if it does', async () => {
    folder.file('made/a.md', 'Alpha was here.');
    const params = {
      index_file: join(folder.path, 'made.swsearch'),
      build_index: true,
      source_dir: join(folder.path, 'made'),
      model_name: 'hash',
      global_tags: ['x'],
    };
    expect(await (await agentWith(params)).ask('alpha')).toContain('Tags: x;');
    folder.file('made/b.md', 'Beta was here.');
    expect(await (await agentWith(params)).ask('beta')).not.toContain('b.md');
    expect(await (await agentWith({ ...params, overwrite: true })).ask('beta')).toContain('b.md');
    folder.file('made/b.md', Buffer.alloc(10));
    const { ask, logged } = await agentWith({ ...params, overwrite: true });
    expect(await ask('beta')).toContain('b.md');
    expect(logged).toContainEqual(expect.stringContaining('made.swsearch was not created: the index contains b.md'));
  });
});

describe('setup', () => {
  it.each([
    ['set index_file, remote_url, or the backend pgvector', {}],
    [
      'the backend pgvector requires a collection_name',
      { backend: 'pgvector', connection_string: 'postgres://127.0.0.1/x' },
    ],
    ['remote_url must be an http or https address', { remote_url: 'ftp://example.org' }],
    ['tags[0] must be a string', { index_file: 'x', tags: [5] }],
    ['count must be at most 20', { index_file: 'x', count: 50 }],
  ])('reports %s', async (message, params) => {
    await expect(agentWith(params)).rejects.toThrow(message);
  });

  it('returns false for a missing file and logs what to do', async () => {
    const logs: string[] = [];
    const agent = new Agent({ env: {} });
    agent.on('log', ({ message }) => logs.push(message));
    await expect(agent.add_skill('native_vector_search', { index_file: '/none.swsearch' })).rejects.toThrow('setup()');
    expect(logs).toEqual([
      expect.stringContaining('the file /none.swsearch does not exist. Create one with patchbay skills index DIR'),
    ]);
  });

  it('supports several instances', async () => {
    const { agent } = await agentWith({ index_file: LIBRARY });
    await agent.add_skill('native_vector_search', { index_file: LIBRARY, tool_name: 'search_rules', hints: ['fine'] });
    expect(agent.tools.map(({ name }) => name)).toEqual(['search_knowledge', 'search_rules']);
    expect(agent.hints).toContain('fine');
    expect(Object.values(agent.global_data)).toHaveLength(2);
  });
});

async function server(files: readonly string[] = [LIBRARY], auth = { username: 'reader', password: 'p@ss/word:1' }) {
  const output: string[] = [];
  const tell = { info: (message: string) => output.push(message), warn: (message: string) => output.push(message) };
  const made = closedAfterTest(await serveDocuments(files, { port: 0, auth, tell, send: nowhere }));
  const basic = Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
  const post = async (path: string, body: unknown, authorization = `Basic ${basic}`) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(made.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const { host } = new URL(made.url);
  const { username, password } = auth;
  return { url: `http://${username}:${encodeURIComponent(password)}@${host}`, host, post, output };
}

describe('a search server', () => {
  it('returns the same results as the file', async () => {
    const { url } = await server();
    const remote = await agentWith({ remote_url: url });
    const local = await agentWith({ index_file: LIBRARY });
    for (const query of ['how long may a book be kept', 'group rooms', 'zebra xylophone'])
      expect(await remote.ask(query)).toBe(await local.ask(query));
  });

  it('redacts the password in all output', async () => {
    const { url } = await server();
    const { agent } = await agentWith({ remote_url: url });
    const output: unknown[] = [];
    agent.on('http', (exchange) => output.push(exchange));
    await agent.call_tool('search_knowledge', { query: 'books' });
    expect(output).toHaveLength(1);
    expect(inspect([output, agent.document(), agent.global_data], { depth: 9 })).not.toMatch(/p@ss|p%40ss/);
  });

  it.each([
    ['a wrong password', (url: string) => url.replace('reader', 'other')],
    ['no server', () => 'http://127.0.0.1:1'],
  ])('is unavailable to the skill with %s', async (what, change) => {
    const { url } = await server();
    if (what === 'no server') return expect(agentWith({ remote_url: change(url) })).rejects.toThrow('setup()');
    const { ask } = await agentWith({ remote_url: change(url) });
    expect(await ask('books')).toBe('The knowledge base rejected the credentials of this agent. Do not try again.');
  });

  it('lists its indexes if the requested one is missing', async () => {
    const { url } = await server();
    const logs: string[] = [];
    const agent = new Agent({ env: {} });
    agent.on('log', ({ message }) => logs.push(message));
    const loading = agent.add_skill('native_vector_search', { remote_url: url, index_name: 'nope' });
    await expect(loading).rejects.toThrow('setup()');
    expect(logs).toEqual([
      expect.stringMatching(/ has no index nope\. Set index_name to one of these: default, library$/),
    ]);
    await (await agentWith({ remote_url: url, index_name: 'library' })).ask('books');
  });

  it('reports the explanation of a server that lost the index', async () => {
    const answer = ({ target }: { target: string }) =>
      target === '/health'
        ? { body: '{"status":"healthy"}' }
        : { status: 404, body: '{"detail":"there is no\\nindex x"}' };
    const service = await receiver(answer);
    closedAfterTest(service);
    const { ask, logged } = await agentWith({ remote_url: service.url, index_name: 'x' });
    expect(await ask('books')).toBe('The knowledge base cannot be reached. Try again later.');
    expect(logged).toEqual([expect.stringContaining('/search returned status 404: there is no index x')]);
  });
});

describe('the protocol of a search server', () => {
  it('serves only its health without authentication', async () => {
    const { host, post } = await server();
    const health = await fetch(`http://${host}/health`);
    expect(await health.json()).toEqual({
      status: 'healthy',
      backend: 'sqlite',
      indexes: ['default', 'library'],
      ssl_enabled: false,
      auth_required: true,
      connection_string: null,
    });
    for (const path of ['/search', '/reload_index'])
      expect(await post(path, { query: 'x' }, 'Basic eDp5')).toMatchObject({
        status: 401,
        body: { detail: expect.any(String) },
      });
  });

  it('responds in the format of the protocol', async () => {
    const { post } = await server();
    const { status, body } = await post('/search', {
      query: 'When is the library open?',
      index_name: 'library',
      count: 1,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        {
          content: expect.stringContaining('library is open'),
          score: expect.any(Number),
          metadata: { filename: 'opening.html', section: 'Opening hours', tags: [], metadata: expect.any(Object) },
        },
      ],
      query_analysis: {
        original_query: 'When is the library open?',
        enhanced_query: 'library open',
        detected_language: 'en',
        pos_analysis: {},
      },
    });
  });

  it.each([
    [404, { query: 'x', index_name: 'none' }],
    [422, {}],
    [422, { query: '' }],
    [422, { query: 'x'.repeat(1001) }],
    [422, { query: 'x', count: 0 }],
    [422, { query: 'x', count: 1.5 }],
    [422, { query: 'x', similarity_threshold: 2 }],
    [422, { query: 'x', tags: 'pets' }],
    [422, []],
  ])('responds with %i to %j', async (status, body) => {
    expect(await (await server()).post('/search', body)).toMatchObject({
      status,
      body: { detail: expect.any(String) },
    });
  });

  it('reports a failed search as a failure, not as an empty result', async () => {
    const tell = { info: () => {}, warn: () => {} };
    const auth = { username: 'a', password: 'b' };
    const send = () => Promise.reject(new TransportFault('miss', 'not recorded'));
    const made = closedAfterTest(
      await serveDocuments([await theirs()], { port: 0, auth, tell, send, url: 'http://127.0.0.1:1' }),
    );
    const { ask } = await agentWith({ remote_url: made.url.replace('//', '//a:b@') });
    expect(await ask('one')).toBe('The knowledge base cannot be reached. Try again later.');
  });

  it('reopens a file, but no file in another folder', async () => {
    folder.file('served/a.md', 'Alpha.');
    const file = join(folder.path, 'beside', 'served.swsearch');
    folder.file('beside/.keep');
    const index = () => indexDocuments(join(folder.path, 'served'), file, { model: 'hash', send: nowhere });
    await index();
    const { post } = await server([file]);
    const found = async () => JSON.stringify((await post('/search', { query: 'beta' })).body.results);
    folder.file('served/b.md', 'Beta.');
    await index();
    expect(await found()).not.toContain('b.md');
    expect(await post('/reload_index?index_name=served', {})).toMatchObject({
      status: 200,
      body: { status: 'reloaded' },
    });
    expect(await found()).toContain('b.md');
    for (const path of [LIBRARY, '/etc/passwd', `${folder.path}/beside/../beside/served.swsearch`, 'none.swsearch'])
      expect(await post(`/reload_index?index_path=${encodeURIComponent(path)}`, {})).toMatchObject({ status: 400 });
    expect(await post('/reload_index?index_name=none', {})).toMatchObject({ status: 400 });
  });
});

async function output(run: () => Promise<number>) {
  const written = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((written.out += text)));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((written.err += text)));
  const code = await run();
  return { code, ...written };
}
const never = new Promise<never>(() => {});

describe('the commands', () => {
  it('index and search a folder', async () => {
    folder.file('shop/prices.md', '# Prices\n\nBread costs three.');
    const file = join(folder.path, 'shop.swsearch');
    const words = [join(folder.path, 'shop'), '-o', file, '--model', 'hash', '--tags', 'a,b'];
    expect(await output(() => indexFiles(words, never))).toEqual({
      code: 0,
      out: `${file}: 1 chunk from 1 file\n`,
      err: '',
    });
    expect(await (await agentWith({ index_file: file, tags: ['b'] })).ask('bread')).toContain('Tags: a, b');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('change nothing if %s interrupts them, and exit with %i', async (signal, code) => {
    folder.file('shop2/prices.md', '# Prices\n\nBread costs three.');
    const file = join(folder.path, 'interrupted.swsearch');
    const words = [join(folder.path, 'shop2'), '-o', file, '--model', 'hash'];
    expect(await output(() => indexFiles(words, Promise.resolve([signal])))).toMatchObject({
      code,
      err: `patchbay: interrupted; ${file} was not created\n`,
    });
    expect(existsSync(file)).toBe(false);
  });

  it('report progress inside a large file, and skipped files', async () => {
    folder.file('large/a.md', Array.from({ length: 500 }, (_, index) => `# Title ${index}\n\nText.`).join('\n\n'));
    folder.file('large/b.md');
    folder.file('large/c.md', Buffer.alloc(10));
    const words = [join(folder.path, 'large'), '-o', join(folder.path, 'large.swsearch'), '--model', 'none'];
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1001));
    const { out, err } = await output(() => indexFiles(words, never));
    expect(err).toContain('patchbay: 0 of 3 files, 320 chunks\n');
    expect(out).toMatch(/: 500 chunks from 1 file \(1 skipped, 1 empty\)\n$/);
  });

  it('list each skipped file with its reason', async () => {
    folder.file('mixed/a.md', '# Prices');
    folder.file('mixed/b.md', Buffer.alloc(10));
    folder.file('mixed/sub/c.pdf', 'text');
    folder.file('mixed/d.zip', 'text');
    folder.file('mixed/.hidden.md5', 'text');
    const file = join(folder.path, 'mixed.swsearch');
    expect(await output(() => indexFiles([join(folder.path, 'mixed'), '-o', file, '--model', 'none'], never))).toEqual({
      code: 0,
      out: `${file}: 1 chunk from 1 file (1 skipped)\n`,
      err: `patchbay: skipped because of the type: d.zip, sub/c.pdf. The types to index are md, txt, html\npatchbay: b.md is skipped: it is not text (or it is UTF-16 without a byte order mark)\n`,
    });
  });
});

describe('the warnings of the commands', () => {
  it('check the folder before they warn about packages', async () => {
    const file = folder.file('unsuitable/a.pdf', 'text');
    const { err } = await output(async () => {
      for (const [path, message] of [
        [join(folder.path, 'unsuitable'), 'contains no files of the types md, txt, html'],
        [file, 'a.pdf is a file, not a folder'],
        ['/none', 'the folder /none does not exist'],
      ] as const)
        await expect(indexFiles([path, '-o', join(folder.path, 'x.swsearch')], never)).rejects.toThrow(message);
      return 0;
    });
    expect(err).toBe('');
  });

  it('keep an index that would lose files that cannot be read now', async () => {
    const [document, file] = [folder.file('shop3/prices.md', 'Bread.'), join(folder.path, 'shop3.swsearch')];
    const words = [join(folder.path, 'shop3'), '-o', file, '--model', 'none'];
    await output(() => indexFiles(words, never));
    folder.file('shop3/more.md', 'Cake.');
    writeFileSync(document, Buffer.alloc(10));
    expect(await output(() => indexFiles(words, never))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /contains prices.md, which cannot be read now; .*shop3.swsearch is unchanged. Add --allow-loss to replace it\n$/,
      ),
    });
    expect(await (await agentWith({ index_file: file })).ask('bread')).toContain('prices.md');
    expect(await output(() => indexFiles([...words, '--allow-loss'], never))).toMatchObject({ code: 0 });
  });

  it.each([
    ['needs one folder', []],
    ['--size must be a number', ['docs', '--size', 'big']],
    ['--size needs a value. Write a value that starts with a dash as in --size=-XYZ', ['docs', '--size', '-3']],
    ['size must be an integer of at least 1, not -3', ['docs', '--size=-3']],
    ['size must be an integer of at least 1, not 0', ['docs', '--size', '0']],
    ['size must be an integer of at least 1, not 1.5', ['docs', '--size', '1.5']],
    ['the strategy markdown does not support overlap', ['docs', '--overlap', '5']],
    ['overlap (50) must be less than size (5)', ['docs', '--chunks', 'sliding', '--overlap', '50', '--size', '5']],
    ['overlap must be an integer of at least 0, not 0.5', ['docs', '--chunks', 'sliding', '--overlap', '0.5']],
    ['threshold must be from 0 to 1, not 3', ['docs', '--chunks', 'topic', '--threshold', '3']],
    ['choose one of --output and --collection', ['docs', '-o', 'x', '--collection', 'y']],
    ['--collection needs DATABASE_URL in the environment', ['docs', '--collection', 'y']],
    ['the folder /none does not exist', ['/none', '--model', 'hash']],
  ])('report: %s', async (message, words) => {
    vi.stubEnv('DATABASE_URL', '');
    await expect(indexFiles(words, never)).rejects.toThrow(message);
  });

  it('serve an index at an address that the skill can use', async () => {
    let out = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += text)));
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    const ended = serveIndex([LIBRARY, '--port', '0'], stopped);
    await vi.waitUntil(() => out !== '');
    expect(out).toMatch(/^Serving default, library at http:/);
    const params = JSON.parse(/\{.*\}/.exec(out)?.[0] ?? '') as Record<string, unknown>;
    expect(await (await agentWith(params)).ask('how long may a book be kept')).toContain('borrowing.md');
    stop();
    expect(await ended).toBe(0);
  });
});
