import type { AnyField, Fields } from '../../src/client/index.js';

/** Interfaces that the declarations name, in the order they were first needed. */
export class Shapes {
  readonly #printed = new Map<string, string>();
  readonly #owner = new Map<string, AnyField>();

  /** The name of a shape; its interface is printed once. */
  nameOf(field: AnyField): string {
    const name = field.name as string;
    const owner = this.#owner.get(name);
    if (owner !== undefined && owner !== field) throw new Error(`two shapes are called ${name}`);
    if (owner === undefined) {
      this.#owner.set(name, field);
      this.add(name, ''); // keeps its place before the shapes inside it
      this.add(name, `export interface ${name} ${printFields(field, this)}`);
    }
    return name;
  }
  add(name: string, text: string): void {
    this.#printed.set(name, text);
  }
  text(): string {
    return [...this.#printed.values()].join('\n\n');
  }
}

export function printType(field: AnyField, shapes: Shapes): string {
  switch (field.kind) {
    case 'str':
      return 'string';
    case 'num':
    case 'int':
      return 'number';
    case 'bool':
      return 'boolean';
    case 'null':
      return 'null';
    case 'none':
      return 'void';
    case 'oneOf':
      return (field.values ?? []).map(literal).join(' | ') + (field.open ? ' | (string & {})' : '');
    case 'list': {
      const of = printType(field.of?.[0] as AnyField, shapes);
      return /^\w+$/.test(of) ? `${of}[]` : `Array<${of}>`;
    }
    case 'either':
      return (field.of ?? []).map((one) => printType(one, shapes)).join(' | ');
    case 'page':
      return printPage(field, printType(field.of?.[0] as AnyField, shapes));
    case 'obj':
      if (isEmpty(field)) return 'Free';
      return field.name ? shapes.nameOf(field) : printFields(field, shapes);
  }
}

function printPage({ envelope, name }: AnyField, item: string): string {
  if (envelope === 'compat') return `CompatPage<'${name}', ${item}>`;
  return envelope === 'none' ? `WholeList<${item}>` : `Page<${item}>`;
}

const literal = (value: string | number | boolean) => (typeof value === 'string' ? `'${value}'` : String(value));
export const isEmpty = ({ needs, takes }: { needs?: Fields; takes?: Fields }) =>
  Object.keys({ ...needs, ...takes }).length === 0;
export const indent = (text: string) => text.replace(/\n(?=.)/g, '\n  ');
export const propertyName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);

export function printFields(
  { needs = {}, takes = {}, open = false }: Pick<AnyField, 'needs' | 'takes' | 'open'>,
  shapes: Shapes,
  canBeOmitted = false,
): string {
  const lines = [
    ...each(needs, '', shapes, false),
    ...each(takes, '?', shapes, canBeOmitted),
    ...(open ? ['[field: string]: unknown;'] : []),
  ];
  return `${indent(`{\n${lines.join('\n')}`)}\n}`;
}

const each = (fields: Fields, mark: string, shapes: Shapes, canBeOmitted: boolean) =>
  Object.entries(fields).map(([name, field]) => {
    const type = printType(field, shapes);
    const orNull = canBeOmitted && !/ \| null$/.test(type) ? ' | null' : '';
    return `${comment(field)}${propertyName(name)}${mark}: ${type}${orNull}${canBeOmitted ? ' | undefined' : ''};`;
  });

function rangeOf({ min, max }: NonNullable<AnyField['limits']>): string {
  if (min === undefined) return max === undefined ? '' : `Up to ${max}`;
  return max === undefined ? `${min} or more` : `${min}–${max}`;
}

const UNITS: Partial<Record<AnyField['kind'], string>> = { str: ' characters', list: ' items' };

function comment({ doc, kind, limits = {} }: AnyField): string {
  const range = rangeOf(limits);
  const bounds = range && `${range}${UNITS[kind] ?? ''}.`;
  const usual = 'default' in limits ? `Default ${JSON.stringify(limits.default)}.` : '';
  const text = [doc, bounds, usual].filter(Boolean).join(' ');
  return text && `/** ${text} */\n`;
}
