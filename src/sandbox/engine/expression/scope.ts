/** The variables that a call document can read. All of them are plain data, as in a JSON document. */
export interface Scope {
  readonly call: unknown;
  readonly params: unknown;
  readonly vars: unknown;
  readonly envs: unknown;
}

export type Found = { readonly value: unknown } | undefined;

/** The value of a name: a scope itself, or else a variable in `vars`, `envs` or `call`. */
export function lookUp(scope: Scope, name: string): Found {
  if (name === 'call' || name === 'params' || name === 'vars' || name === 'envs') return { value: scope[name] };
  return ownValue(scope.vars, name) ?? ownValue(scope.envs, name) ?? ownValue(scope.call, name);
}

/** An element of a list, or a value of an object. Inherited and computed properties do not exist for expressions. */
export function ownValue(holder: unknown, key: string): Found {
  if (typeof holder !== 'object' || holder === null) return undefined;
  if (Array.isArray(holder) && key === 'length') return undefined;
  const property = Object.getOwnPropertyDescriptor(holder, key);
  return property && 'value' in property ? { value: property.value } : undefined;
}
