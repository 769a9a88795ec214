import { HOSTILE } from './hostile.js';
import { HOSTILE_VALUES } from './hostile-values.js';
import { type Random, seeded } from './random.js';

export interface GeneratedInput {
  readonly source: string;
  /** Whether it waits for ever, so that only an interrupt ends it. */
  readonly waits?: true;
}

/** Returns the input for a seed: valid, invalid, hostile, or with a dot command. `commands` are their names. */
export function generatedInput(seed: number, commands: readonly string[]): GeneratedInput {
  const random = seeded(seed);
  const kind = random.pick(KINDS);
  return kind(random, commands);
}

type Kind = (random: Random, commands: readonly string[]) => GeneratedInput;

const NAMES = ['a', 'b', 'list', 'queue', 'x1', '_', '_err', 'platform', 'sandbox', 'agent', 'In', 'Out', 'undefined'];
const LEAVES = ['1', '-0', '1e308', '10n', "'text'", '`a${1}`', 'null', 'undefined', 'true', '/a+/g', '[]', '({})'];
const OPERATORS = ['+', '-', '*', '%', '**', '??', '||', '&&', '===', '<', ',', 'in', 'instanceof'];
const MEMBERS = ['length', 'data', 'id', 'map', 'then', 'toString', 'constructor', 'prototype', '__proto__', 'size'];
const UNARY = ['!', '-', '+', '~', 'typeof ', 'void ', 'await ', 'delete ', 'new '];
const CALLS = [
  'await platform.queues.list()',
  "await platform.queues.create({ name: 'q' })",
  "await platform.queues.get('none')",
  'await platform.phone_numbers.list()',
  "platform.dry.calling.dial({ to: '+12065550199' })",
  "await agent.add_skill('datetime')",
  "await agent.call_tool('get_current_time', {})",
  'sandbox.clock.advance(1)',
  'sandbox.journal',
  'await registry.list_skills()',
];

/** An expression of limited depth. */
function expression(random: Random, depth = 0): string {
  const leaf = () => random.pick([...LEAVES, ...NAMES, ...CALLS]);
  if (depth > 3) return leaf();
  const inner = () => expression(random, depth + 1);
  return random.pick([
    leaf,
    leaf,
    () => `(${inner()} ${random.pick(OPERATORS)} ${inner()})`,
    () => `${random.pick(UNARY)}(${inner()})`,
    () => `(${inner()}).${random.pick(MEMBERS)}`,
    () => `(${inner()})?.[${inner()}]`,
    () => `[${inner()}, ...[${inner()}]]`,
    () => `({ ${random.pick(MEMBERS)}: ${inner()}, ['k']: ${inner()} })`,
    () => `((${random.pick(NAMES.slice(0, 5))}) => ${inner()})`,
    () => `(${inner()})(${inner()})`,
    () => `(${inner()} ? ${inner()} : ${inner()})`,
    () => `new Map([[${inner()}, ${inner()}]])`,
    () => `Promise.${random.pick(['resolve', 'reject'])}(${inner()})`,
    () => `new Error(${inner()})`,
    () => `new Uint8Array(${random.below(5000)})`,
    () => `Array.from({ length: ${random.below(3000)} }, (_, i) => i)`,
    () => `(async () => ${inner()})()`,
    () => `(function* () { yield ${inner()} })()`,
  ])();
}

function statement(random: Random): string {
  const name = random.pick(NAMES.slice(0, 5));
  const value = expression(random);
  return random.pick([
    `const ${name} = ${value}`,
    `let ${name}: unknown = ${value}`,
    `var ${name} = ${value}`,
    `function ${name}(a: number) { return ${value} }`,
    `class ${name.toUpperCase()} { #p = ${value}; get p() { return this.#p } }`,
    `for (const ${name} of [1, 2]) ${value}`,
    `if (${value}) ${name} = ${expression(random)}`,
    `try { ${value} } catch { ${name} = 1 }`,
    `throw ${value}`,
    `enum E${random.below(9)} { A = 1, B }`,
    `import { join } from 'node:path'`,
    `import x from './none.js'`,
    `import('no-such-package')`,
    `type T = { a: ${random.pick(['string', 'number', 'T[]'])} }`,
    `console.${random.pick(['log', 'error', 'table', 'dir'])}(${value})`,
    `${value} &`,
    `const { ${name} = ${value} } = {}`,
    `switch (${value}) { case 1: break; default: ${name} = 2 }`,
    `setTimeout(() => { throw ${value} }, 0) && 0`,
  ]);
}

