import type { Exception } from './exceptions.js';
import type { Fields, Operation } from './facts.js';

/** Returns the fields of a request. For operations with `params`, returns the fields inside `params`. */
export interface Request {
  readonly common: Fields;
  readonly variants: readonly Fields[];
  readonly variantsOptional: boolean;
}

/** Lists the disagreements without a review, and the reviews without a disagreement. */
export function unreviewed(operations: readonly Operation[], list: readonly Exception[]): string[] {
  const marked = new Set(operations.filter(isDisputed).map(({ id }) => id));
  const known = new Set(operations.map(({ id }) => id));
  const reviewed = new Set(list.map(({ of }) => of));
  return [
    ...[...marked]
      .filter((id) => !reviewed.has(id))
      .map((id) => `${id}: the sources disagree and no exception says how`),
    ...list
      .filter(({ of, unmarked }) => !(unmarked ? known : marked).has(of))
      .map(({ of }) => `${of}: an exception, but the sources do not disagree`),
    ...operations.flatMap((operation) => unknownFields(operation, list)),
  ];
}

/** The request after the rule was applied. */
export function settledRequest(operation: Operation, list: readonly Exception[]): Request {
  const { common, variants } = written(operation);
  const rule = list.find(({ of }) => of === operation.id);
  return {
    common: { ...settleFields(common, rule), ...newFields([common, ...variants], rule) },
    variants: variants.map((fields) => settleFields(fields, rule)),
    variantsOptional: rule?.variantsOptional ?? false,
  };
}

const isDisputed = ({ conflict, sdk_conflict, python_sdk_diff }: Operation) =>
  (conflict ?? sdk_conflict ?? python_sdk_diff) !== undefined;

function unknownFields(operation: Operation, list: readonly Exception[]): string[] {
  const { common, variants } = written(operation);
  const names = new Set([common, ...variants].flatMap(Object.keys));
  const rule = list.find(({ of }) => of === operation.id);
  return [...(rule?.optional ?? []), ...(rule?.open ?? [])]
    .filter((name) => !names.has(name))
    .map((name) => `${operation.id}: the exception names ${name}, which no source has`);
}

function written({ body, command }: Operation): { common: Fields; variants: Fields[] } {
  const inside = command ? body?.fields?.params : undefined;
  const common = inside ? inside.fields : (body?.fields ?? body?.common);
  const variants = inside ? inside.one_of : body?.one_of;
  return { common: common ?? {}, variants: (variants ?? []).map(({ fields }) => fields) };
}

function settleFields(fields: Fields, rule: Exception | undefined): Fields {
  const settled = structuredClone(fields);
  for (const [name, field] of Object.entries(rule?.fields ?? {})) if (name in settled) settled[name] = field;
  for (const [name, field] of Object.entries(settled)) {
    if (rule?.optional?.includes(name)) field.required = false;
    if (rule?.open?.includes(name)) field.open_enum = true;
  }
  return settled;
}

/** Fields of the rule that stand nowhere yet. */
function newFields(written: readonly Fields[], rule: Exception | undefined): Fields {
  return Object.fromEntries(
    Object.entries(rule?.fields ?? {}).filter(([name]) => !written.some((fields) => name in fields)),
  );
}
