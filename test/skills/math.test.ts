import { describe, expect, it } from 'vitest';
import { calculate } from '../../src/skills/builtin/math.js';
import { Agent } from '../../src/skills/index.js';
import { type Random, seeded } from '../support/random.js';

const agent = new Agent({ env: {} });
await agent.add_skill('math');
const ask = async (expression: unknown) => (await agent.call_tool('calculate', { expression })).response;
/** The part after the equals sign. */
const resultOf = (expression: string) => calculate(expression).split(' = ')[1];

it('returns the expression and its value', async () => {
  expect(await ask(' (2 + 3)\n*  4 ')).toBe('(2 + 3) * 4 = 20');
});

it('accepts another tool name', async () => {
  const renamed = new Agent({ env: {} });
  await renamed.add_skill('math', { tool_name: 'reckon' });
  expect((await renamed.call_tool('reckon', { expression: '1+1' })).response).toBe('1+1 = 2');
});

describe('the rules', () => {
  it.each([
    ['2 + 3 * 4', '14'],
    ['10 - 2 - 3', '5'],
    ['100 / 10 / 5', '2'],
    ['7 / 2', '3.5'],
    ['-2 ** 2', '-4'],
    ['(-2) ** 2', '4'],
    ['2 ** -1', '0.5'],
    ['2 ** 3 ** 2', '512'],
    ['2 ** -2 ** 2', '0.0625'],
    ['--5 - -+3', '8'],
    ['7 % 3', '1'],
    ['-7 % 3', '2'],
    ['7 % -3', '-2'],
    ['-7.5 % 2', '0.5'],
    ['0 ** 0', '1'],
    ['.5 + 5.', '5.5'],
    ['1e3 + 2.5E-1', '1000.25'],
    ['0.1 + 0.2', '0.3'],
    ['1 / 3', '0.333333333333333'],
    ['-0.0', '0'],
    ['2 ** 0.5', '1.4142135623731'],
    ['9007199254740993 + 0', '9007199254740993'],
    ['2 ** 100', '1267650600228229401496703205376'],
    ['10 ** 30 / 10 ** 29', '10'],
    ['10 ** -400', '0'],
  ])('%s is %s', (expression, value) => {
    expect(resultOf(expression)).toBe(value);
  });
});

describe('invalid expressions', () => {
  it.each([
    ['', 'it is empty'],
    ['1 +', 'a number is missing at the end'],
    ['(1 + 2', 'a parenthesis is not closed'],
    ['1 + 2)', 'an operator is missing before ")"'],
    ['2 3', 'an operator is missing before "3"'],
    ['1.2.3', 'an operator is missing before ".3"'],
    ['7 // 2', 'a number is missing before "/"'],
    ['* 2', 'a number is missing before "*"'],
    ['2 ^ 3', 'write powers with **'],
    ['1,000 + 1', 'write numbers without commas'],
    ['x = 3', '"x" is not allowed'],
    ['1 + 1 =', 'write an expression without ='],
    ['.', '"." is not allowed'],
    ['process.exit()', '"p" is not allowed'],
    ['0x10', 'is not allowed'],
    ['٣ + 1', 'is not allowed'],
    ['1 / 0', 'division by zero'],
    ['1 % 0.0', 'division by zero'],
    ['0 ** -1', 'division by zero'],
    ['(-8) ** (1 / 3)', 'a negative number has no power with a fraction'],
    ['2 ** 1001', 'the exponent must be from -1000 to 1000'],
    ['2 ** -1000.5', 'the exponent must be from -1000 to 1000'],
    ['(10 ** 1000) ** 1000', 'a number is too large'],
    ['((9 ** 300) ** 900) ** 1000', 'a number is too large'],
    ['(10 ** 300) * (10 ** 300)', 'a number is too large'],
    ['1e999', 'a number is too large'],
    ['9'.repeat(400), 'a number is too large'],
    [`1${'+1'.repeat(250)}`, 'it has more than 500 characters'],
    ['('.repeat(60), 'it is nested more than 50 levels deep'],
    [`${'-'.repeat(60)}1`, 'it is nested more than 50 levels deep'],
    [`${'2**'.repeat(60)}1`, 'it is nested more than 50 levels deep'],
    ['1'.repeat(1_000_000), 'it has more than 500 characters'],
  ])('%.30s', async (expression, reason) => {
    const answer = await ask(expression);
    expect(answer).toContain(`The expression has no value: `);
    expect(answer).toContain(reason);
  });

  it.each([5, null, ['1'], {}])('rejects %j, which is not a string', async (expression) => {
    await expect(ask(expression)).rejects.toThrow('expression');
  });
});

/** An expression as a tree. Its text and its value are computed without the parser. */
type Tree = { readonly number: string } | { readonly sign: string; readonly of: Tree } | Pair;
interface Pair {
  readonly left: Tree;
  readonly operator: string;
  readonly right: Tree;
}

const TIGHTNESS: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2, '**': 4 };
const SIGNED = 3;
const tightness = (tree: Tree) => ('number' in tree ? 5 : 'of' in tree ? SIGNED : (TIGHTNESS[tree.operator] as number));

