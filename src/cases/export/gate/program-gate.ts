import { isDeepStrictEqual } from 'node:util';
import type { AnyNode, CallExpression, Expression, ImportDeclaration, Program } from 'acorn';
import { type CassetteEntry, textOf } from '../../../cassette/index.js';
import { JavaScriptParser } from '../../../javascript/index.js';
import { attempt } from '../../../util/index.js';
import { bodyJson } from '../../body-json.js';
import { operationIn } from '../../operation-in.js';
import { ERROR_PRINTER, recordedServices, SERVICE_FUNCTION, serviceWords } from '../failure.js';
import type { WrittenCall } from '../written-calls.js';
import { literalValue, Unexpected } from './literals.js';

/** The TypeScript of exported programs, and the same in JavaScript. */
const TYPED: readonly (readonly [typescript: string, javascript: string])[] = [
  ["import { RestClient, type Sandbox } from 'patchbay';\n", "import { RestClient } from 'patchbay';\n"],
  ['declare const sandbox: Sandbox;\n', '\n'],
  [SERVICE_FUNCTION, ''],
];

/**
 * Parses an exported program, and compares it with the recorded requests. Returns why it is not exactly them, or
 * undefined. Each statement must have one of the forms that the exporters write.
 */
export function programProblem(text: string, calls: readonly WrittenCall[]): string | undefined {
  const code = TYPED.reduce((all, [typed, plain]) => all.replace(typed, () => plain), text);
  const program = attempt(() => JavaScriptParser.parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  if (!program) return 'its code cannot be parsed';
  const sent = calls.filter(({ call, service }) => call !== undefined || service !== undefined);
  const reader = new ProgramReader(code, sent);
  try {
    reader.read(program.body);
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    const line = code.slice(0, error.node.start).split('\n').length;
    return `line ${line} has code that is not a recorded request`;
  }
  return reader.count === sent.length ? undefined : `it sends ${reader.count} requests instead of ${sent.length}`;
}

const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  patchbay: ['RestClient', 'createSandbox'],
  'patchbay/cassette': ['replayer'],
  'node:path': ['resolve'],
  vitest: ['expect', 'it'],
};

/** Values of constants that contain nothing of the recording. */
const CONSTANTS: Readonly<Record<string, readonly string[]>> = {
  platform: ['new RestClient()', 'sandbox.client()', 'sandbox.client().with({ retries: 0 })'],
};
const CLIENTS = ['platform', 'platform.with({ check: false })', 'platform.with({ retries: 0 })'];
const MATCHERS = ['toMatchObject', 'toHaveLength'];

class ProgramReader {
  readonly #code: string;
  readonly #expected: readonly WrittenCall[];
  readonly #variables = new Map<string, unknown>();
  count = 0;

  constructor(code: string, expected: readonly WrittenCall[]) {
    this.#code = code;
    this.#expected = expected;
  }

  read(statements: Program['body']): void {
    for (const statement of statements) {
      if (statement.type === 'ImportDeclaration') this.#import(statement);
      else if (statement.type === 'VariableDeclaration') this.#declare(statement);
      else if (statement.type === 'ExpressionStatement') this.#run(statement.expression);
      else throw new Unexpected(statement);
    }
  }

