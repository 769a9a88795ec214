import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exportCase, exporters, importFiles } from '../../src/cases/index.js';
import { openCassette, redactCassette } from '../../src/cassette/index.js';
import { canReview, questionOf, reviewFile } from '../../src/cli/cassette/review.js';
import { beginReview, currentItem, keptTexts, type ReviewAction, reduce } from '../../src/cli/cassette/review-state.js';
import type { Undecided } from '../../src/redact/index.js';
import { Sheet, showText } from '../../src/show/index.js';

const folder = mkdtempSync(join(tmpdir(), 'review-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

const TEXT = 'Hi Ann, this is Bob Lee at 12 Osage Street, see https://pbx.acme.org/x, the password is swordfish';
const DOUBTFUL = ['Ann', 'Bob Lee', '12 Osage Street', 'pbx.acme.org', 'swordfish'];
writeFileSync(
  file('ticket.txt'),
  `curl https://space.example.com/api/relay/rest/queues -H 'Content-Type: application/json' -d '${JSON.stringify({ name: TEXT, note: 'Bob Lee again' })}'\n`,
);

function importTo(name: string, kept: readonly string[] = []) {
  const report = importFiles([file('ticket.txt')], { output: file(name), secrets: [], kept, next: (one) => one });
  return { ...report, text: readFileSync(file(name), 'utf8') };
}
const leftIn = (text: string) => DOUBTFUL.filter((one) => text.includes(one));

describe('an import', () => {
  it('replaces everything in doubt, lists it without its text, and stores that', () => {
    const { text, lines, doubtful } = importTo('all.yaml');
    expect(doubtful.map((one) => one.text).sort()).toEqual([...DOUBTFUL].sort());
    expect(leftIn(text)).toEqual([]);
    expect(lines.join('\n')).toMatch(/replaced in doubt.*:\n[\s\S]*name +becomes Name\d {2}2 times/);
    expect(leftIn(lines.join('\n'))).toEqual([]);
    expect(openCassette(file('all.yaml')).header.review).toEqual({ kept: [] });
  });

  it('keeps what the review keeps, and exports of all formats do the same', async () => {
    const kept = ['Bob Lee', 'pbx.acme.org'];
    const { text } = importTo('some.yaml', kept);
    expect(leftIn(text)).toEqual(kept);
    const cassette = openCassette(file('some.yaml'));
    expect(cassette.header.review).toEqual({ kept });
    for (const { name } of exporters) expect(leftIn(await exportCase(cassette, name)), name).toEqual(kept);
  });

  it('redacts a kept text of which a part is replaced', () => {
    const { text } = importTo('part.yaml', ['this is Bob Lee']);
    expect(text).not.toContain('Bob Lee');
  });

  it('lets an export replace what someone added after the review', async () => {
    importTo('edited.yaml', ['Bob Lee']);
    const edited = readFileSync(file('edited.yaml'), 'utf8').replace('Bob Lee again', 'Bob Lee again, regards, Carla');
    writeFileSync(file('edited.yaml'), edited);
    const text = await exportCase(openCassette(file('edited.yaml')), 'har');
    expect(text).toContain('Bob Lee again');
    expect(text).not.toContain('Carla');
  });

  it('keeps the host of a service of a skill, which a replay needs', () => {
    writeFileSync(file('service.txt'), 'curl https://api.weatherapi.com/v1/current.json?q=Paris\n');
    importFiles([file('service.txt')], { output: file('service.yaml'), secrets: [], next: (one) => one });
    expect(readFileSync(file('service.yaml'), 'utf8')).toContain('api.weatherapi.com');
  });

  it('refuses --review where no key can be read', () => {
    expect(() => canReview(true, ['-'])).toThrow('cannot read pasted text');
    expect(() => canReview(true, ['ticket.txt'])).toThrow('needs a terminal');
    expect(canReview(undefined, ['ticket.txt'])).toBe(false);
  });
});

describe('a recording', () => {
  it('is reviewed in place, and once', async () => {
    importTo('again.yaml', DOUBTFUL);
    const reviewed = openCassette(file('again.yaml'));
    const { review: _, ...header } = reviewed.header;
    writeFileSync(
      file('again.ndjson'),
      [header, ...reviewed.documents].map((one) => `${JSON.stringify(one)}\n`).join(''),
    );
    const report = await reviewFile(file('again.ndjson'), {});
    expect(report).toContain('replaced in doubt');
    expect(leftIn(readFileSync(file('again.ndjson'), 'utf8'))).toEqual([]);
    expect(await reviewFile(file('again.ndjson'), {})).toContain('nothing to review');
  });

  it('keeps its decisions when it is redacted again', () => {
    importTo('kept.yaml', DOUBTFUL);
    const before = readFileSync(file('kept.yaml'), 'utf8');
    expect(redactCassette(file('kept.yaml')).replaced).toEqual([]);
    expect(readFileSync(file('kept.yaml'), 'utf8')).toBe(before);
  });
});

const ITEMS: readonly Undecided[] = [
  { kind: 'host', text: 'pbx.acme.org', count: 4, place: 'case.yaml, entry 1' },
  { kind: 'name', text: 'Ann', count: 2, place: 'case.yaml, entry 1' },
  { kind: 'word', text: 'swordfish', count: 1, place: 'case.yaml, entry 2' },
  { kind: 'name', text: 'Bob Lee', count: 1, place: 'case.yaml, entry 2' },
];
const stateAfter = (...actions: readonly ReviewAction[]) => actions.reduce(reduce, beginReview(ITEMS));

describe('a review', () => {
  it('asks by group, and takes one decision for each', () => {
    const asked = [...Array(4).keys()].map((count) => currentItem(stateAfter(...Array(count).fill('keep')))?.text);
    expect(asked).toEqual(['Ann', 'Bob Lee', 'pbx.acme.org', 'swordfish']);
    expect(keptTexts(stateAfter('keep', 'replace', 'keep', 'replace'))).toEqual(['Ann', 'pbx.acme.org']);
  });

  it.each([
    [
      ['keep group', 'replace all'],
      ['Ann', 'Bob Lee'],
    ],
    [
      ['replace group', 'keep', 'keep'],
      ['pbx.acme.org', 'swordfish'],
    ],
    [['replace all'], []],
    [['keep', 'back', 'replace all'], []],
    [['back', 'back', 'keep', 'replace all'], ['Ann']],
  ] as const)('after %j keeps %j', (actions, kept) => {
    const state = stateAfter(...actions);
    expect(currentItem(state)).toBeUndefined();
    expect(keptTexts(state)).toEqual(kept);
  });

  it('ends when it is cancelled', () => {
    expect(stateAfter('keep', 'cancel')).toMatchObject({ isCancelled: true });
    expect(currentItem(stateAfter('keep', 'cancel'))).toBeUndefined();
  });

  it('fits into 40 columns', () => {
    const long = {
      kind: 'host',
      text: `${'a'.repeat(60)}.acme.org`,
      count: 12,
      place: 'ticket.yaml, entry 104',
    } as const;
    const state = beginReview([long]);
    const lines = showText(new Sheet([questionOf(state, long, 40)]), { columns: 40 }).split('\n');
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
    expect(lines.join('\n')).toContain('possible hosts (1)');
    expect(lines.join('').replaceAll(' ', '')).toContain(long.text);
  });
});
