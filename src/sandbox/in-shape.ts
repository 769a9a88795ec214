import type { AnyField, Fields } from '../client/index.js';

/**
 * Cuts what a subject tells to the shape that its operation answers: fields in the order of the shape, null where
 * nothing was set and null is allowed, and nothing that the platform would not say. A value that the shape demands and
 * nobody has is a mistake of ours, and no answer.
 */
export function inShape(field: AnyField, value: unknown): unknown {
  const fitted = fitterOf(field)(value);
  if (fitted === MISFIT) throw new Error(`the sandbox has no answer of the right shape: ${misfitOf(field, value, '')}`);
  return fitted;
}

const MISFIT = Symbol('misfit');
type Fitter = (value: unknown) => unknown;

const fitters = new WeakMap<AnyField, Fitter>();
function fitterOf(field: AnyField): Fitter {
  let fitter = fitters.get(field);
  if (fitter === undefined) fitters.set(field, (fitter = build(field)));
  return fitter;
}

const only =
  (type: string): Fitter =>
  (value) =>
    typeof value === type ? value : MISFIT;

function build(field: AnyField): Fitter {
  const fitter = buildBare(field);
  const usual = field.limits?.default;
  return usual === undefined ? fitter : (value) => fitter(value === undefined ? usual : value);
}

function buildBare(field: AnyField): Fitter {
  switch (field.kind) {
    case 'str':
      return only('string');
    case 'num':
      return only('number');
    case 'int':
      return (value) => (Number.isInteger(value) ? value : MISFIT);
    case 'bool':
      return only('boolean');
    case 'null':
      return (value) => (value === null || value === undefined ? null : MISFIT);
    case 'none':
      return () => undefined;
    case 'oneOf':
      return field.open ? only('string') : (value) => (field.values?.includes(value as string) ? value : MISFIT);
    case 'list':
      return eachOf(fitterOf(field.of?.[0] as AnyField));
    case 'page':
      return pageOf(field.name as string, eachOf(fitterOf(field.of?.[0] as AnyField)));
    case 'either': {
      const of = field.of?.map(fitterOf) ?? [];
      return (value) => {
        for (const one of of) {
          const fitted = one(value);
          if (fitted !== MISFIT) return fitted;
        }
        return MISFIT;
      };
    }
    case 'obj':
      return objectOf(field.needs ?? {}, field.takes ?? {});
  }
}

const eachOf =
  (item: Fitter): Fitter =>
  (value) => {
    if (!Array.isArray(value)) return MISFIT;
    const items = value.map(item);
    return items.includes(MISFIT) ? MISFIT : items;
  };

const pageOf =
  (key: string, items: Fitter): Fitter =>
  (value) => {
    const fitted = items((value as Record<string, unknown>)[key]);
    return fitted === MISFIT ? MISFIT : { ...(value as object), [key]: fitted };
  };

function objectOf(needs: Fields, takes: Fields): Fitter {
  const needed = Object.entries(needs).map(([name, field]) => [name, fitterOf(field)] as const);
  const taken = Object.entries(takes).map(([name, field]) => [name, fitterOf(field)] as const);
  // A free document: whatever was stored is what is told.
  if (needed.length === 0 && taken.length === 0)
    return (value) => (typeof value === 'object' && value !== null ? value : MISFIT);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return MISFIT;
    const given = value as Record<string, unknown>;
    const out: Record<string, unknown> = {};
    for (const [name, one] of needed) {
      const fitted = one(given[name]);
      if (fitted === MISFIT) return MISFIT;
      out[name] = fitted;
    }
    for (const [name, one] of taken) {
      if (given[name] === undefined) continue;
      const fitted = one(given[name]);
      if (fitted !== MISFIT) out[name] = fitted;
      // Nothing was set, and the shape has no null for that.
      else if (given[name] !== null) return MISFIT;
    }
    return out;
  };
}

/** Where the first misfit is, in words. */
function misfitOf(field: AnyField, value: unknown, at: string): string {
  const misfits = (one: AnyField, part: unknown) => fitterOf(one)(part) === MISFIT;
  if (field.kind === 'obj' && typeof value === 'object' && value !== null) {
    const given = value as Record<string, unknown>;
    for (const [name, one] of Object.entries({ ...field.needs, ...field.takes })) {
      if ((name in (field.needs ?? {}) || given[name] != null) && misfits(one, given[name]))
        return misfitOf(one, given[name], `${at}.${name}`);
    }
  }
  if (field.kind === 'list' || field.kind === 'page') {
    const items = field.kind === 'list' ? value : (value as Record<string, unknown>)[field.name as string];
    const bad = Array.isArray(items) ? items.findIndex((item) => misfits(field.of?.[0] as AnyField, item)) : -1;
    if (bad >= 0) return misfitOf(field.of?.[0] as AnyField, (items as unknown[])[bad], `${at}[${bad}]`);
  }
  if (field.kind === 'either') {
    const [first] = (field.of ?? []).filter(({ kind }) => kind === 'obj');
    if (first && typeof value === 'object' && value !== null) return misfitOf(first, value, at);
  }
  return `${at || 'it'} is ${JSON.stringify(value)}, not ${field.values?.join(' or ') ?? field.name ?? field.kind}`;
}