const valid: Kind = (random) => ({ source: random.below(2) ? expression(random) : statement(random) });

/** Valid code with characters removed, repeated or replaced. */
const broken: Kind = (random) => {
  let source = random.below(2) ? expression(random) : statement(random);
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const at = random.below(source.length + 1);
    const put = random.pick([
      '',
      '',
      '(',
      ')',
      '{',
      '}',
      '[',
      ']',
      '`',
      "'",
      '"',
      '/',
      '\\',
      '\n',
      '=>',
      '?',
      '??',
      '&',
      '#',
      '@',
      '\0',
      '${',
      '*/',
      '//',
      '<',
      '\ud800',
    ]);
    source = source.slice(0, at) + put + source.slice(at + random.below(3));
  }
  return { source };
};

const hostileText: Kind = (random) => {
  const evil = random.pick(HOSTILE);
  return {
    source: random.pick([evil, `'${evil}'`, `throw new Error(${JSON.stringify(evil)})`, `${evil}?`, `.help ${evil}`]),
  };
};

const hostileValue: Kind = (random) => {
  const { source } = random.pick(HOSTILE_VALUES);
  return {
    source: random.pick([
      source,
      `throw ${source}`,
      `var list = ${source}`,
      `await ${source}`,
      `Promise.reject(${source})`,
    ]),
  };
};

const ARGUMENTS = [
  '',
  '1',
  '99',
  '-1',
  'list',
  'a.b',
  '[',
  '"',
  'x = 1',
  '--all',
  '--help',
  '--no-such',
  'text with words',
  '🙂',
];

const command: Kind = (random, commands) => {
  const name = random.below(8) === 0 ? `.${random.text(4, 'abcdefgh')}` : random.pick(commands);
  const given = random.pick([...ARGUMENTS, expression(random), random.pick(HOSTILE)]);
  return { source: `${name} ${given}`.trim() };
};

const asked: Kind = (random) => ({
  source:
    random.pick([...NAMES, 'list.length', 'platform.calling', 'datetime', 'fetch', 'nope']) +
    random.pick(['?', '??', ' ?', '???']),
});

const foreign: Kind = (random) => ({
  source: random.pick([
    'ls -l',
    'cd ..',
    '!true',
    '!echo hi',
    'curl -X POST http://x',
    'GET /api/relay/rest/queues',
    '%time 1',
    'help',
    'list my numbers',
    'npm install x',
    '$?',
    '!!',
    '?? a',
    'curl \\',
  ]),
});

/** Changes a function that everything uses. */
const patched: Kind = (random) => {
  const target = random.pick([
    'Array.prototype.map',
    'Array.prototype.push',
    'String.prototype.replace',
    'Promise.prototype.then',
    'Object.keys',
    'JSON.stringify',
    'Map.prototype.get',
    'Array.prototype[Symbol.iterator]',
    'RegExp.prototype.exec',
    'Object.prototype.toJSON',
    'Object.prototype.then',
    'Function.prototype.call',
  ]);
  return {
    source: `${target} = ${random.pick(['() => { throw 1 }', 'undefined', '1', 'function () { return this }'])}`,
  };
};

const endless: Kind = (random) => ({
  source: random.pick([
    'await new Promise(() => {})',
    'await { then() {} }',
    'for (;;) await new Promise((go) => setImmediate(go))',
    'try { await new Promise(() => {}) } finally { await new Promise(() => {}) }',
    'while (true) { try { await new Promise(() => {}) } catch {} }',
  ]),
  waits: true,
});

const KINDS: readonly Kind[] = [
  valid,
  valid,
  valid,
  broken,
  broken,
  broken,
  hostileText,
  hostileValue,
  command,
  command,
  asked,
  foreign,
  patched,
  endless,
];
