import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations, walkRows } from '../../src/client/index.js';
import { BUILT_IN } from '../../src/skills/builtin/index.js';
import { COMMON_PARAMETERS } from '../../src/skills/index.js';
import { oracleOperations } from './read.js';
import { testFinder } from './test-titles.js';

// Every fact of the specification, in its order and in our words, with the test that fails if the product differs,
// or with the page that says why it differs.
const [header, ...lines] = readFileSync(new URL('specification.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const facts = lines.map((line) => {
  const [section = '', fact = '', proof = '', ...more] = line.split('\t');
  return { section, fact, proof, more };
});
const skills = await Promise.all(
  Object.entries(BUILT_IN).map(async ([name, load]) => [name, (await load()).get_parameter_schema()] as const),
);
const rows = [...walkRows(operations)];
const words = new Set(facts.flatMap(({ fact }) => fact.match(/[\w.-]*\w/g) ?? []));
const known = new Set([
  ...rows.map(([name]) => name),
  ...skills.flatMap(([name, schema]) => [name, ...Object.keys(schema)]),
]);

it('has a section, a fact and a proof in each row, and no row twice', () => {
  expect(header).toBe('section\tfact\tproof');
  expect(facts.filter(({ section, fact, proof, more }) => !section || !fact || !proof || more.length > 0)).toEqual([]);
  expect(facts.map(({ fact }) => fact).filter((fact, index, all) => all.indexOf(fact) !== index)).toEqual([]);
});

it('keeps the rows of a section together', () => {
  const starts = facts.map(({ section }) => section).filter((section, index, all) => section !== all[index - 1]);
  expect(starts).toEqual([...new Set(starts)]);
});

it('names a test or a decision that exists', () => {
  const finders = new Map<string, (proof: string) => boolean>();
  const isProven = (proof: string) => {
    const [file = '', ...titles] = proof.split(' > ');
    if (!existsSync(file)) return false;
    if (file.startsWith('docs/decisions/')) return titles.length === 0;
    const find = finders.get(file) ?? testFinder(file, known);
    finders.set(file, find);
    return titles.length > 0 && find(titles.join(' > '));
  };
  expect(facts.map(({ proof }) => proof).filter((proof) => !isProven(proof))).toEqual([]);
});

it('recognizes a proof without a test', () => {
  const find = testFinder('test/client/specification.test.ts', known);
  const titles = [
    'fabric > updates swml_scripts with PUT',
    'fabric > updates no_such_resource with PUT',
    'fabric > has its 16 sub',
    'fabric > has its 17 sub',
    'fabric',
  ];
  expect(titles.map(find)).toEqual([true, false, true, false, false]);
});

it('mentions every operation', () => {
  const names = new Set([...oracleOperations().map(({ id }) => id), ...rows.map(([name]) => name)]);
  expect([...names].filter((name) => !words.has(name))).toEqual([]);
});

it('mentions every call command', () => {
  const commands = rows.flatMap(([, row]) => row.fixed?.command ?? []);
  expect(commands.length).toBeGreaterThanOrEqual(37);
  expect(commands.filter((command) => !words.has(String(command)))).toEqual([]);
});

it('mentions every skill and every parameter of a skill', () => {
  const own = skills.flatMap(([name, schema]) => [
    name,
    ...Object.keys(schema)
      .filter((parameter) => !Object.hasOwn(COMMON_PARAMETERS, parameter))
      .map((parameter) => `${name}.${parameter}`),
  ]);
  expect([...own, ...Object.keys(COMMON_PARAMETERS)].filter((name) => !words.has(name))).toEqual([]);
});
