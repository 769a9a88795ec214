import { type AnyField, type Fields, type Row, usageOf } from '../../client/index.js';
import type { SheetPart } from '../../util/index.js';
import { flat, typeName } from '../inspect/type-name.js';
import type { TriedExample } from '../trial/tried-example.js';

const ORIGINS = {
  stated: 'stated by the platform',
  documented: 'from the public description',
  assumed: 'an assumption: not in the public description',
};

export function operationHelp(name: string, row: Row, example: TriedExample | undefined): SheetPart[] {
  return [
    { title: `platform.${usageOf(name, row)}` },
    row.help,
    ...(row.deprecated ? [`Deprecated: ${row.deprecated}`] : []),
    ...(row.spends ? ['It buys, deletes, dials or sends. In live mode, you confirm each call.'] : []),
    ...argumentsOf(row),
    ...fieldsOf(row),
    ...(example ? [{ title: 'Example' }, { lines: example.lines, of: 'TypeScript' as const }] : []),
    ...(example?.untried ? [`Not tried: ${example.untried}.`] : []),
    { title: 'Request' },
    {
      pairs: [
        [row.route, ORIGINS[row.origin]],
        [`response ${row.ok}`, responseOf(row.gives)],
      ],
    },
    `To see the request without sending it, type platform.dry.${name}(…)`,
  ];
}

function argumentsOf(row: Row): SheetPart[] {
  if (row.args.length === 0) return [];
  const known = { ...row.takes, ...row.needs } as Fields;
  return [
    { title: 'Arguments' },
    { pairs: row.args.map(({ name, doc }) => [name, known[row.wire?.[name] ?? name]?.doc ?? doc]) },
  ];
}

function fieldsOf(row: Row): SheetPart[] {
  if (!row.free) return [];
  const variants = row.variants ?? [];
  const common = pairsOf(row.needs, row.takes);
  const parts: SheetPart[] = common.length > 0 ? [{ title: 'Fields' }, { pairs: common }] : [];
  for (const [i, variant] of variants.entries())
    parts.push({ title: i === 0 ? 'With' : 'Or with' }, { pairs: pairsOf(variant.needs, variant.takes) });
  return parts.length > 0 ? parts : ['It accepts an object. The public description does not list its fields.'];
}

const MAX_DEPTH = 2;

function pairsOf(needs: Fields = {}, takes: Fields = {}, depth = 0): [string, string][] {
  const margin = '  '.repeat(depth);
  const pairs = (fields: Fields, isNeeded: boolean) =>
    Object.entries(fields).flatMap(([name, field]): [string, string][] => [
      [`${margin}${name}`, fieldDescription(field, isNeeded)],
      ...(depth < MAX_DEPTH ? insideOf(field, depth + 1) : []),
    ]);
  return [...pairs(needs, true), ...pairs(takes, false)];
}

/** Returns the fields of the object in a field, or one line for each alternative with its own `type`. */
function insideOf(field: AnyField, depth: number): [string, string][] {
  const objects = flat(field.kind === 'list' ? (field.of ?? []) : [field]).filter(({ kind }) => kind === 'obj');
  const tagged = objects.filter(({ needs }) => needs?.type?.values?.length === 1);
  if (tagged.length > 1)
    return tagged.map(({ needs }) => [
      `${'  '.repeat(depth)}type: '${String(needs?.type?.values?.[0])}'`,
      `with ${Object.keys(needs?.params?.needs ?? {}).join(', ') || 'params'}`,
    ]);
  const [only] = objects;
  return objects.length === 1 ? pairsOf(only?.needs, only?.takes, depth) : [];
}

/** Describes a field: its type or values, its purpose, its default and its limits. */
export function fieldDescription(field: AnyField, isNeeded: boolean): string {
  const { limits } = field;
  return [
    `${isNeeded ? 'required ' : ''}${choicesOf(field) ?? typeName(field)}`,
    field.doc ?? '',
    limits?.default === undefined ? '' : `Default ${JSON.stringify(limits.default)}.`,
    rangeOf(field),
  ]
    .filter(Boolean)
    .join('. ')
    .replaceAll('..', '.');
}

/** Lists the values of a choice, of a list of choices, or of a field that accepts both. Short choices are a type name. */
function choicesOf(field: AnyField): string | undefined {
  const alternatives = flat([field]);
  const choices = alternatives.map((one) => (one.kind === 'list' ? one.of?.[0] : one));
  const [choice] = choices;
  if (!choice?.values || choices.some((one) => one?.values !== choice.values)) return undefined;
  const isList = alternatives.some(({ kind }) => kind === 'list');
  const isOne = alternatives.some(({ kind }) => kind !== 'list');
  if (!isList && choice.values.length <= 4 && !choice.open) return undefined;
  const lead = isList ? (isOne ? 'one or a list of' : 'list of') : 'one of';
  return `${lead} ${choice.values.join(', ')}${choice.open ? ' or another' : ''}`;
}

function rangeOf({ kind, limits: { min, max } = {} }: AnyField): string {
  if (min === undefined && max === undefined) return '';
  const unit = kind === 'str' ? ' characters' : kind === 'list' ? ' items' : '';
  if (min === undefined) return `Up to ${max}${unit}.`;
  return max === undefined ? `${min} or more${unit}.` : `${min} to ${max}${unit}.`;
}

function responseOf(gives: AnyField): string {
  if (gives.kind === 'none') return 'no body';
  if (gives.kind === 'page') return `a page of ${gives.of?.[0]?.name ?? 'items'}`;
  return (
    gives.name ??
    flat([gives])
      .flatMap(({ name }) => name || [])
      .join(' or ')
  );
}
