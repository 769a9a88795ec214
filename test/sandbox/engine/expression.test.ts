import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { evaluate, type Scope } from '../../../src/sandbox/engine/expression/index.js';
import { type Random, seeded } from '../../support/random.js';
import { sampled } from '../../support/rotation.js';

const vars = {
  count: 3,
  name: 'Ada Lovelace',
  digits: '12',
  empty: '',
  flag: true,
  nothing: null,
  items: [
    { sku: 'a1', price: 5, tags: ['x'] },
    { sku: 'b2', price: 7.5, tags: [] },
  ],
  words: ['pear', 'Apple', 'fig'],
  numbers: [10, 9, 1],
  nested: { list: [[1, 2], [3]], deep: { value: 'v' } },
};
const scope: Scope = {
  call: { from: '+15550100', type: 'phone', headers: [] },
  params: { a: '1', b: '2' },
  vars,
  envs: { region: 'eu', name: 'hidden' },
};
const context = { ...scope, ...scope.call, ...scope.envs, ...vars };

/** What JavaScript itself computes, as data of this realm; or that it throws. */
function javascript(source: string): { value: unknown } | { problem: true } {
  try {
    return { value: structuredClone(runInNewContext(`(${source})`, structuredClone(context), { timeout: 30_000 })) };
  } catch {
    return { problem: true };
  }
}

const SAME = [
  // Operators.
  '1 + 2 * 3 - 4 / 2 % 3',
  '2 ** 3 ** 2',
  '(1 + 2) * 3',
  '-count + +digits',
  '~count & 7 | 8 ^ 1',
  '1 << 4 >> 2 >>> 1',
  '!flag || !empty',
  'flag && name',
  'nothing ?? "x"',
  'empty || "none"',
  'count > 2 ? "many" : "few"',
  'count == "3"',
  'count === "3"',
  'count != 3',
  'nothing == undefined',
  'digits < "9"',
  'count >= 3 && count <= 3',
  '"a" + 1 + true + null + undefined',
  '1 + null',
  '"5" * "2"',
  'params.a + params.b',
  'typeof count',
  'typeof missing',
  'typeof nothing',
  'typeof name',
  'typeof Math',
  'typeof parseInt',
  'void 0',
  '(1, 2)',
  '"sku" in items[0]',
  '[] + {}',
  '[1, [2, 3]] + ""',
  '[] == ""',
  '[2] == 2',
  'items == items',
  '({}) == "[object Object]"',
  // Names and members.
  'vars.items[1].price',
  'call.from',
  'region',
  'name',
  'items.length',
  'name.length',
  'name[0]',
  'items[9]',
  'items["0"].sku',
  'nested.deep?.value',
  'nested.missing?.value.more',
  'nothing?.value',
  'nothing?.trim()',
  'nested.deep.nope',
  // Texts.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the document
  '`Hello ${name}, ${count + 1} ${`in ${region}`}`',
  'name.toUpperCase().toLowerCase().trim()',
  'name.substring(0, 3) + name.slice(-3) + name.substr(1, 2)',
  'name.split(" ")',
  'name.split("")',
  'name.split()',
  'name.split(" ", 1)',
  'name.indexOf("L") + name.lastIndexOf("e")',
  'name.includes("Love") && name.startsWith("Ada") && !name.endsWith("x")',
  'name.charAt(1) + name.charCodeAt(1) + name.at(-1)',
  '"7".padStart(3, "0") + "7".padEnd(3, "ab")',
  '"ab".repeat(3)',
  '"ab".concat(1, null)',
  '"5".localeCompare("5")',
  // Regular expressions.
  '/^\\+1\\d+$/.test(call.from)',
  'call.from.replace(/\\D/g, "")',
  'name.replace(/(\\w+) (\\w+)/, "$2, $1 [$&] $$ $3 $`$\'")',
  'name.replace("a", "$&$&")',
  'name.replaceAll("a", "-")',
  '"abc".replaceAll("", "-")',
  'name.replace(/[ae]/g, (m) => m.toUpperCase())',
  'name.replace(/(?<first>\\w+)/, (all, first, at) => first + at)',
  'name.match(/[A-Z]/g)',
  'name.match(/x/g)',
  '[...name.match(/(A)(z)?/)]',
  'name.search(/L/)',
  '"a1b2".split(/\\d/)',
  '"a1b2".split(/(\\d)/)',
  '"abc".split(/(?:)/)',
  '"".split(/x/)',
  '"".split(/(?:)/)',
  '[.../(\\d)(\\d)/.exec("a12")]',
  '/a/i.test("A")',
  '"/{}" + /[/}]/.test("}")',
  // Lists.
  'items.map((item) => item.sku).join("-")',
  'items.filter((item) => item.price > 6)',
  'items.reduce((sum, item) => sum + item.price, 0)',
  'numbers.reduce((a, b, at) => a + b * at)',
  'numbers.reduceRight((a, b, at) => a + "" + b + at)',
  'numbers.reduceRight((a, b, at) => a + "" + b + at, "x")',
  'items.some((item) => item.price > 7) && items.every((item) => item.price > 4)',
  'items.find((item) => item.sku === "b2").price',
  'items.findIndex((item) => item.sku === "b2")',
  'items.findLast((item) => true).sku',
  'items.flatMap((item) => item.tags)',
  'nested.list.flat()',
  'numbers.slice().sort()',
  '[3, 1, 2].sort((a, b) => b - a)',
  '[1, 2, 3].reverse()',
  'numbers.concat(1, [2, 3])',
  'numbers.includes(9) && words.indexOf("fig") === 2',
  'words.at(-1)',
  'words.map((word, at, all) => word + at + all.length)',
  '[1, 2, 3].map((n) => [n, n].map((m) => m * n))',
  '[...words, ..."ab"]',
  'Math.max(...numbers)',
  'words.toString()',
  'words.join()',
  '[null, undefined, 1].join("-")',
  // Objects.
  '({ a: 1, "b": 2, [name]: 3, name, ...nested.deep })',
  'Object.keys(nested)',
  'Object.values({ a: 1 })',
  'Object.entries({ a: [1] })',
  'nested.hasOwnProperty("deep")',
  // Functions.
  'parseInt("12px") + parseInt("ff", 16)',
  'parseFloat("1.5x")',
  'Number("0x10") + Number() + Number([5])',
  'String(12) + String(null) + String([1, 2])',
  'Boolean("") || Boolean("x")',
  'isNaN("x") && isFinite("1")',
  'Math.round(2.5) + Math.floor(-1.5) + Math.abs(-2) + Math.PI',
  'Number.isInteger(5) && Array.isArray(words)',
  '(5.126).toFixed(2)',
  'count.toString(2)',
  'flag.toString()',
  'JSON.stringify({ a: [1, "x", null] })',
  'JSON.stringify(vars, null, 2)',
  'JSON.parse("{\\"a\\":[1]}").a[0]',
  'encodeURIComponent("a b&c") + decodeURIComponent("%20")',
  'undefined',
  'NaN',
  '-Infinity',
];

