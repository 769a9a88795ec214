import { isRow } from '../../client/index.js';
import { asCode } from '../../util/index.js';
import type { Session } from '../complete/complete.js';
import { type Declarations, hasMember, isOurs, valueAt } from '../complete/from-scope.js';
import { find } from '../complete/row-fields.js';
import { ownValue } from '../inspect/own-value.js';
import { type DottedPath, pathsIn } from '../tokens.js';
import type { Trial } from '../trial/trial.js';
import { callIn, type FailedCall } from './call-to-try.js';
import { closing, fieldsOfAnyVariant } from './corrected-call.js';
import { freeIn, memberAfter } from './forgotten-await.js';
import { asPath } from './missing-member.js';

type Scope = Pick<Session, 'names' | 'peek'>;

/** The built-in kinds of values whose methods people call on other values. */
const KINDS = [
  ['a list', 'lists', Array.prototype],
  ['a string', 'strings', String.prototype],
  ['a number', 'numbers', Number.prototype],
  ['a Map', 'Maps', Map.prototype],
  ['a Set', 'Sets', Set.prototype],
  ['a Date', 'Dates', Date.prototype],
  ['an object', '', Object.prototype],
] as const;

/** Explains the method of another kind of value, such as `text.map(…)`. */
export function onOtherKind({ message }: Error, source: string, scope: Scope): string[] {
  const isFree = freeIn(source);
  for (const { steps, isCalled } of pathsIn(source)) {
    const [parent, name = ''] = [steps.slice(0, -1), steps.at(-1)];
    if (!isCalled || parent.length === 0 || parent[0] === 'platform' || !isFree(parent[0] ?? '')) continue;
    if (!message.endsWith(`.${name} is not a function`)) continue;
    const value = valueAt(parent, scope);
    const [kind] = kindOf(value) ?? [];
    const owners = KINDS.flatMap(([, owner, prototype]) =>
      owner !== '' && Object.hasOwn(prototype, name) ? [owner] : [],
    );
    if (kind === undefined || hasMember(value, name) || owners.length === 0) continue;
    return [`${asPath(parent)} is ${kind}. Only ${owners.join(' and ')} have ${name}`];
  }
  return [];
}

