import { compileFunction } from 'node:vm';
import type { Expression } from 'acorn';
import { attempt, LIMITED } from '../../util/index.js';
import { HELD, withInspector } from '../errors/inspector-session.js';
import { namesOf } from '../parse/names-of.js';
import { asExpression, parse } from '../parse/parse.js';
import { walk } from '../parse/walk.js';
import { briefText } from './brief-text.js';
import type { Scope } from './scope.js';

/** Longer input is not evaluated. */
const MAX_LENGTH = 1_000;
const LIMIT_MS = 60;
/** A native function does not end at the limit. After an evaluation of this length, there is none until the next input. */
const TOO_SLOW_MS = 150;
/** V8 needs longer for each evaluation in a process with much data. After this many slow ones, there are no others. */
const MAX_SLOW = 3;
/** Native functions can take long for a larger number or value. */
const MAX_SIZE = 100_000;
/** The watchdog does not terminate this code, which ends soon. */
const FILENAME = `${import.meta.url}${LIMITED}`;

const NOT_EVALUATED: ReadonlySet<string> = new Set([
  'AwaitExpression',
  'YieldExpression',
  'ImportExpression',
  'MetaProperty',
  'AssignmentExpression',
  'UpdateExpression',
]);
/** Nothing to evaluate. */
const PLAIN: ReadonlySet<string> = new Set([
  'Literal',
  'ArrowFunctionExpression',
  'FunctionExpression',
  'ClassExpression',
]);

/** Evaluates what the user types, while V8 stops the evaluation before its first side effect. */
export class Previewer {
  readonly #scope: Scope;
  #isPaused = false;
  #slow = 0;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Allows previews again after a slow one. */
  resume(): void {
    this.#isPaused = this.#slow >= MAX_SLOW;
  }

  /** Returns the value of an expression in one line. Returns undefined if V8 cannot prove that it has no side effect. */
  preview(source: string): string | undefined {
    if (this.#isPaused || source.length > MAX_LENGTH) return undefined;
    const expression = asExpression(source) ?? source;
    if (!isSuitable(expression) || this.#isLarge(expression)) return undefined;
    const code = `"use strict"; return (${expression}\n)`;
    const evaluate = attempt(() =>
      compileFunction(code, [], { filename: FILENAME, contextExtensions: [this.#scope.names] }),
    );
    if (!evaluate) return undefined;
    const begunMs = performance.now();
    const text = withoutSideEffect(() => briefText(evaluate.call(globalThis)));
    if (performance.now() - begunMs > TOO_SLOW_MS) {
      this.#isPaused = true;
      this.#slow += 1;
    }
    return text === source.trim() ? undefined : text;
  }

  #isLarge(expression: string): boolean {
    return [...(namesOf(expression)?.used ?? [])].some((name) => sizeOf(this.#scope.stored(name)) > MAX_SIZE);
  }
}

function isSuitable(source: string): boolean {
  const body = attempt(() => parse(source).body) ?? [];
  const [only] = body;
  if (body.length !== 1 || only?.type !== 'ExpressionStatement' || PLAIN.has(withoutParentheses(only.expression).type))
    return false;
  let isFit = true;
  walk(only, (node) => {
    if (NOT_EVALUATED.has(node.type)) isFit = false;
    else if (node.type === 'Literal')
      isFit &&= typeof node.value !== 'bigint' && !(typeof node.value === 'number' && node.value > MAX_SIZE);
  });
  return isFit;
}

const withoutParentheses = (node: Expression): Expression =>
  node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression) : node;

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  // A power of an integer can have any size.
  if (typeof value === 'bigint') return Number.POSITIVE_INFINITY;
  return value instanceof Map || value instanceof Set ? value.size : 0;
}

/** Calls a function until its first side effect. No code can catch that end, not even with `finally`. */
const withoutSideEffect = (call: () => string | undefined): string | undefined =>
  withInspector(call, (send) => {
    const stop = refusePromises();
    try {
      const { result, exceptionDetails } = send('Runtime.evaluate', {
        expression: `${HELD}()`,
        throwOnSideEffect: true,
        timeout: LIMIT_MS,
        silent: true,
      }) as { result?: { value?: unknown }; exceptionDetails?: object };
      return exceptionDetails === undefined && typeof result?.value === 'string' ? result.value : undefined;
    } finally {
      stop();
    }
  });

/**
 * Makes each new promise a side effect. V8 lets a function return a promise of an object with a `then`, which it would
 * call after the evaluation.
 */
function refusePromises(): () => void {
  const created: unknown[] = [];
  return process.getBuiltinModule('node:v8').promiseHooks.onInit((promise) => {
    created.push(promise);
  }) as () => void;
}
