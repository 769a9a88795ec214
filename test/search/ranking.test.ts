import { afterAll, describe, expect, it } from 'vitest';
import { choose } from '../../src/search/rank/choose.js';
import { relevance } from '../../src/search/rank/signals.js';
import { best, Vectors } from '../../src/search/rank/vectors.js';
import { anyOf, wordsOf } from '../../src/search/rank/words.js';
import { seeded } from '../support/random.js';
import { Folder, hash, names, openFileIndex, written } from './indexed.js';

const folder = new Folder();
afterAll(() => folder.remove());

const PETS = [
  { content: 'Cats sleep most of the day.', filename: 'cats.md', tags: ['pets'] },
  { content: 'Dogs bark at the postman every morning.', filename: 'dogs.md', tags: ['pets', 'loud'] },
  { content: 'Trains leave every hour from platform nine.', filename: 'travel/trains.md', tags: ['travel'] },
  { content: 'Refunds for a train are paid within a week.', filename: 'travel/refunds.md', tags: ['travel'] },
];
const pets = async (options = {}) => openFileIndex(await written(folder.file('pets.swsearch'), PETS, options));

const numbers = (seed: number) => {
  const { below } = seeded(seed);
  return () => below(1_000_000) / 1_000_000;
};

describe('words', () => {
  it('are distinct and without stop words', () => {
    expect(wordsOf('What is the Café, and is the café open?')).toEqual(['café', 'open']);
  });

  it('are the stop words if the text has no other words', () => {
    expect(wordsOf('to be or not to be')).toEqual(['to', 'be', 'or', 'not']);
  });

  it.each(['"', "'", 'a" OR b', 'NEAR(a b)', 'x*', 'col:umn', '-', '(', '\u0000', '; DROP TABLE chunks', '\ud800'])(
    'of %j are not full-text syntax',
    async (text) => {
      const index = await pets();
      await expect(names(index, text)).resolves.toEqual(expect.any(Array));
      expect(anyOf(wordsOf(text))).not.toMatch(/[^\p{L}\p{N}\p{M}" ]/u);
      await index.close();
    },
  );
});

describe('a search without vectors', () => {
  it('finds chunks with any of the words and ranks those with most words first', async () => {
    const index = await pets();
    expect(await names(index, 'when does the train leave')).toEqual(['travel/trains.md', 'travel/refunds.md']);
    expect(await names(index, 'elephants')).toEqual([]);
    await index.close();
  });

  it('finds chunks that contain only the stem of a word', async () => {
    const index = await openFileIndex(
      await written(folder.file('stem.swsearch'), [{ content: 'The cat sleeps.', filename: 'pet.md' }]),
    );
    expect(await names(index, 'cats')).toEqual(['pet.md']);
    await index.close();
  });

  it('finds a file by its name', async () => {
    expect(await names(await pets(), 'refunds')).toContain('travel/refunds.md');
    const index = await openFileIndex(
      await written(folder.file('named.swsearch'), [
        { content: 'Nothing of that sort.', filename: 'price-list.md' },
        { content: 'Nothing either.', filename: 'other.md' },
      ]),
    );
    expect(await names(index, 'price list')).toEqual(['price-list.md']);
    await index.close();
  });
});

describe('a search with vectors', () => {
  it('finds chunks that only their vectors connect', async () => {
    const index = await pets({ vectors: true });
    const [vector] = await (await hash()).embed(['postmen barking']);
    expect((await names(index, 'postmen barking', { vector }))[0]).toBe('dogs.md');
    await index.close();
  });

  it('rejects a vector of another length', async () => {
    const index = await pets({ vectors: true });
    await expect(names(index, 'cats', { vector: new Float32Array(3) })).rejects.toThrow('have 256 dimensions');
    await index.close();
  });

  it('applies keyword_weight', async () => {
    const index = await openFileIndex(
      await written(
        folder.file('weight.swsearch'),
        [
          { content: 'zebra', filename: 'word.md' },
          { content: 'giraffe', filename: 'meaning.md' },
        ],
        { vectors: true },
      ),
    );
    const [vector] = await (await hash()).embed(['giraffe']);
    const ask = (keyword_weight: number) => names(index, 'zebra', { vector, keyword_weight });
    expect([await ask(1), await ask(0)]).toEqual([['word.md'], ['meaning.md']]);
    await index.close();
  });

  it('finds exactly the ten nearest of a thousand vectors', () => {
    const random = numbers(11);
    const all = Array.from({ length: 1000 }, () => Float32Array.from({ length: 16 }, () => random() - 0.5));
    const vectors = new Vectors(16);
    for (const vector of all) vectors.add(vector);
    const asked = all[500]!.map((value) => value + (random() - 0.5) / 4);
    const cosine = (one: Float32Array) => {
      const of = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
      return of(one, asked) / Math.sqrt(of(one, one) * of(asked, asked));
    };
    const exact = all.map((vector, index) => ({ at: index, score: cosine(vector) })).sort((a, b) => b.score - a.score);
    expect(best(vectors.similarities(asked), 10).map(({ at }) => at)).toEqual(exact.slice(0, 10).map(({ at }) => at));
  });
});

describe('tags', () => {
  it('are filtered before ranking, so that rare tags are found', async () => {
    const many = Array.from({ length: 300 }, (_, at) => ({ content: `Ticket number ${at}.`, filename: `${at}.md` }));
    const rare = {
      content: 'A long text about many things, among them one ticket.',
      filename: 'rare.md',
      tags: ['rare'],
    };
    const index = await openFileIndex(await written(folder.file('tags.swsearch'), [...many, rare], { vectors: true }));
    const [vector] = await (await hash()).embed(['ticket number']);
    expect(await names(index, 'ticket number', { vector, tags: ['rare', 'none'] })).toEqual(['rare.md']);
    expect(await names(index, 'ticket number', { tags: ['rare'] })).toEqual(['rare.md']);
    expect(await names(index, 'ticket number', { tags: ['none'] })).toEqual([]);
    await index.close();
  });
});

describe('relevance', () => {
  const none = { vector: 0, keyword: 0, filename: 0, metadata: 0, phrase: 0 };

  it('stays between 0 and 1 and grows with each signal', () => {
    const random = numbers(5);
    for (let round = 0; round < 500; round++) {
      const signals = { vector: random(), keyword: random(), filename: random(), metadata: random(), phrase: random() };
      for (const weight of [undefined, random()]) {
        const score = relevance(signals, weight);
        expect(score >= 0 && score <= 1).toBe(true);
        for (const name of Object.keys(signals) as (keyof typeof signals)[])
          expect(relevance({ ...signals, [name]: 1 }, weight)).toBeGreaterThanOrEqual(score - 1e-12);
      }
    }
  });

  it('equals the cosine without other signals', () => {
    expect(relevance({ ...none, vector: 0.6 })).toBeCloseTo(0.6);
  });
});

describe('the choice', () => {
  const hit = (id: number, filename: string, score: number, content = `text ${id}`) => ({
    id,
    filename,
    score,
    content,
    section: '',
    tags: [],
    metadata: {},
  });

  it('prefers other files to further hits from the same file', () => {
    const hits = [hit(1, 'a', 0.9), hit(2, 'a', 0.89), hit(3, 'a', 0.88), hit(4, 'b', 0.7)];
    expect(choose(hits, 3).map(({ id }) => id)).toEqual([1, 2, 4]);
  });

  it('drops repeated texts that differ only in punctuation', () => {
    expect(choose([hit(1, 'a', 0.9, '# Same\ntext'), hit(2, 'b', 0.8, 'same  TEXT')], 3)).toHaveLength(1);
  });

  it('does not depend on the number of results', () => {
    const hits = Array.from({ length: 20 }, (_, index) => hit(index, `f${index}`, 1 - index / 100));
    expect(choose(hits, 3)).toEqual(choose(hits, 10).slice(0, 3));
  });
});