describe('an expression', () => {
  it.each(SAME)('has the value that JavaScript computes: %s', (source) => {
    const expected = javascript(source);
    expect(expected).toHaveProperty('value');
    expect(evaluate(source, scope)).toEqual(expected);
  });

  it('looks a name up in vars, then envs, then call', () => {
    const value = (source: string) => evaluate(source, scope);
    expect(value('name')).toEqual({ value: 'Ada Lovelace' });
    expect(value('envs.name')).toEqual({ value: 'hidden' });
    expect(value('type')).toEqual({ value: 'phone' });
    expect(value('a')).toEqual({ problem: 'a is not defined' });
  });

  it('does not change a variable when it sorts or reverses a list', () => {
    expect(evaluate('words.sort() && words.reverse() && words', scope)).toEqual({ value: ['pear', 'Apple', 'fig'] });
    expect(vars.words).toEqual(['pear', 'Apple', 'fig']);
  });

  it('takes random numbers from its caller', () => {
    expect(evaluate('Math.floor(Math.random() * 10)', scope, { random: () => 0.55 })).toEqual({ value: 5 });
  });
});

const REFUSED: readonly (readonly [string, string])[] = [
  ['count = 5', 'an assignment is not allowed'],
  ['count++', 'an assignment with ++ or -- is not allowed'],
  ['delete vars.count', 'the word delete is not allowed'],
  ['function () {}', 'the word function is not allowed'],
  ['new Date()', 'the word new is not allowed'],
  ['this', 'the word this is not allowed'],
  ['class {}', 'a class is not allowed'],
  ['import("fs")', 'import() is not allowed'],
  ['vars`x`', 'a tagged template is not allowed'],
  ['10n', 'an integer with n is not allowed'],
  ['({ __proto__: vars })', 'the key __proto__ is not allowed'],
  ['({ get a() { return 1 } })', 'a method in an object is not allowed'],
  ['(a) => a', 'a function is only allowed as an argument of a method, such as list.map((item) => item.name)'],
  ['((a) => a)(1)', 'a function is only allowed as an argument of a method, such as list.map((item) => item.name)'],
  ['words.map((w) => { return w })', 'a function must be one expression: (item) => item.name'],
  ['words.map(async (w) => w)', 'a function must be one expression: (item) => item.name'],
  ['words.map(({ length }) => length)', 'the parameters of a function must be plain names'],
  ['1; 2', 'only one expression is allowed: remove "; 2"'],
  ['if (count) 1', 'it is not JavaScript: Unexpected token at character 0'],
  ['1 +', 'it is not JavaScript: Unexpected token at character 3'],
  ['', 'it is not JavaScript: Unexpected token at character 0'],
  ['missing', 'missing is not defined'],
  ['missing.name', 'missing is not defined'],
  ['nothing.name', 'cannot read "name" of null'],
  ['nested.nope.name', 'cannot read "name" of undefined'],
  ['nothing.trim()', 'cannot call trim of null'],
  ['name.trim', 'trim is a method: call it as trim()'],
  ['name.trimm()', 'a text has no method trimm here. Did you mean trim?'],
  ['items.push(1)', 'a list has no method push here'],
  ['name.constructor', 'constructor of a text is not available'],
  ['name.constructor.constructor("return 1")', 'constructor of a text is not available'],
  ['items.__proto__', '__proto__ of a list is not available'],
  ['({})["__proto__"]', '__proto__ of an object is not available'],
  ['name["con" + "structor"]', 'constructor of a text is not available'],
  ['Math.constructor', 'Math.constructor is not available'],
  ['Math.max', 'Math.max can only be called'],
  ['Math', 'Math can only be called'],
  ['parseInt', 'parseInt can only be called'],
  ['eval("1")', 'eval is not a function'],
  ['fetch("http://127.0.0.1/")', 'fetch is not a function'],
  ['process.exit()', 'process is not defined'],
  ['globalThis', 'globalThis is not defined'],
  ['Function("return 1")()', 'only named functions and methods can be called'],
  ['words.map(parseInt)', 'parseInt can only be called'],
  ['words.map(1)', 'map requires a function, such as (item) => item.name'],
  ['name instanceof vars', 'the operator instanceof is not allowed'],
  ['(1.5).toFixed(200)', 'it fails: toFixed() digits argument must be between 0 and 100'],
  ['decodeURIComponent("%")', 'it fails: URI malformed'],
  ['JSON.parse("{")', 'JSON.parse cannot read its text: it is not JSON'],
  [
    '/(?=a)/.test(name)',
    'the sandbox cannot run the regular expression /(?=a)/: remove lookahead, backreferences and the flags m, v and y',
  ],
];

