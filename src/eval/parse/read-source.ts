import type { Program } from 'acorn';
import { attempt } from '../../util/index.js';
import { type Locate, type Position, same, throughMap } from '../errors/position.js';
import { fromAcorn } from '../errors/source-error.js';
import { asExpression, parse } from './parse.js';
import { stripTypes } from './strip-types.js';
import { walk } from './walk.js';

export interface JavaScript {
  readonly program: Program;
  readonly code: string;
  /** Whether esbuild generated `code`, which moves lines and adds names. */
  readonly rewritten: boolean;
  /** Top-level `using` names that are `const` in `code`, with their original keyword. */
  readonly used: ReadonlyMap<string, string>;
  readonly locate: Locate;
}

/** Parses typed source. Plain JavaScript is only parsed; other source is compiled by esbuild first. */
export async function readSource(typed: string, origin: { filename: string }): Promise<JavaScript> {
  const expression = asExpression(typed);
  const readings = [{ text: typed, locate: same }];
  if (expression) readings.unshift({ text: expression, locate: withoutParenthesis });
  for (const { text, locate } of readings) {
    const program = attempt(() => parse(text)); // it may be TypeScript, and esbuild has the better error message
    if (!program || mayBeGenericCall(program, text) || hasNestedUsing(program)) continue;
    return { program, code: text, rewritten: false, used: new Map(), locate };
  }
  let refused: unknown;
  for (const { text, locate } of readings) {
    try {
      return await readTypeScript(text, origin.filename, locate);
    } catch (error) {
      refused = error; // the last reading is the source as typed
    }
  }
  throw refused;
}

async function readTypeScript(text: string, filename: string, outer: Locate): Promise<JavaScript> {
  const stripped = await stripTypes(text, { filename });
  const locate: Locate = (place) => outer(throughMap(stripped.map)(place));
  const origin = { filename, source: text };
  const program = parseAt(stripped.code, origin, locate);
  if (!hasNestedUsing(program)) return { program, code: stripped.code, rewritten: true, used: new Map(), locate };

  // esbuild lowers `using` in blocks. Top-level ones are changed to `const`, padded to keep the columns, so that it
  // skips them.
  let hidden = stripped.code;
  const used = new Map<string, string>();
  for (const node of program.body) {
    if (node.type !== 'VariableDeclaration' || !node.kind.endsWith('using')) continue;
    hidden =
      hidden.slice(0, node.start) + 'const'.padEnd(node.kind.length) + hidden.slice(node.start + node.kind.length);
    for (const { id } of node.declarations) if (id.type === 'Identifier') used.set(id.name, node.kind);
  }
  const lowered = await stripTypes(hidden, { filename, lowerUsing: true });
  const throughBoth: Locate = (place) => locate(throughMap(lowered.map)(place));
  return {
    program: parseAt(lowered.code, origin, throughBoth),
    code: lowered.code,
    rewritten: true,
    used,
    locate: throughBoth,
  };
}

function parseAt(code: string, origin: { filename: string; source: string }, locate: Locate): Program {
  try {
    return parse(code);
  } catch (error) {
    throw fromAcorn(error, origin, locate);
  }
}

/** Corrects a column for the opening parenthesis that `asExpression` adds. */
function withoutParenthesis(place: Position): Position {
  return place.line === 1 ? { line: 1, column: Math.max(1, place.column - 1) } : place;
}

/**
 * Returns whether source that parses as JavaScript may mean something else in TypeScript: acorn reads `f<T>(x)` as two
 * comparisons. Any `<` before a `>` that is followed by `(` or a template counts. A false positive only costs loading
 * esbuild.
 */
function mayBeGenericCall(program: Program, source: string): boolean {
  let opened = Number.POSITIVE_INFINITY;
  const closed: number[] = [];
  walk(program, (node) => {
    if (node.type !== 'BinaryExpression') return;
    if (node.operator === '<') opened = Math.min(opened, node.left.end);
    if (node.operator === '>' && '(`'.includes(source.charAt(node.right.start))) closed.push(node.right.start);
  });
  return closed.some((at) => at > opened);
}

/** Returns whether `using` appears below the top level. The session disposes of top-level ones without esbuild. */
function hasNestedUsing(program: Program): boolean {
  const top = new Set<unknown>(program.body);
  let found = false;
  walk(program, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind.endsWith('using') && !top.has(node)) found = true;
  });
  return found;
}
