import type { Ends, WalkOptions } from '../decode/walk.js';
import { type Exchange, exchanged } from '../replace/replacement.js';
import { bareStretches, exchangeInCode, throughLiterals, throughSeparated } from './code.js';
import { RESERVED } from './reserved-words.js';
import { secretsInCode } from './secrets-in-code.js';

interface CodeWalkOptions {
  readonly ends: Ends;
  readonly roleOf: WalkOptions['roleOf'];
  /** Redacts the decoded text of a literal. */
  readonly inside: (text: string) => string;
}

/**
 * Creates a function that redacts typed code. It redacts each literal separately, so that code that parsed before still
 * parses.
 */
export function createCodeWalk({ ends, roleOf, inside }: CodeWalkOptions): (source: string) => string {
  const code = (source: string): string => {
    let text = exchangeInCode(source, ends.known(source));
    const given = secretsInCode(text).map((one) => ({ ...one, instead: ends.as('secret', one.value) }));
    text = exchangeInCode(
      text,
      given.filter(({ value: said, instead }) => instead !== said),
    );
    text = throughLiterals(text, inside);
    text = throughSeparated(text, (digits) => exchanged(digits, ends.marks(digits)));
    text = exchangeInCode(
      text,
      [...bareStretches(text)].flatMap(({ start, end }) => marksBetween(text.slice(start, end), start)),
    );
    for (let round = 0; round < ROUNDS; round++) {
      const changed = exchangeInCode(text, ends.left(text));
      if (changed === text) break;
      text = changed;
    }
    return text;
  };

  const marksBetween = (text: string, offset: number): Exchange[] => {
    const assigned = [...text.matchAll(BARE)].flatMap(({ 0: all, 1: field = '', 2: said = '', index }) => {
      if (roleOf(field) !== 'secret' || RESERVED.has(said)) return [];
      const instead = ends.as('secret', said);
      const end = index + all.length;
      return instead === said ? [] : [{ start: end - said.length, end, instead }];
    });
    const marks = ends
      .marks(text)
      .filter((one) => !assigned.some(({ start, end }) => start < one.end && one.start < end));
    return [...assigned, ...marks]
      .sort((a, b) => a.start - b.start)
      .map(({ start, end, instead }) => ({ start: start + offset, end: end + offset, instead }));
  };

  return code;
}

const BARE = /(?<![\w$.-])([A-Za-z_][\w-]{1,63})=(\w{6,})(?![\w$.([=?])/g;
/** A replacement can join the text on both sides into another match. */
const ROUNDS = 8;
