const VARIABLE = /\{\{\s*(?:_\.)?([\w.-]+)\s*\}\}/g;
const MAX_ROUNDS = 10;
const MAX_LENGTH = 2 ** 20;

/**
 * Replaces `{{name}}` by its value, which can have variables too. A variable without a value keeps its name, without the
 * spaces and the prefix that editors write differently.
 */
export function fillVariables(text: string, variables: ReadonlyMap<string, string>): string {
  let filled = text;
  for (let round = 0; round < MAX_ROUNDS && filled.includes('{{'); round++) {
    const next = filled.replace(VARIABLE, (_, name: string) => variables.get(name) ?? `{{${name}}}`);
    if (next === filled || next.length > MAX_LENGTH) break;
    filled = next;
  }
  return filled;
}

/** The texts and numbers of an environment by name. A group such as `{ api: { host } }` is used as `api.host`. */
export function flatVariables(data: unknown, prefix = '', depth = 0): (readonly [string, string])[] {
  if (depth > MAX_ROUNDS || typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]): (readonly [string, string])[] =>
    typeof value === 'object' ? flatVariables(value, `${prefix}${name}.`, depth + 1) : [[prefix + name, String(value)]],
  );
}
