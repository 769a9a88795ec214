import { inspect, types } from 'node:util';
import stringWidth from 'string-width';
import { counted, largest, shortText } from '../util/index.js';
import { clean, cleanLine, joinedTexts } from './clean.js';
import { momentText } from './moment.js';
import { paint } from './paint.js';
import { fitsOnlyBelow, listed } from './sheet.js';

/** The names and values of the fields of a resource. */
export type Fields = readonly (readonly [name: string, value: unknown])[];

interface RecordOptions {
  readonly columns: number;
  readonly colour: boolean;
  /** The time zone for times. Without one, times are shown as received. */
  readonly zone?: string | undefined;
}

const GAP = 2;
/** With less room than this, values are shown below their names. */
const NARROWEST = 20;

/** Shows one resource as aligned fields. Fields without content are listed at the end: null by its name only. */
export function showRecord(fields: Fields, { columns, colour, zone }: RecordOptions): string {
  const { bold, dim } = paint(colour);
  const { held, empty } = sorted(fields);
  const widest = largest(
    held.map(([name]) => stringWidth(cleanLine(name))),
    0,
  );
  const isNarrow = columns - 1 - widest - GAP < NARROWEST;
  const margin = isNarrow ? 2 : widest + GAP;
  const lines = held.map(([name, value]) => {
    const shown = cleanLine(name);
    const room = Math.max(NARROWEST, columns - 1 - margin);
    const text = valueText(value, room, zone);
    const isBelow = isNarrow || fitsOnlyBelow(text, room, columns - 1 - GAP);
    const indent = ' '.repeat(isBelow ? GAP : margin);
    const filling = isBelow ? `\n${indent}` : ' '.repeat(margin - stringWidth(shown));
    return bold(shown) + filling + text.replaceAll('\n', `\n${indent}`);
  });
  return [...lines, ...listed(`${counted(empty.length, 'empty field')}: `, empty, columns - 1).map(dim)].join('\n');
}

/** Separates the fields with content from the names of the empty ones. */
export function sorted(fields: Fields) {
  const empty = fields
    .filter(([, value]) => isEmpty(value))
    .map(([name, value]) => (value === null ? cleanLine(name) : `${cleanLine(name)} ${shortText(value)}`));
  return { held: fields.filter(([, value]) => value !== undefined && !isEmpty(value)), empty };
}

const isEmpty = (value: unknown) => value === null || ["''", '[]', '{}'].includes(shortText(value));

/** `inspect` breaks lines that would still fit, up to this many characters early. */
const SLACK = 12;
const WIDTH = 88;

export function valueText(value: unknown, width = WIDTH, zone?: string): string {
  const moment = zone === undefined ? undefined : momentText(value, zone);
  if (moment !== undefined) return moment;
  if (typeof value === 'string') return clean(value);
  return clean(
    joinedTexts(inspect(value, { breakLength: width + SLACK, depth: 4, maxArrayLength: 50, maxStringLength: 2000 })),
  );
}

/** The fields of a resource, which is a plain object with an id. */
export function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return undefined;
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  if (!Object.hasOwn(value, 'id') && !Object.hasOwn(value, 'sid')) return undefined;
  const own = Object.entries(Object.getOwnPropertyDescriptors(value));
  if (own.some(([, { get, set }]) => get ?? set)) return undefined;
  const fields = own.map(([name, { value: held }]): [string, unknown] => [name, held]);
  const isResource =
    fields.length > 2 && fields.some(([name, held]) => /^s?id$/.test(name) && typeof held === 'string');
  return isResource ? fields : undefined;
}

/** Fewer empty fields than this are shown among the others. */
const MANY_EMPTY = 4;

/** The fields of a resource, if so many are empty that the others are hard to find. */
export function sparseFieldsOf(value: unknown): Fields | undefined {
  const fields = fieldsOf(value);
  return fields && sorted(fields).empty.length >= MANY_EMPTY ? fields : undefined;
}

/** Separates the fields of a resource that have a value from a line that names the empty ones. */
export function foldEmptyFields(value: unknown): { readonly held: unknown; readonly empty: readonly string[] } {
  const fields = sparseFieldsOf(value);
  if (!fields) return { held: value, empty: [] };
  const { held, empty } = sorted(fields);
  return { held: Object.fromEntries(held), empty: listed(`${counted(empty.length, 'empty field')}: `, empty, WIDTH) };
}