function grow(random: Random, depth: number, operators: readonly string[], leaf: () => string): Tree {
  if (depth === 0 || random.below(5) === 0) return { number: leaf() };
  const next = () => grow(random, depth - 1, operators, leaf);
  if (random.below(6) === 0) return { sign: random.pick(['-', '+']), of: next() };
  const operator = random.pick(operators);
  if (operator === '**') return { left: next(), operator, right: { number: String(random.below(6)) } };
  return { left: next(), operator, right: next() };
}

/** Adds the required parentheses, sometimes more, and blanks between tokens. */
function write(tree: Tree, random: Random): string {
  const blank = () => random.pick(['', '', ' ', '  ']);
  const inner = (part: Tree, needed: boolean) =>
    needed || random.below(8) === 0 ? `(${blank()}${write(part, random)}${blank()})` : write(part, random);
  if ('number' in tree) return tree.number;
  if ('of' in tree) return `${tree.sign}${blank()}${inner(tree.of, tightness(tree.of) < SIGNED)}`;
  const own = tightness(tree);
  const isPower = tree.operator === '**';
  const left = inner(tree.left, isPower ? tightness(tree.left) <= own : tightness(tree.left) < own);
  const right = inner(tree.right, isPower ? tightness(tree.right) < SIGNED : tightness(tree.right) <= own);
  return `${left}${blank()}${tree.operator}${blank()}${right}`;
}

/** Undefined if a double cannot represent every whole number on the way. */
function inDoubles(tree: Tree): number | undefined {
  if ('number' in tree) return Number(tree.number);
  if ('of' in tree) {
    const value = inDoubles(tree.of);
    return value === undefined ? undefined : tree.sign === '-' ? -value : value;
  }
  const [left, right] = [inDoubles(tree.left), inDoubles(tree.right)];
  if (left === undefined || right === undefined) return undefined;
  const value = { '+': left + right, '-': left - right, '*': left * right, '/': left / right }[tree.operator] ?? NaN;
  return Number.isFinite(value) && Math.abs(value) < 2 ** 53 ? value : undefined;
}

function inWholeNumbers(tree: Tree): bigint | undefined {
  if ('number' in tree) return BigInt(tree.number);
  if ('of' in tree) {
    const value = inWholeNumbers(tree.of);
    return value === undefined ? undefined : tree.sign === '-' ? -value : value;
  }
  const [left, right] = [inWholeNumbers(tree.left), inWholeNumbers(tree.right)];
  if (left === undefined || right === undefined) return undefined;
  if (tree.operator === '%') return right === 0n ? undefined : left - right * floorOf(left, right);
  const operate = {
    '+': () => left + right,
    '-': () => left - right,
    '*': () => left * right,
    '**': () => left ** right,
  };
  const value = operate[tree.operator as keyof typeof operate]();
  return value > -(2n ** 1000n) && value < 2n ** 1000n ? value : undefined;
}

function floorOf(left: bigint, right: bigint): bigint {
  const cut = left / right;
  return cut * right !== left && left < 0n !== right < 0n ? cut - 1n : cut;
}

// For a longer run: FUZZ_RUNS=1000000 FUZZ_SEED=7 npx vitest run test/skills/math.test.ts
const { FUZZ_RUNS = '2000', FUZZ_SEED = '1' } = process.env;
const runs = Array.from({ length: Number(FUZZ_RUNS) }, (_, at) => Number(FUZZ_SEED) * 1_000_003 + at);

describe('random expressions', () => {
  it('have the value of their tree, with whole numbers', () => {
    let certain = 0;
    for (const seed of runs) {
      const random = seeded(seed);
      const tree = grow(random, 4, ['+', '-', '*', '%', '**'], () => String(random.below(1000)));
      const text = write(tree, random);
      const value = inWholeNumbers(tree);
      if (value === undefined || text.length > 400) continue;
      certain++;
      expect([text, resultOf(text)]).toEqual([text, String(value)]);
    }
    expect(certain).toBeGreaterThan(runs.length / 2);
  });

  it('have the value of their tree, with fractions', () => {
    let certain = 0;
    for (const seed of runs) {
      const random = seeded(seed);
      const tree = grow(random, 4, ['+', '-', '*', '/'], () => `${random.below(100)}.${random.below(100)}`);
      const text = write(tree, random);
      const value = inDoubles(tree);
      if (value === undefined || text.length > 400) continue;
      certain++;
      expect([text, resultOf(text)]).toEqual([text, String(Number(value.toPrecision(15)))]);
    }
    expect(certain).toBeGreaterThan(runs.length / 2);
  });

  it('return a value or a message, even if they are invalid', () => {
    for (const seed of runs) {
      const random = seeded(seed);
      const text = random.text(random.below(random.pick([10, 60, 600])), '0123456789012345+-*/%()**.. e^,x\n\u0000٣');
      expect(calculate(text)).toMatch(/ = -?[\d.]+(e[+-]\d+)?$|^The expression has no value: .*\.$/s);
    }
  });
});