/** Explains `sandbox.ring(number)` with an object that has the number. */
export function onNumberObject(source: string, scope: Scope): string[] {
  const isFree = freeIn(source);
  for (const { steps, at } of pathsIn(source)) {
    const isArgument = /\bsandbox\.ring\(\s*$/.test(source.slice(0, at));
    if (!isArgument || !isFree(steps[0] ?? '')) continue;
    const number = ownValue(valueAt(steps, scope), 'number');
    if (typeof number === 'string' && /^\+\d+$/.test(number))
      return [`try: await sandbox.ring(${asPath(steps)}.number)`];
  }
  return [];
}

/** Explains a list that is read with a text: `numbers['Front desk'].id`. */
export function onTextIndex({ message }: Error, source: string, scope: Scope): string[] {
  const read = /of undefined \(reading '([^']+)'\)$/.exec(message)?.[1];
  const isFree = freeIn(source);
  return [
    ...source.matchAll(
      /([\p{ID_Continue}$]+(?:\.[\p{ID_Continue}$]+)*)\[(['"])([^'"\n]+)\2\]\.([\p{ID_Continue}$]+)/gu,
    ),
  ]
    .filter(([, path = '', , , member]) => {
      const steps = path.split('.');
      return member === read && isFree(steps[0] ?? '') && Array.isArray(valueAt(steps, scope));
    })
    .slice(0, 1)
    .map(
      ([, path, , text]) =>
        `${path} is a list. Find an item by its name: ${path}.find(({ name }) => name === '${text}')`,
    );
}

function kindOf(value: unknown): (typeof KINDS)[number] | undefined {
  if (value === undefined || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  return KINDS.find(([, , one]) => one === prototype);
}

/** Explains which value is undefined in `Cannot read properties of undefined (reading 'name')`. */
export function onNoValue({ message }: Error, source: string, scope: Scope): string[] {
  const [, kind, name] = /of (undefined|null) \(reading '([^']+)'\)$/.exec(message) ?? [];
  if (kind === undefined || name === undefined) return [];
  const isFree = freeIn(source);
  for (const path of pathsIn(source)) {
    const found = foundNothing(source, path, name);
    if (found !== undefined) return [found];
    const { steps } = path;
    const at = steps.indexOf(name, 1);
    const isKnown = isFree(steps[0] ?? '') && scope.names().includes(steps[0] ?? '');
    if (at > 0 && isKnown && (valueAt(steps.slice(0, at), scope) ?? undefined) === undefined)
      return [`${asPath(steps.slice(0, at))} is ${kind}`];
  }
  return [];
}

/** Explains `list.find(…).name` if no item was found. */
function foundNothing(source: string, { steps, isCalled, end }: DottedPath, name: string): string | undefined {
  if (!isCalled || !/^find(?:Last)?$/.test(steps.at(-1) ?? '')) return undefined;
  const close = closing(source, source.indexOf('(', end));
  if (close < 0 || memberAfter(source.slice(close + 1)) !== name) return undefined;
  return `${asPath(steps)} found no item, so its result is undefined. To allow that, use ?.${name}`;
}

/** Explains the argument of a request that found nothing if it is a phone number or has blanks, as no id has. */
export function onNoId({ operation, row, ...failed }: FailedCall, trial: Trial): string[] {
  const call = callIn({ operation, ...failed });
  const args = call === undefined ? [] : (trial.read(call)?.args ?? []);
  return row.args.flatMap(({ name, kind }, index) => {
    const given = args[index];
    if (kind === 'text' || typeof given !== 'string' || !/^\+\d+$|\s/.test(given)) return [];
    return [
      given.startsWith('+')
        ? `${asCode(given)} is a phone number, not an id. ${name} needs the id`
        : `${asCode(given)} is not an id, because it has spaces. ${name} needs the id`,
    ];
  });
}

const MAX_NUMBERS = 5;

/** Explains the number of an input that has no result: `Out[99]`. */
export function onNumbered(source: string, scope: Declarations & Scope): string[] {
  return [...source.matchAll(/(?<![\p{ID_Continue}$.])(In|Out)\[(\d+)\]/gu)]
    .slice(0, 1)
    .flatMap(([, name = '', number]) => {
      const values: unknown = isOurs(name, scope) && freeIn(source)(name) ? scope.peek(name)?.value : undefined;
      if (typeof values !== 'object' || values === null || Object.hasOwn(values, number ?? '')) return [];
      const known = Object.keys(values);
      const shown = [...(known.length > MAX_NUMBERS ? ['…'] : []), ...known.slice(-MAX_NUMBERS)].join(', ');
      const what = name === 'Out' ? 'result' : 'input';
      return [known.length === 0 ? `there is no ${what} yet` : `there is no ${what} ${number}. ${name} has ${shown}`];
    });
}

/** Explains an unknown name that is a text without quotes: an address, or a value that a field of the call accepts. */
export function onMissingQuotes(name: string, source: string, scope: Declarations): string[] {
  const address = new RegExp(`(?:^|[(,=:\\s])(${name.replaceAll('$', '\\$')}(?:\\.[\\w-]+)+/[^\\s,()'"\`]*)`).exec(
    source,
  )?.[1];
  if (address !== undefined) return [`an address is a text. Put it in quotes: 'https://${address}'`];
  const field = new RegExp(
    `([\\p{ID_Continue}$]+)\\s*:\\s*${name.replaceAll('$', '\\$')}(?![\\p{ID_Continue}$.(])`,
    'u',
  ).exec(source)?.[1];
  if (field === undefined) return [];
  const accepts = pathsIn(source).some(({ steps: [root, ...path], isCalled }) => {
    const row =
      root === 'platform' && isCalled && isOurs(root, scope)
        ? find(path[0] === 'dry' ? path.slice(1) : path)
        : undefined;
    return row !== undefined && isRow(row) && fieldsOfAnyVariant(row)[field]?.values?.map(String).includes(name);
  });
  return accepts ? [`${name} is a value of ${field}. Put it in quotes: '${name}'`] : [];
}
