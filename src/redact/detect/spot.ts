import { contains, type Span, withOverlaps } from '../replace/edits.js';
import { RULES, type Rule } from '../rules.js';
import { isTime } from './layers.js';
import { secretsIn } from './secrets/scan.js';
import type { Shape, ShapeOptions } from './shapes/shape.js';

export interface Spotted extends Span {
  readonly rule: Rule;
  readonly original: string;
}

/** The rules that read the parts of one shape, and the group of the shape in the common pattern. */
interface ShapeRules {
  readonly shape: Shape;
  readonly rules: ReadonlyMap<string, Rule>;
  readonly group: number;
  readonly groupCount: number;
}

const ALL_SHAPES = partsOf(RULES);
const SHAPES = grouped([...ALL_SHAPES].filter(([shape]) => !('heads' in shape)));
/** All shapes in one pattern, so that a text is read once. Where two shapes begin, the first in the table matches. */
const PATTERN = new RegExp(SHAPES.map(({ shape }) => `(${shape.pattern})`).join('|'), 'g');
// Quick checks, because most texts contain no match: shapes with a typical sign, and shapes of digits only.
const SIGNS = new RegExp(SHAPES.flatMap(({ shape }) => shape.sign ?? []).join('|'));
const DIGITS = new RegExp(SHAPES.flatMap(({ shape }) => shape.digits ?? []).join('|'));

function partsOf(rules: readonly Rule[]): ReadonlyMap<Shape, ReadonlyMap<string, Rule>> {
  const parts = new Map<Shape, Map<string, Rule>>();
  for (const rule of rules) {
    if (rule.detector.in !== 'text') continue;
    const { shape, part } = rule.detector;
    if (!parts.has(shape)) parts.set(shape, new Map());
    parts.get(shape)?.set(part, rule);
  }
  return parts;
}

function grouped(shapes: readonly (readonly [Shape, ReadonlyMap<string, Rule>])[]): readonly ShapeRules[] {
  let group = 1;
  return shapes.map(([shape, rules]) => {
    const groupCount = new RegExp(`(${shape.pattern})|`).exec('')?.length ?? 0;
    const entry = { shape, rules, group, groupCount: groupCount - 1 };
    group += entry.groupCount;
    return entry;
  });
}

const NONE: readonly never[] = [];

/** A quick check for a text of words and digits: false if it contains no shape. */
export const hasDigits = (text: string): boolean => DIGITS.test(text);

export function spot(text: string, options: ShapeOptions): readonly Spotted[] {
  if (isTime(text)) return NONE;
  const secrets = spotSecrets(text);
  const others = spotOthers(text, options);
  return secrets.length === 0 ? others : others.length === 0 ? secrets : merged(secrets, others);
}

/** The secrets that a text shows by their form, such as a token of a service or the password of a command. */
export function spotSecrets(text: string): readonly Spotted[] {
  const secrets = secretsIn(text);
  if (secrets.length === 0) return NONE;
  return secrets.flatMap(({ shape, part, original, start, end }) => {
    const rule = ALL_SHAPES.get(shape)?.get(part);
    return rule ? [{ rule, original, start, end }] : [];
  });
}

/** A secret takes precedence, unless it is a part of another value, such as of an address. */
function merged(secrets: readonly Spotted[], others: readonly Spotted[]): readonly Spotted[] {
  const kept = withOverlaps(secrets, others)
    .filter(([secret, found]) => !found.some((one) => contains(one, secret)))
    .map(([secret]) => secret);
  const rest = withOverlaps(others, kept)
    .filter(([, found]) => found.length === 0)
    .map(([one]) => one);
  return [...kept, ...rest].sort((a, b) => a.start - b.start);
}

function spotOthers(text: string, options: ShapeOptions): readonly Spotted[] {
  if (!DIGITS.test(text) && !SIGNS.test(text) && !options.numbers?.mayBeIn(text)) return NONE;
  let found: Spotted[] | undefined;
  PATTERN.lastIndex = 0;
  for (let match = PATTERN.exec(text); match; match = PATTERN.exec(text)) {
    const start = match.index;
    const { shape, rules, group, groupCount } = matched(match);
    const groups = groupCount === 1 ? [match[0]] : match.slice(group, group + groupCount);
    const { parts, next } = shape.read({ text, start, end: PATTERN.lastIndex, groups }, options);
    for (const part of parts) {
      const rule = rules.get(part.part);
      if (rule) (found ??= []).push({ rule, original: part.original, start: part.start, end: part.end });
    }
    PATTERN.lastIndex = Math.max(next, start + 1);
  }
  return found ?? NONE;
}

const matched = (match: RegExpExecArray) => SHAPES.find(({ group }) => match[group] !== undefined) as ShapeRules;
