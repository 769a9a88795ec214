/**
 * The same structure with `${NAME}` and `${NAME|what to take without it}` filled in from the environment, in every text.
 * Names that have neither a value nor a default are told.
 */
export function substitute<T>(
  value: T,
  env: Readonly<Record<string, string | undefined>>,
  missing: (name: string) => void,
): T {
  const text = (one: string) =>
    one.replace(/\$\{(\w+)(?:\|([^}]*))?\}/g, (_whole, name: string, otherwise?: string) => {
      const found = env[name] || otherwise;
      if (found === undefined) missing(name);
      return found ?? '';
    });
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one);
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value) as T;
}
