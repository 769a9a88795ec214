import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { globMatcher } from '../../src/search/build/find-files.js';
import { piecesOf, STRATEGY_NAMES, usualFor } from '../../src/search/chunks/index.js';
import { openSqlite, textOf } from '../../src/search/file/sqlite.js';
import { indexDocuments } from '../../src/skills/index.js';
import { bundledScript } from '../support/bundled-script.js';
import { Folder, hash, names, nowhere, openFileIndex } from './indexed.js';

const folder = new Folder();
afterAll(() => folder.remove());
const output = (name: string) => join(folder.path, `${name}.swsearch`);
const index = (source: string, name: string, options = {}) =>
  indexDocuments(join(folder.path, source), output(name), { model: 'hash', send: nowhere, ...options });

beforeAll(() => {
  folder.file('docs/cats.md', '# Cats\n\nCats sleep.\n\n## Food\n\nCats eat fish.\n');
  folder.file('docs/deep/dogs.txt', 'Dogs bark.\n\nDogs eat meat.');
  folder.file('docs/page.html', '<nav>Menu</nav><h1>Birds</h1><p>Birds sing.</p><script>evil()</script>');
  folder.file('docs/node_modules/x/readme.md', 'Left out.');
  folder.file('docs/image.md', Buffer.from([0, 1, 2, 3]));
  folder.file('docs/notes.pdf', 'not read');
  symlinkSync('/etc', join(folder.path, 'docs/link'));
});

