import { inspect, types } from 'node:util';
import { counted } from '../../util/index.js';

/** `inspect` limits the items of lists, but not the fields of objects: a million fields take seconds and fill the screen. */
const MAX_FIELDS = 500;
const SHOWN_FIELDS = 100;
/** `inspect` shows as many items of a list, and goes as deep. */
const MAX_ITEMS = 100;
const MAX_DEPTH = 6;
/** The number of values to look at. */
const MAX_VALUES = 5_000;

/** The number of fields that are not shown, as the last field. */
class More {
  constructor(private readonly count: number) {}
  [inspect.custom](): string {
    return `${counted(this.count, 'more field')}`;
  }
}

/** Returns a value with at most the first 100 fields of each large object. A value without large objects stays itself. */
export function withoutLargeObjects(value: unknown): unknown {
  return new Cutter().cut(value, 0);
}

class Cutter {
  #left = MAX_VALUES;

  cut(value: unknown, depth: number): unknown {
    if (typeof value !== 'object' || value === null || types.isProxy(value)) return value;
    if (depth > MAX_DEPTH || --this.#left < 0) return value;
    if (Array.isArray(value)) return this.#list(value, depth);
    if (types.isMap(value)) return this.#map(value, depth);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return value;
    if (inspect.custom in value) return value;
    return this.#object(value, depth);
  }

  #object(value: object, depth: number): object {
    const names = Object.keys(value);
    const isLarge = names.length > MAX_FIELDS;
    let copy: Record<string, unknown> | undefined;
    for (const name of isLarge ? names.slice(0, SHOWN_FIELDS) : names) {
      const own = Object.getOwnPropertyDescriptor(value, name);
      if (own === undefined) continue;
      const cut = 'value' in own ? this.cut(own.value, depth + 1) : undefined;
      if (!isLarge && (!('value' in own) || cut === own.value)) continue;
      copy ??= isLarge ? Object.create(Object.getPrototypeOf(value)) : copyOf(value);
      Object.defineProperty(copy, name, 'value' in own ? { ...own, value: cut } : own);
    }
    if (isLarge && copy) copy['…'] = new More(names.length - SHOWN_FIELDS);
    return copy ?? value;
  }

  #list(value: readonly unknown[], depth: number): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (let index = 0; index < Math.min(value.length, MAX_ITEMS); index++) {
      const one: unknown = Object.getOwnPropertyDescriptor(value, index)?.value;
      const cut = this.cut(one, depth + 1);
      if (cut !== one) (copy ??= value.slice())[index] = cut;
    }
    return copy ?? value;
  }

  #map(value: ReadonlyMap<unknown, unknown>, depth: number): ReadonlyMap<unknown, unknown> {
    let copy: Map<unknown, unknown> | undefined;
    let items = 0;
    for (const [key, one] of Map.prototype.entries.call(value)) {
      if (++items > MAX_ITEMS) break;
      const cut = this.cut(one, depth + 1);
      if (cut !== one) (copy ??= new Map(value)).set(key, cut);
    }
    return copy ?? value;
  }
}

const copyOf = (value: object): Record<string, unknown> =>
  Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value));
