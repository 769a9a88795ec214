import { types } from 'node:util';
import { isRow, operations, walkRows } from '../../client/index.js';
import { readPath } from '../../eval/index.js';
import { alternatives, counted, nearest } from '../../util/index.js';
import { hasMember, isOurs, scopeMembers, valueAt } from '../complete/from-scope.js';
import { find, into } from '../complete/row-fields.js';
import { SYNONYMS } from '../help/synonyms.js';
import { ownValue } from '../inspect/own-value.js';
import { PRELOADED } from '../inspect/preloaded.js';
import { shapeOf, unknownFieldOf } from '../inspect/response-shape.js';
import { flat } from '../inspect/type-name.js';
import { type DottedPath, pathsIn } from '../tokens.js';
import type { Scope } from './advice.js';
import { callElsewhere } from './call-to-try.js';
import { closing } from './corrected-call.js';
import { freeIn } from './forgotten-await.js';
import { pythonMethod } from './python-names.js';

type MemberScope = Pick<Scope, 'isDeclared' | 'names' | 'peek'>;

interface Missing {
  /** The steps to the object and, last, the name that it does not have. */
  readonly steps: readonly string[];
  readonly suggestions: readonly string[];
  /** Whether the name is misspelt, and not a name of another API. */
  readonly isTypo?: boolean;
}

/** Finds the unknown name in the input for `x.y is not a function` and `… of undefined (reading 'z')`. */
export async function onMissingMember({ message }: Error, source: string, scope: Scope): Promise<string[]> {
  const isFree = freeIn(source);
  const [, called, read] = /\.([^.]+) is not a function$|\(reading '([^']+)'\)$/.exec(message) ?? [];
  const isNamed = ({ steps }: DottedPath) =>
    called === undefined ? steps.includes(read ?? '') : steps.at(-1) === called;
  const paths = pathsIn(source);
  for (const path of [...paths.filter(isNamed), ...paths.filter((one) => !isNamed(one))]) {
    const [root = ''] = path.steps;
    if (!isFree(root)) continue;
    const names = () => [...scope.names(), ...(Object.hasOwn(globalThis, root) ? [root] : [])];
    const missing =
      missingIn(path.steps, { ...scope, names }) ?? (path.isCalled ? calledNamespace(path.steps, scope) : undefined);
    if (!missing) continue;
    const [only = '', ...more] = missing.suggestions;
    const isOneCall = path.isCalled && path.steps.length === missing.steps.length && more.length === 0;
    if (!isOneCall || missing.isTypo) return [didYouMean(missing)];
    return [didYouMean(missing), ...(await callElsewhere(source, path, only, scope))];
  }
  return [];
}

/** Names the members meant by a path of the platform that lacks `platform`: `phone_numbers.find` has no such member. */
export function onMissingBelow(name: string, source: string, scope: MemberScope): string[] {
  return pathsIn(source)
    .filter(({ steps: [first, ...more] }) => first === name && more.length > 0)
    .slice(0, 1)
    .flatMap(({ steps }) => missingIn(['platform', ...steps], scope) ?? [])
    .map(didYouMean);
}

/** Explains why an input that reads a property, such as `number.nmae`, has no value. */
export function onUndefinedMember(source: string, scope: MemberScope): string[] {
  const steps = readPath(source);
  if (!steps) return isOurs('platform', scope) ? onUndefinedOfResponse(source) : [];
  if (steps.length < 2) return [];
  const missing = missingIn(steps, scope);
  if (!missing) {
    const field = onUnknownField(steps, scope);
    return field.length > 0 ? field : onNoMember(steps, scope);
  }
  if (missing.steps.length < steps.length) return [];
  const owner = asPath(steps.slice(0, -1));
  // An agent without the property `skills` can have skills.
  const what = missing.isTypo ? steps.at(-1) : `property ${steps.at(-1)}`;
  return [`${owner} has no ${what}. ${didYouMean(missing)}`];
}

/** Explains an empty result: a preloaded object has no such member, or a list has fewer items. */
function onNoMember(steps: readonly string[], scope: MemberScope): string[] {
  const [root = ''] = steps;
  const [parent, name = ''] = [steps.slice(0, -1), steps.at(-1)];
  const operation = operationPath(parent, scope);
  const node = operation && find(operation);
  const owner = valueAt(parent, scope);
  const path = asPath(parent);
  // The results of inputs have hints of their own.
  const isList = root !== 'Out' && root !== 'In' && !types.isProxy(owner) && Array.isArray(owner);
  if (isList && /^\d+$/.test(name) && Number(name) >= owner.length)
    return [`${path} has ${counted(owner.length, 'item')}, so it has no [${name}]`];
  const isPreloaded =
    root === 'platform' ? node !== undefined && !isRow(node) : PRELOADED[parent.join('.')] !== undefined;
  if (!isPreloaded || !isOurs(root, scope) || hasMember(node ?? owner, name)) return [];
  return [`${path} has no ${name}. To list its members, type ${path}?`];
}

