/** The values that expressions and placeholders can read. Names without a scope are looked up in vars, envs and call. */
export interface Scope {
  readonly call: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly envs: Readonly<Record<string, unknown>>;
}

/** The result of an expression, or why there is none. */
export type Evaluated = { readonly value: unknown } | { readonly problem: string };

// The functions of this folder:
// `evaluate(source: string, scope: Scope): Evaluated` evaluates an expression such as `vars.count + 1`.
// `substitute(value: unknown, scope: Scope, report?: (problem: string) => void): unknown` replaces the placeholders in
//   all strings of a value. A string that is exactly one placeholder keeps the type of its value.
// `lookup(path: string, scope: Scope): unknown` reads a path such as `vars.list[0].name`; undefined without a value.
// `hasPlaceholder(value: unknown): boolean` is true if a string of the value contains a placeholder.
