import { runInNewContext } from 'node:vm';

const { defineProperty, getPrototypeOf, prototype: rootPrototype } = Object;
// The functions that a restoration uses, because the code may have replaced any of them. It uses no iterator either.
const { ownKeys, getOwnPropertyDescriptor: describe, defineProperty: define, deleteProperty, setPrototypeOf } = Reflect;

/** Names that JavaScript reads from any object. Nothing can run if all objects inherit one. */
const READ_FROM_ANY_OBJECT = [
  'then',
  'toJSON',
  'get',
  'set',
  'value',
  'writable',
  'enumerable',
  'configurable',
] as const;

interface Known {
  readonly owner: object;
  readonly name: string | symbol;
  readonly path: string;
  readonly before: PropertyDescriptor;
  /** Whether another function in its place is a change. Code may replace the others, such as `fetch`. */
  readonly isFixed: boolean;
}

/** What code did to the built-in objects. */
class Changes {
  readonly replaced: string[] = [];
  readonly deleted: string[] = [];
  readonly added: string[] = [];
  /** The added properties that a loop over any object, array or function would find. */
  readonly hidden: string[] = [];
  /** The properties that cannot be restored. */
  readonly stuck: string[] = [];

  /** Calls no method of the lists: one of them may be among the stuck ones. */
  explain({ who, keeper }: Subjects, reported: Record<string, true>): string {
    const { replaced, deleted, added, hidden } = this;
    const stuck: string[] = [];
    for (let index = 0; index < this.stuck.length; index++) {
      const path = this.stuck[index] as string;
      if (!reported[path]) stuck[stuck.length] = path;
      reported[path] = true;
    }
    const originals = ({ length }: string[]) => `${keeper} put the original${length > 1 ? 's' : ''} back.`;
    let text = '';
    if (replaced.length > 0) text += `${who} replaced ${list(replaced)}. ${originals(replaced)}\n`;
    if (deleted.length > 0) text += `${who} deleted ${list(deleted)}. ${originals(deleted)}\n`;
    if (added.length > 0)
      text += `${who} added ${list(added)}. ${keeper} removed ${added.length > 1 ? 'them' : 'it'}: it cannot run with such a property.\n`;
    if (hidden.length > 0)
      text += `${who} added ${list(hidden)}. ${keeper} made ${hidden.length > 1 ? 'them' : 'it'} non-enumerable, because loops over other objects would find ${hidden.length > 1 ? 'them' : 'it'}.\n`;
    if (stuck.length > 0)
      text += `${keeper} may fail, because a change of ${list(stuck)} is locked. Restart ${keeper.replace(/^The/, 'the')}.\n`;
    return text;
  }
}

interface Subjects {
  readonly who: string;
  readonly keeper: string;
}

/** The streams of Node.js call it. Without the original, no key arrives. */
const NEEDED_BY_NODE = 'process.nextTick';
/** Code replaces them to choose the time and the numbers. */
const REPLACEABLE: ReadonlySet<unknown> = new Set(['Date', 'Math']);

const MAX_LISTED = 5;

function list(paths: readonly string[]): string {
  const { length } = paths;
  const shown = length > MAX_LISTED ? MAX_LISTED : length;
  const rest = length - shown;
  let text = paths[0] ?? '';
  for (let index = 1; index < shown; index++)
    text += index === length - 1 ? ` and ${paths[index]}` : `, ${paths[index]}`;
  return rest > 0 ? `${text} and ${rest} more` : text;
}

/**
 * Returns a function that restores the built-in functions that the code of the user has replaced or deleted, because we use
 * them too, and returns sentences about them. `who` changed them, and `keeper` puts them back. Functions of the language must stay the same ones.
 * Those of Node.js, global names and properties with other values must stay of the same kind. Properties may be added, but
 * no loop over the properties of an object finds them.
 * A quick restoration checks only the functions of the language.
 */
export function rememberBuiltIns(keeper: string): (who: string, isQuick?: boolean) => string {
  const all = rememberAll();
  const fixed = all.filter(({ isFixed }) => isFixed);
  const prototypes = prototypesOf(fixed);
  const reported: Record<string, true> = Object.create(null);
  return (who, isQuick) => {
    const known = isQuick ? fixed : all;
    const changes = new Changes();
    removeAdded(changes);
    for (let index = 0; index < prototypes.length; index++) hideAdded(prototypes[index] as Prototype, changes);
    for (let index = 0; index < known.length; index++) {
      const one = known[index] as Known;
      const current = describe(one.owner, one.name);
      if (!isChanged(one, current)) continue;
      const { replaced, deleted, stuck } = changes;
      const paths = !define(one.owner, one.name, one.before) ? stuck : current ? replaced : deleted;
      paths[paths.length] = one.path;
    }
    return changes.explain({ who, keeper }, reported);
  };
}