/** Explains a name that a response does not have, such as `number.phone_number`: no name resembles it, so it lists them. */
function onUnknownField(steps: readonly string[], scope: MemberScope): string[] {
  if (!scope.names().includes(steps[0] as string)) return [];
  const owner = valueAt(steps.slice(0, -1), scope);
  const name = steps.at(-1) as string;
  if (hasMember(owner, name)) return [];
  // Only a response is small enough to look through.
  const shape = shapeOf(owner);
  const inner = shape && innerPath(owner, name);
  if (inner) {
    const path = asPath(steps.slice(0, -1));
    return [`${path} has no ${name}. Did you mean ${asPath([path, ...inner])}?`];
  }
  return shape ? [unknownFieldOf(shape, name) ?? []].flat() : [];
}

const MAX_DEPTH = 3;

/** Returns the steps to the field with this name in the objects of a value, if there is only one. Reads no getters. */
function innerPath(owner: unknown, name: string, depth = 0): readonly string[] | undefined {
  if (typeof owner !== 'object' || owner === null || types.isProxy(owner) || Array.isArray(owner)) return undefined;
  if (depth > 0 && Object.hasOwn(owner, name)) return [name];
  if (depth === MAX_DEPTH) return undefined;
  const found = Object.keys(owner).flatMap((key) => {
    const inner = innerPath(ownValue(owner, key), name, depth + 1);
    return inner ? [[key, ...inner]] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Explains a property of a response that the API description does not have, such as `(await …list()).data[0].nmae`. */
function onUndefinedOfResponse(source: string): string[] {
  const [start = '', operation = ''] = /^\s*\(await platform\.([\w.]+)(?=\()/.exec(source) ?? [];
  const row = find(operation.split('.'));
  const after = source.slice(closing(source, start.length) + 1);
  const path = /^\)((?:\??\.\w+|(?:\?\.)?\[\d+\])+)\s*;?\s*$/.exec(after)?.[1]?.match(/\w+/g);
  if (!row || !isRow(row) || !path) return [];
  const { kind, name: rows = '', of = [] } = row.gives;
  const isPage = kind === 'page';
  const steps = path.slice(isPage ? 2 : 0).map((step) => (/^\d+$/.test(step) ? '[]' : step));
  if (isPage && (path[0] !== rows || steps.length === 0)) return [];
  const objects = steps
    .slice(0, -1)
    .reduce((at, step) => at.flatMap((one) => into(one, step)), flat(isPage ? of : [row.gives]));
  const known = objects.flatMap(({ needs, takes }) => Object.keys({ ...needs, ...takes }));
  const name = path.at(-1) as string;
  const meant = known.includes(name) ? undefined : typoOf(name, known);
  if (meant !== undefined) return [`the response has no ${name}. Did you mean ${meant}?`];
  const owners = objects.flatMap(({ needs, takes }) =>
    Object.entries({ ...needs, ...takes }).flatMap(([key, field]) =>
      flat([field]).some((one) => name in { ...one.needs, ...one.takes }) ? [key] : [],
    ),
  );
  const [owner, ...otherOwners] = known.includes(name) ? [] : new Set(owners);
  if (owner !== undefined && otherOwners.length === 0)
    return [`the response has no ${name}. Did you mean ${owner}.${name}?`];
  const [only, ...others] = objects;
  return only && others.length === 0 ? [unknownFieldOf(only, name) ?? []].flat() : [];
}

const didYouMean = ({ suggestions }: Missing) => `Did you mean ${alternatives(suggestions)}?`;

export const asPath = (steps: readonly string[]) =>
  steps.map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');

/** Finds the first step that the object before it does not have. Returns undefined without a suggestion for it. */
function missingIn(steps: readonly string[], scope: MemberScope): Missing | undefined {
  if (steps[0] !== 'platform' && !scope.names().includes(steps[0] as string)) return undefined;
  for (let end = 1; end < steps.length; end++) {
    const parent = steps.slice(0, end);
    const name = steps[end] as string;
    const joined = joinedOperation(parent, name, scope);
    if (joined) return { steps: steps.slice(0, end + 1), suggestions: [joined], isTypo: true };
    const members = membersOf(parent, name, scope);
    if (members.length === 0 || members.includes(name)) continue;
    const next = steps[end + 1];
    const hasNext = (one: string) => {
      const node = next === undefined ? undefined : find([...(operationPath(parent, scope) ?? []), ...one.split('.')]);
      return !node || isRow(node) || Object.hasOwn(node, next ?? '');
    };
    const isFitting =
      operationPath(parent, scope) && knownSynonyms(name).some((one) => find(one.split('.')) && hasNext(one));
    const own = knownSynonyms(name).filter((one) => members.includes(one) && (!isFitting || hasNext(one)));
    const number =
      own.length === 0 ? [`${name}s`, name.replace(/s$/, '')].find((one) => members.includes(one)) : undefined;
    const synonyms =
      own.length > 0
        ? own.map((one) => asPath([...parent, one]))
        : number === undefined
          ? synonymsElsewhere(parent, name, isFitting ? hasNext : () => true, scope)
          : [];
    const typo = synonyms.length > 0 ? undefined : (number ?? typoOf(name, members));
    const suggestions = typo === undefined ? synonyms : [asPath([...parent, typo])];
    const found = { steps: steps.slice(0, end + 1), suggestions, isTypo: typo !== undefined };
    return suggestions.length > 0 ? found : undefined;
  }
  return undefined;
}

/** The operation whose name has an underscore in place of a dot: `record_pause` for `record.pause`. */
function joinedOperation(parent: readonly string[], name: string, scope: MemberScope): string | undefined {
  const path = [...parent.slice(0, -1), `${parent.at(-1)}_${name}`];
  const [operation, row] = [operationPath(parent, scope), operationPath(path, scope)].map((one) => one && find(one));
  return operation && isRow(operation) && row && isRow(row) ? asPath(path) : undefined;
}

/** Returns the names of an object's members, or no names if it has the member or cannot be read. */
function membersOf(parent: readonly string[], name: string, scope: MemberScope): string[] {
  const operation = operationPath(parent, scope);
  const node = operation && find(operation);
  if (node) return isRow(node) || (parent.length === 1 && /^(?:dry|with)$/.test(name)) ? [] : Object.keys(node);
  if (/^\d+$/.test(name) || hasMember(valueAt(parent, scope), name)) return [];
  return scopeMembers(parent, scope).map(({ text }) => text);
}

/** Returns the path in the tables, or undefined for a path that is not of the platform. */
function operationPath([first, ...rest]: readonly string[], scope: MemberScope): readonly string[] | undefined {
  if (first !== 'platform' || !isOurs(first, scope)) return undefined;
  return rest[0] === 'dry' ? rest.slice(1) : rest;
}

/** A name with other digits is another name, such as `line2` for `line1`. */
function typoOf(name: string, members: readonly string[]): string | undefined {
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  return nearest(
    name,
    members.filter((one) => digitsOf(one) === digitsOf(name)),
  );
}

const knownSynonyms = (name: string): readonly string[] => [
  ...(Object.hasOwn(SYNONYMS, name) ? (SYNONYMS[name] ?? []) : []),
  ...[pythonMethod(name) ?? []].flat(),
];

/** Returns the operations and namespaces of the platform that a name of another API stands for. */
function synonymsElsewhere(
  parent: readonly string[],
  name: string,
  fits: (one: string) => boolean,
  scope: MemberScope,
): string[] {
  const operation = operationPath(parent, scope);
  const under = (path: string) => [...parent, path].join('.');
  const root = parent.slice(0, parent.length - (operation?.length ?? 0)).join('.');
  const elsewhere = operation ? knownSynonyms(name).filter((one) => find(one.split('.')) && fits(one)) : [];
  if (elsewhere.length > 0) return elsewhere.map((one) => `${root}.${one}`);
  return operation?.length === 0 ? pathsNamed(name).map(under) : [];
}

const MAX_NAMED = 3;

/** Returns the namespaces in other namespaces with this name, such as `compat.messages`, or else a few operations. */
function pathsNamed(name: string): string[] {
  const paths = [...walkRows(operations)].map(([operation]) => operation.split('.'));
  const parents = paths.map((path) => path.slice(0, -1));
  const inOthers = parents.filter((path) => path.length > 1 && path.at(-1) === name).map((path) => path.join('.'));
  const isLog = (path: string) => (path.startsWith('logs.') ? 1 : 0);
  const namespaces = [...new Set(inOthers)].sort((a, b) => isLog(a) - isLog(b));
  if (namespaces.length > 0) return namespaces.slice(0, MAX_NAMED);
  const named = paths.filter((path) => path.at(-1) === name).map((path) => path.join('.'));
  return named.length > MAX_NAMED ? [] : named;
}

/** Finds a call of a namespace, such as `platform.lookup('+1…')`, and suggests its operations. */
function calledNamespace(steps: readonly string[], scope: MemberScope): Missing | undefined {
  const node = find(operationPath(steps, scope) ?? ['']);
  if (!node || isRow(node)) return undefined;
  const names = Object.keys(node).slice(0, MAX_NAMED);
  return { steps, suggestions: names.map((name) => asPath([...steps, name])) };
}
