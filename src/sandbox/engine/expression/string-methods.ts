import { type Budget, ExpressionError } from './budget.js';
import { isCallback, type Methods, type Run } from './methods.js';
import { numberOf, primitive, textOf } from './operators.js';
import { type Match, Pattern } from './pattern.js';

/** Methods whose result is never much longer than their text. They run as they are in JavaScript. */
const NATIVE = [
  'at charAt charCodeAt codePointAt endsWith includes indexOf lastIndexOf localeCompare slice startsWith substr',
  'substring toLowerCase toString toUpperCase trim trimEnd trimStart',
].flatMap((line) => line.split(' '));

const native: Methods<string> = Object.fromEntries(
  NATIVE.map((name) => [
    name,
    (text: string, args: readonly unknown[], { budget }: Run) => {
      if (args.some((arg) => arg instanceof Pattern)) throw new ExpressionError(`${name} cannot search for a pattern`);
      const plain = args.map((arg) => primitive(arg, budget));
      const method: unknown = Reflect.get(String.prototype, name);
      return typeof method === 'function' ? budget.made(Reflect.apply(method, text, plain)) : undefined;
    },
  ]),
);

export const STRING_METHODS: Methods<string> = {
  ...native,
  concat: (text, args, { budget }) => budget.made([text, ...args.map((arg) => textOf(arg, budget))].join('')),
  repeat: (text, [count], { budget }) => {
    const times = Math.trunc(numberOf(count, budget) || 0);
    if (times < 0) throw new ExpressionError('repeat requires a count of 0 or more');
    budget.produce(text.length * times);
    return text.repeat(text === '' ? 0 : times);
  },
  padStart: (text, args, { budget }) => text.padStart(...padding(args, budget)),
  padEnd: (text, args, { budget }) => text.padEnd(...padding(args, budget)),
  split: (text, [separator, limit], { budget }) => {
    const max = limit === undefined ? Number.POSITIVE_INFINITY : Math.trunc(numberOf(limit, budget));
    if (separator === undefined) return [text].slice(0, max);
    const parts =
      separator instanceof Pattern
        ? splitAt(text, separator, budget)
        : splitText(text, textOf(separator, budget), budget);
    return parts.slice(0, max);
  },
  replace: (text, [what, by], run) => replaced(text, what, by, run, what instanceof Pattern && what.isGlobal),
  replaceAll: (text, [what, by], run) => {
    if (what instanceof Pattern && !what.isGlobal)
      throw new ExpressionError('replaceAll requires a pattern with the flag g');
    return replaced(text, what, by, run, true);
  },
  match: (text, [what], { budget }) => {
    const pattern = patternOf(what, 'match');
    const all = pattern.isGlobal ? pattern.matches(text, budget) : [pattern.first(text, budget)];
    const found = [...all].flatMap((match) => (match ? [match] : []));
    if (found.length === 0) return null;
    return budget.made(pattern.isGlobal ? found.map((match) => match.text) : groupsOf(found[0]));
  },
  search: (text, [what], { budget }) => patternOf(what, 'search').first(text, budget)?.index ?? -1,
};

export const PATTERN_METHODS: Methods<Pattern> = {
  test: (pattern, [text], { budget }) => pattern.first(textOf(text, budget), budget) !== undefined,
  exec: (pattern, [text], { budget }) => {
    const match = pattern.first(textOf(text, budget), budget);
    return match ? budget.made(groupsOf(match)) : null;
  },
};

const groupsOf = (match: Match | undefined) => (match ? [match.text, ...match.groups] : []);

function patternOf(value: unknown, method: string): Pattern {
  if (value instanceof Pattern) return value;
  throw new ExpressionError(`${method} requires a regular expression, such as /[0-9]+/`);
}

function padding([length, fill = ' ']: readonly unknown[], budget: Budget): [number, string] {
  const wide = numberOf(length, budget) || 0;
  budget.produce(Math.max(0, wide));
  return [wide, textOf(fill, budget)];
}

function splitText(text: string, separator: string, budget: Budget): string[] {
  budget.produce(2 * text.length + 1);
  return text.split(separator);
}

function splitAt(text: string, pattern: Pattern, budget: Budget): (string | undefined)[] {
  budget.produce(2 * text.length + 1);
  const parts: (string | undefined)[] = [];
  let at = 0;
  for (const match of pattern.matches(text, budget)) {
    const end = match.index + match.text.length;
    // An empty match separates two characters, and nothing at either end.
    if (match.text === '' && (match.index === 0 || match.index >= text.length || match.index === at)) continue;
    parts.push(text.slice(at, match.index), ...match.groups);
    at = end;
  }
  if (text === '' && pattern.first(text, budget)) return [];
  return [...parts, text.slice(at)];
}

function replaced(text: string, what: unknown, by: unknown, run: Run, isEvery: boolean): string {
  const { budget } = run;
  const matches =
    what instanceof Pattern ? what.matches(text, budget) : occurrences(text, textOf(what, budget), budget);
  const parts: string[] = [];
  let at = 0;
  for (const match of matches) {
    const value = isCallback(by)
      ? textOf(by.call([match.text, ...match.groups, match.index, text]), budget)
      : expanded(textOf(by, budget), match, text, budget);
    budget.produce(value.length + match.index - at);
    parts.push(text.slice(at, match.index), value);
    at = match.index + match.text.length;
    if (!isEvery) break;
  }
  budget.produce(text.length - at);
  return parts.join('') + text.slice(at);
}

function* occurrences(text: string, what: string, budget: Budget): Generator<Match> {
  for (let index = text.indexOf(what); index !== -1; index = text.indexOf(what, index + (what.length || 1))) {
    budget.step();
    yield { index, text: what, groups: [] };
    if (index >= text.length) return;
  }
}

/** Fills in `$1`, `$&`, `` $` ``, `$'` and `$$` of a replacement. */
function expanded(by: string, { index, text: found, groups }: Match, text: string, budget: Budget): string {
  return by.replace(/\$(?:([$&`'])|(\d\d?))/g, (whole, sign: string | undefined, digits: string | undefined) => {
    const value = sign === undefined ? group(String(digits), groups) : SIGNS[sign]?.(found, text, index);
    budget.produce(value?.length ?? 0);
    return value ?? whole;
  });
}

const SIGNS: Readonly<Record<string, (found: string, text: string, index: number) => string>> = {
  $: () => '$',
  '&': (found) => found,
  '`': (_, text, index) => text.slice(0, index),
  "'": (found, text, index) => text.slice(index + found.length),
};

/** A group by its number. `$12` is group 1 and then a 2 if there are fewer than 12 groups. */
function group(digits: string, groups: readonly (string | undefined)[]): string | undefined {
  const at = Number(digits);
  if (at >= 1 && at <= groups.length) return groups[at - 1] ?? '';
  const first = Number(digits[0]);
  if (digits.length === 1 || first < 1 || first > groups.length) return undefined;
  return (groups[first - 1] ?? '') + digits[1];
}