describe('an expression that is not allowed', () => {
  it.each(REFUSED)('is a problem: %s', (source, problem) => {
    expect(evaluate(source, scope)).toEqual({ problem });
  });

  it('does not read an inherited property of the data', () => {
    const inherited = Object.create({ secret: 1 }) as Record<string, unknown>;
    expect(evaluate('vars.secret', { ...scope, vars: inherited })).toEqual({ value: undefined });
  });

  it('does not run a getter', () => {
    const getter = Object.defineProperty({}, 'secret', { get: () => 1, enumerable: true }) as Record<string, unknown>;
    expect(evaluate('vars.secret', { ...scope, vars: getter })).toEqual({ value: undefined });
  });
});

const HOSTILE: readonly (readonly [string, string])[] = [
  ['"x".repeat(1e9)', 'produces more than'],
  ['"x".padStart(1e9)', 'produces more than'],
  ['"x".padEnd(1e9, "y")', 'produces more than'],
  ['"x".repeat(1e5).split("").join("x".repeat(1e4))', 'produces more than'],
  ['"x".repeat(1e5).replaceAll("x", "y".repeat(1e4))', 'produces more than'],
  ['"x".repeat(1e4).replaceAll("x", "$&$`")', 'produces more than'],
  ['"x".repeat(1e3).split("").map((a) => "x".repeat(1e5).split(""))', 'produces more than'],
  ['[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24].reduce((a) => [a, a], 0)', 'produces more than'],
  ['[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24].reduce((a) => a + a, "x")', 'produces more than'],
  [
    '"x".repeat(2000).split("").map((a, i, l) => l.map((b, j, m) => m.map((c) => c)))',
    'runs longer than 500,000 steps',
  ],
  ['"x".repeat(6e4).split("").reduce((a, b) => [a], 0)', 'nested more than 100 levels deep'],
  ['/(a+)+$/.test("a".repeat(1e5))', 'a regular expression can read up to 65,536 characters'],
  ['Math.max(..."1".repeat(6e5))', 'it '],
  [`${'('.repeat(400)}1${')'.repeat(400)}`, 'nested more than 64 brackets deep'],
  ['['.repeat(1000), 'nested more than 64 brackets deep'],
  [`1${' '.repeat(2000)}`, 'it has 2,001 characters; the limit is 1,024'],
  ['a'.repeat(1_000_000), 'it has 1,000,000 characters; the limit is 1,024'],
];

