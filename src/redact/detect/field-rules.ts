import { type FieldRule, RULES } from '../rules.js';
import { plainName } from './field-names.js';

/** The rule of a field of a document, or of a parameter of a query. */
export type FieldRules = (field: string, isParameter?: boolean) => FieldRule | undefined;

const MAX_CACHED = 10_000;

/** Creates a cached lookup, because a file has few different field names and each occurs many times. */
export function fieldRules(more: { readonly secret_fields: readonly string[] }): FieldRules {
  const rules = RULES.flatMap((rule) => (rule.detector.in === 'field' ? [rule as FieldRule] : []));
  const names = new Set(more.secret_fields.map(plainName));
  const known = new Map<string, FieldRule | undefined>();
  const ruleOf = (field: string, isParameter: boolean) =>
    rules.find(
      ({ detector }) =>
        (isParameter || !detector.isParameter) &&
        ((detector.names !== undefined && names.has(field)) || detector.matches(field)),
    );
  return (field, isParameter = false) => {
    const key = isParameter ? `?${field}` : field;
    const rule = known.get(key);
    if (rule !== undefined || known.has(key)) return rule;
    const found = isFolder(field) ? undefined : ruleOf(plainName(field), isParameter);
    if (known.size < MAX_CACHED) known.set(key, found);
    return found;
  };
}

/** The current and the last folder of a shell. In small letters, the name means a password. */
const isFolder = (field: string): boolean => field === 'PWD' || field === 'OLDPWD';