describe('an index of a folder', () => {
  it('contains the chunks of its documents, found by words and by vectors', async () => {
    const warnings: string[] = [];
    const done = await index('docs', 'pets', { tags: ['animal'], warn: (message: string) => warnings.push(message) });
    expect(done).toEqual({ files: 4, of: 4, leftOut: 1, empty: 0, chunks: 4, reused: 0 });
    expect(warnings).toEqual([
      'skipped because of the type: notes.pdf. The types to index are md, txt, html',
      expect.stringMatching(/^image\.md is skipped: it is not text/),
    ]);
    const opened = await openFileIndex(output('pets'));
    expect(opened.stats).toEqual({
      total_chunks: 4,
      total_files: 3,
      chunks_with_vectors: 4,
      model: 'hash-256',
      dimensions: 256,
    });
    const [hit] = await opened.search({
      text: 'what do cats eat',
      count: 1,
      similarity_threshold: 0,
      tags: ['animal'],
    });
    expect(hit).toMatchObject({
      filename: 'cats.md',
      section: 'Cats > Food',
      content: '## Food\n\nCats eat fish.',
      tags: ['animal'],
      metadata: { file_type: 'md', h1: 'Cats', h2: 'Food' },
    });
    expect(await names(opened, 'singing birds')).toEqual(['page.html']);
    expect(await names(opened, 'menu evil')).toEqual([]);
    await opened.close();
  });

  it('has the tables that other tools expect, including a complete full-text index', async () => {
    const database = await openSqlite(output('pets'));
    const texts = (sql: string) => database.rows(sql).map((row) => row.map(textOf));
    expect(
      texts(
        "SELECT CAST(name AS BLOB) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%!_%' ESCAPE '!'",
      ).flat(),
    ).toEqual(['chunks', 'synonyms', 'config']);
    expect(database.rows("SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH 'fish'")).toHaveLength(1);
    expect(database.rows('SELECT length(embedding) FROM chunks')).toEqual([[1024], [1024], [1024], [1024]]);
    const config = new Map(texts('SELECT CAST(key AS BLOB), CAST(value AS BLOB) FROM config') as [string, string][]);
    expect(config.get('embedding_dimensions')).toBe('256');
    expect(config.get('file_types')).toBe('["md","txt","html"]');
    database.close();
  });

  it('embeds only changed text again, even if unchanged text moved', async () => {
    folder.file('changing/a.md', '# A\n\nFirst text.\n\n# B\n\nSecond text.');
    await index('changing', 'changing');
    folder.file('changing/a.md', 'New at the top.\n\n# A\n\nFirst text.\n\n# B\n\nChanged text.');
    expect(await index('changing', 'changing')).toMatchObject({ chunks: 3, reused: 1 });
    folder.file('changing/b.md', '# A\n\nFirst text.');
    expect(await index('changing', 'changing', { model: 'hash-64' })).toMatchObject({ chunks: 4, reused: 0 });
  });

  it('keeps the old file and leaves no temporary file if the build is interrupted or fails', async () => {
    await index('docs', 'kept');
    const before = readFileSync(output('kept'));
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error('enough'));
    await expect(index('docs', 'kept', { onProgress, signal: stop.signal })).rejects.toThrow('enough');
    await expect(index('docs', 'kept', { strategy: 'semantic', model: 'none' })).rejects.toThrow(
      'requires an embedder',
    );
    expect(readFileSync(output('kept')).equals(before)).toBe(true);
    expect(readdirSync(folder.path).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

describe('the file of an index', () => {
  it('removes temporary files of killed builds, but not of running ones', async () => {
    const beside = () => readdirSync(folder.path).filter((name) => name.startsWith('killed.swsearch'));
    folder.file('killed.swsearch.0badcafe.unfinished', 'torn');
    folder.file('killed.swsearch.notes.unfinished', 'another program');
    const script = bundledScript(join(import.meta.dirname, 'write-and-wait.ts'));
    const writer = async () => {
      const child = spawn(process.execPath, [script, output('killed')], { stdio: ['pipe', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      return child;
    };
    const [killed, working] = [await writer(), await writer()];
    expect(beside()).toHaveLength(3);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await index('docs', 'killed');
    expect(beside()).toHaveLength(3);
    working.stdin.write('go on');
    await once(working, 'exit');
    expect(beside()).toEqual(['killed.swsearch', 'killed.swsearch.notes.unfinished']);
    const opened = await openFileIndex(output('killed'));
    expect(await names(opened, 'alpha')).toEqual(['theirs.md']);
    await opened.close();
  });

  it('is written to the target of a link', async () => {
    for (const name of ['linked', 'dangling']) {
      const target = join(folder.path, `${name}.target`);
      if (name === 'linked') await index('docs', 'linked').then(() => renameSync(output('linked'), target));
      symlinkSync(`${name}.target`, output(name));
      await index('docs', name, { tags: ['new'] });
      expect(lstatSync(output(name)).isSymbolicLink()).toBe(true);
      const opened = await openFileIndex(target);
      expect(await names(opened, 'fish', { tags: ['new'] })).toEqual(['cats.md']);
      await opened.close();
    }
  });

  it('does not replace an index that has more files unless losses are allowed', async () => {
    folder.file('losing/a.md', 'Alpha.');
    folder.file('losing/b.md', 'Beta.');
    await index('losing', 'losing');
    const before = readFileSync(output('losing'));
    folder.file('losing/a.md', Buffer.alloc(3000));
    await expect(index('losing', 'losing')).rejects.toThrow('the index contains a.md, which cannot be read now');
    folder.file('losing/b.md', '');
    await expect(index('losing', 'losing')).rejects.toThrow(/^none of the files in .* can be indexed$/);
    expect(readFileSync(output('losing')).equals(before)).toBe(true);
    expect(await index('losing', 'losing', { mayLose: true })).toMatchObject({ chunks: 0 });
  });

  it('drops deleted files and files that could never be read', async () => {
    folder.file('leaving/a.md', 'Alpha.');
    folder.file('leaving/b.md', 'Beta.');
    folder.file('leaving/c.md', Buffer.alloc(30));
    await index('leaving', 'leaving');
    rmSync(join(folder.path, 'leaving/a.md'));
    expect(await index('leaving', 'leaving')).toMatchObject({ chunks: 1 });
  });

  it.each([
    [' does not exist', 'nowhere', {}],
    ['contains no files of the types txt', 'changing', { types: ['txt'] }],
    ['files of the type pdf cannot be indexed', 'docs', { types: ['md', 'pdf'] }],
    ['unknown strategy words', 'docs', { strategy: 'words' }],
    ['npm install @huggingface/transformers', 'docs', { model: 'mini' }],
  ])('reports: %s', async (message, source, options) => {
    await expect(index(source, 'wrong', options)).rejects.toThrow(message);
    expect(existsSync(output('wrong'))).toBe(false);
  });

  it('does not replace a file that is not an index', async () => {
    folder.file('letter.swsearch', 'Dear reader');
    await expect(index('docs', 'letter')).rejects.toThrow('exists and is not a search index. Remove it first');
    expect(readFileSync(output('letter'), 'utf8')).toBe('Dear reader');
  });
});

describe('the texts of an index', () => {
  it('contains the alternative texts of images', async () => {
    folder.file('pictures/a.html', '<p>See <img src="x.png" alt="the floor plan"><img alt=""> here.</p>');
    await index('pictures', 'pictures');
    const opened = await openFileIndex(output('pictures'));
    const hits = await opened.search({ text: 'floor plan', count: 1, similarity_threshold: 0, tags: [] });
    expect(hits.map(({ content }) => content)).toEqual(['See the floor plan here.']);
    await opened.close();
  });

  it('detects the encoding of texts and reports doubts', async () => {
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
    folder.file('written/little.txt', utf16('Kätzchen schlafen.'));
    folder.file('written/big.md', utf16('Gänse schnattern.').swap16());
    folder.file('written/western.txt', Buffer.from('Vögel singen am Morgen.', 'latin1'));
    folder.file('written/stated.html', Buffer.from('<meta charset="iso-8859-1"><p>Hühner gackern.</p>', 'latin1'));
    // "cat" and a full stop in Shift-JIS, and Cyrillic letters in KOI8-R.
    folder.file('written/japanese.txt', Buffer.from([0x94, 0x4c, 0x81, 0x42]));
    folder.file('written/cyrillic.txt', Buffer.from([0xeb, 0xcf, 0xdb, 0xcb, 0xc1]));
    folder.file('written/late.txt', Buffer.concat([Buffer.from('a '.repeat(4000)), Buffer.from([0])]));
    folder.file('written/marked.txt', Buffer.from([0xff, 0xfe, 0, 0, 1, 0]));
    const warnings: string[] = [];
    await index('written', 'written', { warn: (message: string) => warnings.push(message) });
    expect(warnings).toEqual([
      'cyrillic.txt is skipped: it is not UTF-8, and its encoding is unknown. Save it as UTF-8',
      'japanese.txt is skipped: it is not UTF-8, and its encoding is unknown. Save it as UTF-8',
      'late.txt is skipped: it is not text (or it is UTF-16 without a byte order mark)',
      'marked.txt is skipped: it starts like text but contains binary data',
      'western.txt is not UTF-8, so it was read as windows-1252. Save it as UTF-8 if that is wrong',
    ]);
    const opened = await openFileIndex(output('written'));
    for (const [word, name] of Object.entries({
      Kätzchen: 'little.txt',
      Gänse: 'big.md',
      Vögel: 'western.txt',
      Hühner: 'stated.html',
    }))
      expect(await names(opened, word, { count: 1 })).toEqual([name]);
    await opened.close();
  });

  it('indexes only words and warns if the default model is not installed', async () => {
    const warn = vi.fn();
    await index('docs', 'words', { model: undefined, warn });
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/embedding_url\. Until then, the search uses only words/));
    const opened = await openFileIndex(output('words'));
    expect([opened.stats.chunks_with_vectors, await names(opened, 'fish')]).toEqual([0, ['cats.md']]);
    await opened.close();
  });
});

const TEXT = `# Shop

We sell bread. We sell cake. Do you want some? It is fresh.

## How do I pay?

With money. Cards are fine too.

\`\`\`js
pay( card );
\`\`\`
`;
const pieces = async (strategy: string, text = TEXT, options = {}) =>
  piecesOf(text, {
    type: strategy === 'json' ? 'json' : 'md',
    strategy,
    ...usualFor(strategy),
    embedder: await hash(),
    ...options,
  });

describe('the strategy', () => {
  it('sentence groups a number of sentences', async () => {
    const found = await pieces('sentence', TEXT, { size: 2 });
    expect(found.map(({ content }) => content)).toEqual([
      'We sell bread. We sell cake.',
      'Do you want some? It is fresh.',
      'With money. Cards are fine too.',
      '```js\npay( card );\n```',
    ]);
  });

  it('sliding shares words with the previous chunk', async () => {
    const found = await pieces('sliding', 'a b c d e f g', { size: 4, overlap: 2 });
    expect(found.map(({ content }) => content)).toEqual(['a b c d', 'c d e f', 'e f g']);
  });

  it('page splits at form feeds', async () => {
    const found = await pieces('page', 'One.\n\n\fTwo.\n\nStill two.\n\n\fThree.');
    expect(found.map(({ content, metadata }) => [content, metadata.page_number])).toEqual([
      ['One.', 1],
      ['Two.\n\nStill two.', 2],
      ['Three.', 3],
    ]);
  });

  it('topic and semantic join similar neighbours', async () => {
    const text = 'Bread is baked early. \n\nEarly bread is the best baked bread.\n\nTrains run late.';
    expect((await pieces('topic', text)).map(({ end }) => end)).toEqual([3, 5]);
    expect((await pieces('semantic', text, { threshold: 0.3 })).map(({ end }) => end)).toEqual([3, 5]);
  });

  it('qa keeps an answer with its question', async () => {
    const found = await pieces('qa', 'Q: Open today?\nYes.\n\nUntil nine.\n\nQ: And tomorrow?\nNo.');
    expect(found.map(({ content }) => content)).toEqual([
      'Q: Open today?\nYes.\n\nUntil nine.',
      'Q: And tomorrow?\nNo.',
    ]);
  });

  it('json reads existing chunks', async () => {
    const text = JSON.stringify({
      chunks: [{ content: 'One.', section: 'A', tags: ['x'], metadata: { n: 1 } }, 'Two.', 5],
    });
    expect((await pieces('json', text)).map(({ content, tags }) => [content, tags])).toEqual([
      ['One.', ['x']],
      ['Two.', []],
    ]);
  });

  it('json removes NUL characters and lone surrogates, which databases reject', async () => {
    const odd = 'a\0b\ud800';
    const text = JSON.stringify([
      { content: odd, section: odd, tags: [odd], metadata: { [odd]: [{ k: odd }, 5, null] } },
    ]);
    const mended = 'ab\ufffd';
    expect(await pieces('json', text)).toEqual([
      { content: mended, section: mended, tags: [mended], metadata: { [mended]: [{ k: mended }, 5, null] } },
    ]);
    const deep = `[{"content":"x","metadata":{"a":${'['.repeat(9000)}${']'.repeat(9000)}}}]`;
    await expect(pieces('json', deep)).rejects.toThrow(
      new TypeError('its metadata has more than 50 levels of nesting'),
    );
  });

  it.each(STRATEGY_NAMES)('%s loses no word and creates no empty or oversized chunk', async (strategy) => {
    const word = (at: number) => `word${at}`;
    const long = Array.from(
      { length: 5000 },
      (_, index) => `${word(index)}${index % 9 ? '' : '.'}${index % 50 ? ' ' : '\n\n'}`,
    ).join('');
    const text = strategy === 'json' ? JSON.stringify([long]) : long;
    const found = await pieces(strategy, text);
    const words = new Set(found.flatMap(({ content }) => content.match(/word\d+/g) ?? []));
    expect(words.size).toBe(5000);
    for (const { content } of found) expect(content.trim().length > 0 && content.length <= 8000).toBe(true);
  });
});

describe('the strategy for Markdown,', () => {
  it('markdown keeps the text under one heading together and code blocks whole', async () => {
    expect(await pieces('markdown')).toEqual([
      {
        content: '# Shop\n\nWe sell bread. We sell cake. Do you want some? It is fresh.',
        section: 'Shop',
        start: 1,
        end: 3,
        metadata: { h1: 'Shop' },
      },
      {
        content: '## How do I pay?\n\nWith money. Cards are fine too.\n\n```js\npay( card );\n```',
        section: 'Shop > How do I pay?',
        start: 5,
        end: 11,
        metadata: { h1: 'Shop', h2: 'How do I pay?', has_code: true, code_languages: ['js'] },
      },
    ]);
  });

  it('markdown recognizes underlined titles', async () => {
    const text = 'Cats\n====\n\nCats sleep.\n\n**Food**\n---\nCats eat.\n\n# Dogs\nBarking\n-------\nDogs bark.';
    expect((await pieces('markdown', text)).map(({ section, content }) => [section, content])).toEqual([
      ['Cats', '# Cats\n\nCats sleep.'],
      ['Cats > **Food**', '## **Food**\n\nCats eat.'],
      ['Dogs > Barking', '## Barking\n\nDogs bark.'],
    ]);
  });

  it.each([
    '- a point\n---',
    '1. a point\n---',
    '> a quotation\n---',
    '| a |\n---',
    '    code\n---',
    '```yaml\n---\na: b\n```',
    '***\n---',
    `${'a long paragraph '.repeat(9)}\n---`,
    'two\nlines\n---',
  ])('markdown finds no title in %j', async (text) => {
    expect((await pieces('markdown', `# Top\n\n${text}`)).map(({ section }) => section)).toEqual(['Top']);
  });

  it.each([
    ['tags: [cats, 5, "a b"]', ['cats', '5', 'a b']],
    ['tags: cats, dogs', ['cats', 'dogs']],
    ['tags:\r\n  - cats\r\n  - cats', ['cats']],
    ['tags: {a: 1}', undefined],
    ['tags: [', undefined],
    ['title: x', undefined],
  ])('every strategy adds the tags of the front matter %j', async (matter, tags) => {
    for (const strategy of ['markdown', 'paragraph'])
      expect((await pieces(strategy, `---\r\n${matter}\r\n---\r\n\r\nText.`))[0]?.tags).toEqual(tags);
  });
});

it.each([
  ['**/node_modules/**', 'a/node_modules/b.md', true],
  ['**/node_modules/**', 'node_modules/b.md', true],
  ['**/node_modules/**', 'a/node_modules_b.md', false],
  ['*.md', 'a.md', true],
  ['*.md', 'a/b.md', false],
  ['docs/*/x?.md', 'docs/a/x1.md', true],
  ['a+b(c).md', 'a+b(c).md', true],
  ['secret*', 'secrets.txt', true],
])('the pattern %s matches %s: %s', (pattern, path, fits) => {
  expect(globMatcher([pattern])(path)).toBe(fits);
});

it('has a fixture built from the documents next to it', async () => {
  const root = join(import.meta.dirname, '..', '..', 'fixtures', 'search');
  await indexDocuments(join(root, 'library'), output('library'), { model: 'hash', send: nowhere });
  const rows = async (path: string) => {
    const database = await openSqlite(path);
    const found = database.rows('SELECT filename, section, content, embedding FROM chunks ORDER BY id');
    database.close();
    return found;
  };
  expect(await rows(join(root, 'library.swsearch'))).toEqual(await rows(output('library')));
});