  #import(node: ImportDeclaration): void {
    const allowed = IMPORTS[String(node.source.value)] ?? [];
    for (const one of node.specifiers)
      if (one.type !== 'ImportSpecifier' || !allowed.includes(this.#text(one))) throw new Unexpected(node);
  }

  #declare(node: Extract<AnyNode, { type: 'VariableDeclaration' }>): void {
    const [one, ...more] = node.declarations;
    if (node.kind !== 'const' || more.length > 0 || one?.id.type !== 'Identifier' || !one.init)
      throw new Unexpected(node);
    const { name } = one.id;
    const { init } = one;
    if (init.type === 'AwaitExpression') this.#variables.set(name, responseOf(this.#send(init.argument)));
    else if (CONSTANTS[name]?.includes(this.#text(init))) return;
    else if (name === 'sandbox' && this.#isCallOf(init, 'createSandbox')) this.#options(init);
    else if (name === 'services' && this.#isCallOf(init, 'replayer')) this.#services(init);
    else throw new Unexpected(init);
  }

  #run(node: Expression): void {
    if (node.type === 'Identifier' && this.#variables.has(node.name)) return;
    if (node.type === 'AwaitExpression') this.#await(node.argument);
    else if (this.#isCallOf(node, 'sandbox.faults.add')) this.#fault(node);
    else if (this.#isCallOf(node, 'it')) this.#test(node);
    else this.#expect(node);
  }

  /** A request, whose failure is printed or expected. */
  #await(node: Expression): void {
    const called = node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee : undefined;
    const name = called?.property.type === 'Identifier' ? called.property.name : undefined;
    const subject = called?.object;
    const isHandled = name === 'catch' && this.#text((node as CallExpression).arguments[0]) === ERROR_PRINTER;
    if (isHandled && subject) this.#send(subject as Expression);
    else if (name === 'toMatchObject' && subject?.type === 'MemberExpression') {
      if (this.#text(subject.property) !== 'rejects' || !this.#isCallOf(subject.object, 'expect'))
        throw new Unexpected(node);
      for (const one of subject.object.arguments) this.#send(one as Expression);
      this.#literals(node as CallExpression);
    } else this.#send(node);
  }

  /** `expect(await platform.queues.get(queue.id)).toMatchObject({ … })` */
  #expect(node: Expression): void {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') throw new Unexpected(node);
    const { object, property } = node.callee;
    if (!MATCHERS.includes(this.#text(property)) || !this.#isCallOf(object, 'expect')) throw new Unexpected(node);
    for (const one of object.arguments) {
      const value = one.type === 'MemberExpression' && this.#text(one.property) === 'data' ? one.object : one;
      if (value.type === 'AwaitExpression') this.#send(value.argument);
      else if (value.type !== 'Identifier' || !this.#variables.has(value.name)) throw new Unexpected(value);
    }
    this.#literals(node);
  }

  #test(node: CallExpression): void {
    const [title, run, ...more] = node.arguments;
    const isFunction = run?.type === 'ArrowFunctionExpression' && run.async && run.params.length === 0;
    if (title?.type !== 'Literal' || !isFunction || more.length > 0 || run.body.type !== 'BlockStatement')
      throw new Unexpected(node);
    this.read(run.body.body);
  }

  /** Compares a request with the next one of the recording. */
  #send(node: AnyNode): CassetteEntry {
    const written = this.#expected[this.count++];
    if (node.type !== 'CallExpression' || !written) throw new Unexpected(node);
    const { call, entry } = written;
    const args = this.#literals(node);
    const isSame = call
      ? this.#operationOf(node) === call.operation && isDeepStrictEqual(args, [...call.args])
      : this.#text(node.callee) === 'service' && isDeepStrictEqual(args, serviceWords(entry));
    if (!isSame) throw new Unexpected(node);
    return entry;
  }

  #operationOf({ callee }: CallExpression): string | undefined {
    const names: string[] = [];
    let node: AnyNode = callee;
    while (node.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed) {
      names.unshift(node.property.name);
      // `platform.with(…)` ends the path too.
      node = node.object;
    }
    return CLIENTS.includes(this.#text(node)) ? names.join('.') : undefined;
  }

  #fault(node: CallExpression): void {
    const { call, entry, injected } = this.#expected[this.count] ?? {};
    const expected = [(entry && operationIn(entry)) ?? call?.operation, injected, { times: 1 }];
    if (!isDeepStrictEqual(this.#literals(node), expected)) throw new Unexpected(node);
  }

  #services(node: CallExpression): void {
    const entries = this.#expected.flatMap(({ call, entry }) => (call ? [] : [entry]));
    if (!isDeepStrictEqual(this.#literals(node), [{ entries: recordedServices(entries) }])) throw new Unexpected(node);
  }

  /** `createSandbox({ from: resolve(import.meta.dirname, 'case.yaml') })` */
  #options(node: CallExpression): void {
    for (const one of node.arguments) {
      if (one.type !== 'ObjectExpression') throw new Unexpected(one);
      for (const property of one.properties) {
        if (property.type !== 'Property') throw new Unexpected(property);
        const { value } = property;
        const [folder, name] = this.#isCallOf(value, 'resolve') ? value.arguments : [undefined, value];
        if (folder && this.#text(folder) !== 'import.meta.dirname') throw new Unexpected(folder);
        literalValue(name ?? null, this.#variables);
      }
    }
  }

  readonly #literals = ({ arguments: all }: CallExpression) => all.map((one) => literalValue(one, this.#variables));

  #isCallOf(node: AnyNode, name: string): node is CallExpression {
    return node.type === 'CallExpression' && this.#text(node.callee) === name;
  }

  #text(node: AnyNode | undefined): string {
    return node ? this.#code.slice(node.start, node.end) : '';
  }
}

/** The value of the variable for a response. */
const responseOf = ({ response }: CassetteEntry): unknown => response?.body && bodyJson(textOf(response.body));