/** Runs first: the descriptors of the other properties inherit from `Object.prototype`. */
function removeAdded({ added, stuck }: Changes): void {
  for (let index = 0; index < READ_FROM_ANY_OBJECT.length; index++) {
    const name = READ_FROM_ANY_OBJECT[index] as string;
    if (!describe(rootPrototype, name)) continue;
    const paths = deleteProperty(rootPrototype, name) ? added : stuck;
    paths[paths.length] = `Object.prototype.${name}`;
  }
}

interface Prototype {
  readonly owner: object;
  readonly path: string;
}

/** The prototypes of the language. None of their properties is enumerable. */
function prototypesOf(fixed: readonly Known[]): Prototype[] {
  const found = new Map<object, string>();
  for (const { owner, path } of fixed) {
    const at = path.search(/\.prototype[.[]/);
    if (at >= 0 && !found.has(owner)) found.set(owner, path.slice(0, at + '.prototype'.length));
  }
  return [...found].map(([owner, path]) => ({ owner, path }));
}

/** Reads no value: it may be a getter that throws. */
function hideAdded({ owner, path }: Prototype, { hidden, stuck }: Changes): void {
  const names = ownKeys(owner);
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string | symbol;
    const current = describe(owner, name);
    if (typeof name !== 'string' || !current?.enumerable) continue;
    setPrototypeOf(current, null);
    current.enumerable = false;
    const paths = define(owner, name, current) ? hidden : stuck;
    paths[paths.length] = `${path}.${name}`;
  }
}

function isChanged({ before, isFixed }: Known, current: PropertyDescriptor | undefined): boolean {
  if (!current) return true;
  if (!('value' in before)) return isFixed && (current.get !== before.get || current.set !== before.set);
  if (isFixed && typeof before.value === 'function') return current.value !== before.value;
  return kind(current.value) !== kind(before.value);
}

type IsNeeded = (name: string | symbol, property: PropertyDescriptor) => boolean;

const kind = (value: unknown) => (value === null ? 'null' : typeof value);

function rememberAll(): Known[] {
  // Node.js has a setter for these two, so a replaced value would not show in the descriptor.
  const { process: ours, Buffer: bytes } = globalThis;
  for (const [name, value] of [['process', ours] as const, ['Buffer', bytes] as const])
    defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
  const ofLanguage = new Set<string>(runInNewContext('Object.getOwnPropertyNames(globalThis)'));
  const known: Known[] = [];
  const seen = new Set<object>([globalThis]);
  const isClass = (name: string) => /^[A-Z]\w*$/.test(name) && ofLanguage.has(name) && !REPLACEABLE.has(name);
  const remember = (owner: object, path: string, isOfLanguage: boolean, isNeeded: IsNeeded = () => true) => {
    for (const name of ownKeys(owner)) {
      const before = describe(owner, name);
      if (!before?.configurable || !isNeeded(name, before)) continue;
      const full = typeof name === 'symbol' ? `${path}[${name.description}]` : path + (path && '.') + name;
      setPrototypeOf(before, null); // the code may add fields to all other descriptors
      known.push({
        owner,
        name,
        path: full,
        before,
        isFixed: isOfLanguage || full === NEEDED_BY_NODE || isClass(full),
      });
    }
  };
  const rememberOnce = (owner: object | null, path: string, isFixed: boolean) => {
    if (owner === null || seen.has(owner)) return;
    seen.add(owner);
    remember(owner, path, isFixed);
  };
  remember(globalThis, '', false);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const { value } = describe(globalThis, name) ?? {};
    if (!/^[A-Z]/.test(name) || Object(value) !== value) continue;
    // Code replaces Math.random to get the same numbers again.
    const isFixed = ofLanguage.has(name) && name !== 'Math';
    rememberOnce(value, name, isFixed);
    rememberOnce(value.prototype ?? null, `${name}.prototype`, isFixed);
  }
  remember(process, 'process', false, (name, { value }) => !/^_/.test(String(name)) && Object(value) === value);
  for (const [name, object] of Object.entries(unnamed()))
    for (let owner = getPrototypeOf(object), path = name; owner; owner = getPrototypeOf(owner), path += '.__proto__')
      rememberOnce(owner, path, true);
  return known;
}

/** Objects whose prototypes have no global name, such as the iterators. */
function unnamed(): Record<string, object> {
  return {
    TypedArray: Uint8Array,
    'TypedArray.prototype': Uint8Array.prototype,
    'ArrayIterator.prototype': [].values(),
    'MapIterator.prototype': new Map().values(),
    'SetIterator.prototype': new Set().values(),
    'StringIterator.prototype': ''[Symbol.iterator](),
    'RegExpStringIterator.prototype': ''.matchAll(/./g),
    'Generator.prototype': function* () {}.prototype,
    'AsyncGenerator.prototype': async function* () {}.prototype,
    'AsyncFunction.prototype': async () => {},
  };
}
