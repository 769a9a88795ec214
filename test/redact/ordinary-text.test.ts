import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { redactDocuments } from '../../src/redact/index.js';

const root = new URL('../../', import.meta.url);
const namesIn = (folder: string, options = {}) => readdirSync(new URL(folder, root), options).map(String);
const pages = () => [
  ...namesIn('.').filter((name) => name.endsWith('.md')),
  ...namesIn('docs/', { recursive: true }).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];
const packages = () =>
  namesIn('node_modules/')
    .flatMap((name) =>
      name.startsWith('@') ? namesIn(`node_modules/${name}/`).map((one) => `${name}/${one}`) : [name],
    )
    .map((name) => `node_modules/${name}/README.md`)
    .filter((file) => existsSync(new URL(file, root)));

/** Pages about redaction and packages about IP addresses consist of what redaction replaces. */
const ABOUT_VALUES = /^docs\/(?:reference\/)?redaction\.md$|\/(?:ip-address|ipaddr\.js|proxy-addr)\//;
const MAX_SHARE = 1 / 1000;

function replacedIn(files: readonly string[]): { words: number; replaced: number; worst: string[] } {
  const counts = files
    .filter((file) => !ABOUT_VALUES.test(file))
    .map((file) => {
      const text = readFileSync(new URL(file, root), 'utf8');
      const { replaced } = redactDocuments([{ place: file, document: { text } }]);
      return { file, words: text.split(/\s+/).length, count: replaced.reduce((sum, { count }) => sum + count, 0) };
    });
  const sum = (key: 'words' | 'count') => counts.reduce((total, one) => total + one[key], 0);
  const worst = counts.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
  return {
    words: sum('words'),
    replaced: sum('count'),
    worst: worst.slice(0, 10).map(({ file, count }) => `${file}: ${count}`),
  };
}

describe('redaction keeps ordinary text', () => {
  it.each([
    ['the documentation', pages(), 50_000],
    ['the descriptions of packages', packages(), 100_000],
  ])('of %s: at most 1 word in 1,000 is replaced', (_what, files, minWords) => {
    const { words, replaced, worst } = replacedIn(files);
    expect(words).toBeGreaterThan(minWords);
    expect(replaced / words, worst.join('\n')).toBeLessThanOrEqual(MAX_SHARE);
  });

  it('such as error codes, relations between ids, and private and loopback addresses', () => {
    const document = {
      errors: [{ code: 'parameter_required', attribute: 'name' }, { code: '21211' }],
      state: 'answered',
      call_id: '5a0b62c1-3f0b-4b52-8d39-6e0b4c1a9f00',
      parent_call_id: '5a0b62c1-3f0b-4b52-8d39-6e0b4c1a9f00',
      note: 'error 30003 after 4012 ms, order 1234567890123456, on 2024-01-02, at 127.0.0.1:5432',
      url: 'https://example.com/calls?code=21211&key=call_state&session=active&state=answered',
    };
    const one = { place: 'a document', document: structuredClone(document) };
    expect(redactDocuments([one]).replaced).toEqual([]);
    expect(one.document).toEqual(document);
  });
});
