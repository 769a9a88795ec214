import { isRecord } from '../../../src/sandbox/request/read-json.js';

type Path = readonly (string | number)[];

/** The value without what is at the path. */
function without(value: unknown, [first, ...rest]: Path): unknown {
  if (Array.isArray(value)) return value.map((one, i) => (i === first ? without(one, rest) : one));
  if (!isRecord(value) || first === undefined) return value;
  if (rest.length > 0) return { ...value, [first]: without(value[first], rest) };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== first));
}

/** Every parameter of the steps of a document, with the document without it. */
export function withoutEach(main: readonly unknown[], isVerb: (name: string) => boolean) {
  return main.flatMap((step, i) => {
    if (!isRecord(step)) return [];
    const [[verb, params] = ['', null]] = Object.entries(step);
    if (!isVerb(verb) || !isRecord(params)) return [];
    return Object.keys(params).map((name) => ({
      of: `${verb}.${name}`,
      main: without(main, [i, verb, name]) as readonly unknown[],
    }));
  });
}