describe('a hostile expression', () => {
  it.each(HOSTILE)('is a problem, and does not hang: %.60s', (source, problem) => {
    const result = evaluate(source, scope);
    expect('problem' in result ? result.problem : result).toContain(problem);
  });

  it.each(['!'.repeat(1000), '-'.repeat(1000).replaceAll('--', '- '), '1?'.repeat(300), '1+'.repeat(500)])(
    'is evaluated or a problem: %.20s',
    (start) => {
      const result = evaluate(start.includes('?') ? `${start}1${':1'.repeat(300)}` : `${start}1`, scope);
      expect(Object.keys(result)).toHaveLength(1);
    },
  );

  it('runs a pattern with nested quantifiers in linear time', () => {
    expect(evaluate('/^(a+)+$/.test("a".repeat(6e4) + "b")', scope)).toEqual({ value: false });
  });
});

describe('a generated expression', () => {
  const seeds = sampled([...Array(1500).keys()], (seed) => seed < 300);
  const sources = seeds.map((seed) => generated(seeded(seed), 4));

  it('has the value that JavaScript computes, or fails like JavaScript', () => {
    const failures = sources.filter((source) => {
      const expected = javascript(source);
      const actual = evaluate(source, scope);
      if ('problem' in expected || 'problem' in actual) return 'problem' in expected !== 'problem' in actual;
      return !isSame(actual.value, expected.value);
    });
    expect(failures).toEqual([]);
  });

  it('fails in few cases', () => {
    expect(sources.filter((source) => 'problem' in javascript(source)).length).toBeLessThan(sources.length / 4);
  });
});

const isSame = (a: unknown, b: unknown): boolean => {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
};

const LEAVES = [
  'count',
  'name',
  'digits',
  'empty',
  'flag',
  'nothing',
  'words',
  'numbers',
  'vars.nested',
  'region',
  '1',
  '0',
  '-2',
  '2.5',
  '"a"',
  '"10"',
  'null',
  'undefined',
  '[]',
  '[1, 2]',
  '({ a: 1 })',
  'items[0].price',
];
const OPERATORS = '+ - * / % == != === !== < > <= >= && || ?? & | ^ << >> >>>'.split(' ');
const PREFIXES = ['!', '-', '+', '~', 'typeof '];
const TEXT_CALLS = [
  '.trim()',
  '.toUpperCase()',
  '.slice(1)',
  '.split("a")',
  '.length',
  '.replace(/[a-f]+/g, "<$&>")',
  '.indexOf("a")',
  '.at(0)',
];
const LIST_CALLS = [
  '.map((x) => x + 1)',
  '.filter((x) => x)',
  '.join("-")',
  '.length',
  '.slice(0, 1)',
  '.reduce((a, b) => a + b, "")',
  '.includes(1)',
  '.concat(1)',
  '.flat()',
  '.reverse()',
  '.some((x) => x > 1)',
];

/** An expression of the given depth. Its parts are in brackets, so that the grammar accepts every combination. */
function generated(random: Random, depth: number): string {
  if (depth === 0) return random.pick(LEAVES);
  const part = () => generated(random, depth - 1);
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      return `(${part()}) ${random.pick(OPERATORS)} (${part()})`;
    case 3:
      return `${random.pick(PREFIXES)}(${part()})`;
    case 4:
      return `(${part()}) ? (${part()}) : (${part()})`;
    case 5:
      return `String(${part()})${random.pick(TEXT_CALLS)}`;
    case 6:
      return `[${part()}, ...numbers, ${part()}]${random.pick(LIST_CALLS)}`;
    default:
      return `\`<\${${part()}}>\``;
  }
}
