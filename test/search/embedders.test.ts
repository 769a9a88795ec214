import { afterEach, describe, expect, it } from 'vitest';
import { guardedTransport, sendAndFollow, setEgress } from '../../src/http/index.js';
import { embedderFor } from '../../src/search/embed/index.js';
import { type Transformers, transformersEmbedder } from '../../src/search/embed/transformers.js';
import { receiver } from '../support/loopback.js';
import { hash, nowhere } from './indexed.js';

afterEach(() => setEgress('open'));

describe('the hash embedder', () => {
  const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

  it('returns equal vectors for equal texts and closer vectors for texts that share words', async () => {
    const [one, same, near, far] = await (await hash()).embed([
      'the cat sleeps',
      'The cat sleeps.',
      'sleeping cats',
      'refunds by post',
    ]);
    expect(one).toEqual(same);
    expect(cosine(one!, near!)).toBeGreaterThan(0.5);
    expect(Math.abs(cosine(one!, far!))).toBeLessThan(0.3);
  });

  it('has the number of dimensions in its name', async () => {
    const embedder = await embedderFor({ model: 'hash-64', send: nowhere });
    expect((await embedder!.embed(['a']))[0]).toHaveLength(64);
  });
});

describe('the embedder over HTTP', () => {
  const transport = guardedTransport();
  const send = (...[request, options]: Parameters<typeof sendAndFollow> extends [unknown, ...infer R] ? R : never) =>
    sendAndFollow(transport, request, options);
  const answering = async (status: number, body: unknown) => {
    const server = await receiver(() => ({ status, body: JSON.stringify(body) }));
    const embedder = await embedderFor({ model: 'm', url: `${server.url}/v1/embeddings`, key: 'a-key', send });
    return { server, embed: (texts: string[]) => embedder!.embed(texts).finally(() => server.close()) };
  };

  it('sends all texts in one request and sorts the vectors by index', async () => {
    const data = [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ];
    const { server, embed } = await answering(200, { data });
    expect(await embed(['a', 'b'])).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
    expect(server.received[0]).toMatchObject({ method: 'POST', target: '/v1/embeddings' });
    expect(server.received[0]!.headers.authorization).toBe('Bearer a-key');
    expect(JSON.parse(server.received[0]!.body)).toEqual({ model: 'm', input: ['a', 'b'] });
  });

  it.each([
    ['auth', 401, {}],
    ['quota', 429, {}],
    ['malformed', 200, { data: 'none' }],
    ['malformed', 200, { data: [{ embedding: ['x'] }] }],
  ])('reports a failure as %s', async (kind, status, body) => {
    const { embed } = await answering(status, body);
    await expect(embed(['a'])).rejects.toMatchObject({ kind });
  });

  it.each([[[]], [[{ embedding: [1] }, { embedding: [1] }]], [[{ embedding: [] }]]])(
    'refuses %j for one text',
    async (data) => {
      const { embed } = await answering(200, { data });
      await expect(embed(['a'])).rejects.toThrow('did not return 1 vectors');
    },
  );
});

describe('the in-process embedder', () => {
  /** The package's own shapes: one tensor for all texts. */
  function packageWith(dims: readonly number[], data: readonly number[]) {
    const asked: unknown[] = [];
    const extract = Object.assign(
      async (...args: unknown[]) => {
        asked.push(args);
        return { data: Float32Array.from(data), dims };
      },
      { dispose: async () => asked.push('disposed') },
    );
    const transformers = {
      env: { allowRemoteModels: true },
      pipeline: async (...args: unknown[]) => {
        asked.push(args);
        return extract;
      },
    } as unknown as Transformers;
    return { transformers, asked };
  }

  it('loads the model once, with the first text, and returns normalized vectors', async () => {
    const { transformers, asked } = packageWith([2, 3], [1, 2, 3, 4, 5, 6]);
    const embedder = await transformersEmbedder('sentence-transformers/all-MiniLM-L6-v2', async () => transformers);
    expect(asked).toEqual([]);
    expect(await embedder.embed(['a', 'b'])).toEqual([Float32Array.of(1, 2, 3), Float32Array.of(4, 5, 6)]);
    await embedder.embed(['a', 'b']);
    await embedder.close?.();
    const options = { pooling: 'mean', normalize: true };
    const text = [['a', 'b'], options];
    expect(asked).toEqual([['feature-extraction', 'Xenova/all-MiniLM-L6-v2'], text, text, 'disposed']);
  });

  it.each([
    ['loopback', false],
    ['open', true],
  ] as const)('fetches no weights unless it may: %s', async (egress, may) => {
    setEgress(egress);
    const { transformers } = packageWith([1, 1], [1]);
    await transformersEmbedder('m', async () => transformers);
    expect(transformers.env.allowRemoteModels).toBe(may);
  });

  it('rejects a tensor of the wrong shape', async () => {
    const { transformers } = packageWith([1, 3], [1, 2, 3]);
    const embedder = await transformersEmbedder('m', async () => transformers);
    await expect(embedder.embed(['a', 'b'])).rejects.toThrow('did not return 2 vectors');
  });

  it('names the package to install', async () => {
    await expect(embedderFor({ model: 'mini', send: nowhere })).rejects.toThrow(
      /npm install @huggingface\/transformers/,
    );
  });
});
