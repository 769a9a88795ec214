// `npm run bench:search`: native_vector_search beside a plain exact scan and a bare FTS5 query, and beside bare inserts,
// with 100,000 chunks of 384 dimensions. Prints ratios; exits with 1 when a promise is broken.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, quantile } from '../quantile.mjs';
import { bareFile, bareInserts, rowsOf } from './bare.mjs';
import { questionBy, randomFrom, textBy, vectorsBy } from './chunks.mjs';
import { exactScan } from './exact-scan.mjs';

const { createIndexFile, openFileIndex } = await import('../../dist/skills/native_vector_search.js');
const { indexDocuments } = await import('../../dist/skills.js');

const CHUNKS = Number(process.env.CHUNKS ?? 100_000);
const DIMENSIONS = 384;
const WORDS = 80;
const FILES = Math.ceil(CHUNKS / 50);
const QUESTIONS = 60;
const ROUNDS = 5;

const folder = mkdtempSync(join(tmpdir(), 'bench-search-'));
const promises = [];
try {
  await searching();
  await indexing();
} finally {
  rmSync(folder, { recursive: true });
}
for (const [name, value, bound, isAtLeast] of promises) {
  const isKept = isAtLeast ? value >= bound : value <= bound;
  console.log(
    `${isKept ? 'ok    ' : 'BROKEN'} ${name.padEnd(66)} ${value.toFixed(2)} (${isAtLeast ? '>=' : '<='} ${bound})`,
  );
  if (!isKept) process.exitCode = 1;
}

async function searching() {
  const random = randomFrom(1);
  const nextVector = vectorsBy(random, DIMENSIONS);
  const file = join(folder, 'ours.swsearch');
  const writer = await createIndexFile(file);
  const bare = await bareFile(join(folder, 'bare.db'));
  const scan = exactScan(CHUNKS, DIMENSIONS);
  let bytes = 0;
  for (let at = 0; at < CHUNKS; at++) {
    const chunk = { content: textBy(random, WORDS), filename: `guides/part-${at % FILES}.md`, vector: nextVector() };
    writer.add({ ...chunk, section: `Section ${at % 7}`, tags: [`tag-${at % 5}`] });
    bare.add(chunk.content);
    scan.add(chunk.vector);
    bytes += Buffer.byteLength(chunk.content) + DIMENSIONS * 4;
  }
  await writer.finish({ embedding_model: 'made up', embedding_dimensions: String(DIMENSIONS) });
  const ask = bare.finish();
  promises.push(['size of the file against the raw vectors and texts', statSync(file).size / bytes, 1.5]);

  const opened = performance.now();
  const index = await openFileIndex(file);
  console.log(
    `opening ${CHUNKS.toLocaleString('en')} chunks takes ${((performance.now() - opened) / 1000).toFixed(1)} s here, once`,
  );

  const questions = Array.from({ length: QUESTIONS }, () => ({ text: questionBy(random), vector: nextVector() }));
  const ours = async ({ text, vector }) => index.search({ text, vector, count: 10, similarity_threshold: 0, tags: [] });
  const plain = ({ text, vector }) => [scan.nearest(vector, 10), ask(text, 10)];

  // Question by question, each in turn first, so that a slow moment of the machine weighs on both.
  const ratios = [];
  for (let round = -1; round < ROUNDS; round++) {
    const times = { ours: [], plain: [] };
    for (const [at, question] of questions.entries()) {
      const turns = [
        ['ours', ours],
        ['plain', plain],
      ];
      for (const [name, run] of at % 2 ? turns : turns.reverse()) {
        const started = performance.now();
        await run(question);
        times[name].push(performance.now() - started);
      }
    }
    if (round >= 0) ratios.push([0.5, 0.95].map((share) => quantile(times.ours, share) / quantile(times.plain, share)));
  }
  const [medians, p95s] = [0, 1].map((which) => median(ratios.map((ratio) => ratio[which])));
  console.log(`a hybrid search against the scan and the query, median time: × ${medians.toFixed(2)}`);
  promises.push(['a hybrid search against the scan and the query, 95th percentile', p95s, 1.5]);

  const recalls = questions.map(({ vector }) => {
    const exact = new Set(scan.inDoubles(vector, 10));
    // Rows are counted from one.
    return index.nearest(vector, 10).filter((id) => exact.has(id - 1)).length / 10;
  });
  promises.push(['recall@10 of the vectors', recalls.reduce((sum, one) => sum + one, 0) / recalls.length, 1, true]);
  await index.close();
}

async function indexing() {
  const random = randomFrom(2);
  const docs = join(folder, 'docs');
  mkdirSync(docs);
  for (let at = 0; at < FILES; at++) {
    const sections = Array.from({ length: 50 }, (_, section) => `## Section ${section}\n\n${textBy(random, WORDS)}`);
    writeFileSync(join(docs, `part-${at}.md`), `# Part ${at}\n\n${sections.join('\n\n')}\n`);
  }
  const send = () => Promise.reject(new Error('nothing is sent'));
  const file = join(folder, 'indexed.swsearch');
  const ratios = [];
  let rows;
  for (let round = 0; round < 3; round++) {
    const started = performance.now();
    const { chunks } = await indexDocuments(docs, file, { model: 'none', send });
    const ours = performance.now() - started;
    rows ??= await rowsOf(file);
    const bare = await bareInserts(join(folder, `inserts-${round}.db`), rows);
    ratios.push(ours / bare);
    if (round === 0)
      console.log(`${chunks.toLocaleString('en')} chunks of ${FILES.toLocaleString('en')} files indexed`);
  }
  promises.push(['indexing without an embedder against bare inserts of the rows', median(ratios), 2]);
}
