/**
 * Replaces `${NAME}` and `${NAME|default}` in every text of a structure by environment variables. Reports names that
 * have neither a value nor a default.
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
