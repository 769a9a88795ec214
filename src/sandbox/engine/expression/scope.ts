/** The values that expressions and placeholders can read. All of them are plain data, as in a JSON document. */
export interface Scope {
  readonly call: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly envs: Readonly<Record<string, unknown>>;
  /** For `Math.random()`. No expression can read it. */
  readonly random?: () => number;
}

/** The result of an expression, or why there is none. */
export type Evaluated = { readonly value: unknown } | { readonly problem: string };

export type Found = { readonly value: unknown } | undefined;

/** The value of a name: a scope itself, or else a variable in `vars`, `envs` or `call`. */
export function named(name: string, scope: Scope): Found {
  if (name === 'call' || name === 'params' || name === 'vars' || name === 'envs') return { value: scope[name] };
  return ownValue(scope.vars, name) ?? ownValue(scope.envs, name) ?? ownValue(scope.call, name);
}

/** A dotted path. Its names may contain `-`, as names of headers do. */
const PATH = /^[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[\d+\])*$/;

export const isPath = (text: string): boolean => PATH.test(text) && !/^(?:true|false|null)$/.test(text);

/** Reads a path such as `vars.list[0].name`. Undefined without a value. */
export function lookup(path: string, scope: Scope): unknown {
  const [name = '', ...keys] = path.split(/[.[\]]+/).filter((key) => key !== '');
  return keys.reduce((value, key) => ownValue(value, key)?.value, named(name, scope)?.value);
}

/** An element of a list, or a value of an object. Inherited and computed properties do not exist for expressions. */
export function ownValue(holder: unknown, key: string): Found {
  if (typeof holder !== 'object' || holder === null) return undefined;
  if (Array.isArray(holder) && key === 'length') return undefined;
  const property = Object.getOwnPropertyDescriptor(holder, key);
  return property && 'value' in property ? { value: property.value } : undefined;
}
