import { type FieldRule, RULES } from '../rules.js';
import { plainName } from './field-names.js';

export type FieldRules = (field: string) => FieldRule | undefined;

const MAX_CACHED = 10_000;

/** Creates a cached lookup, because a file has few different field names and each occurs many times. */
export function fieldRules(more: { readonly secret_fields: readonly string[] }): FieldRules {
  const rules = RULES.flatMap((rule) => (rule.detector.in === 'field' ? [rule as FieldRule] : []));
  const names = new Set(more.secret_fields.map(plainName));
  const known = new Map<string, FieldRule | undefined>();
  const ruleOf = (field: string) =>
    rules.find(({ detector }) => (detector.names !== undefined && names.has(field)) || detector.matches(field));
  return (field) => {
    const rule = known.get(field);
    if (rule !== undefined || known.has(field)) return rule;
    const found = ruleOf(plainName(field));
    if (known.size < MAX_CACHED) known.set(field, found);
    return found;
  };
}
