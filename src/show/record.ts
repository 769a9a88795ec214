import { inspect } from 'node:util';
import stringWidth from 'string-width';
import { counted, largest, shortText } from '../util/index.js';
import { clean, cleanLine } from './clean.js';
import { momentText } from './moment.js';
import { paint } from './paint.js';
import { listed } from './sheet.js';

interface RecordOptions {
  readonly columns: number;
  readonly colour: boolean;
  readonly zone: string;
}

const GAP = 2;
/** With less room than this, values are shown below their names. */
const NARROWEST = 20;

/** Shows one resource as aligned fields. Fields without content are listed at the end: null by its name only. */
export function showRecord(
  fields: readonly (readonly [string, unknown])[],
  { columns, colour, zone }: RecordOptions,
): string {
  const { bold, dim } = paint(colour);
  const held = fields.filter(([, value]) => value !== undefined && !isEmpty(value));
  const empty = fields
    .filter(([, value]) => isEmpty(value))
    .map(([name, value]) => (value === null ? cleanLine(name) : `${cleanLine(name)} ${shortText(value)}`));
  const widest = largest(
    held.map(([name]) => stringWidth(cleanLine(name))),
    0,
  );
  const isNarrow = columns - 1 - widest - GAP < NARROWEST;
  const margin = isNarrow ? 2 : widest + GAP;
  const lines = held.map(([name, value]) => {
    const shown = cleanLine(name);
    const text = valueText(value, Math.max(NARROWEST, columns - 1 - margin), zone).replaceAll(
      '\n',
      `\n${' '.repeat(margin)}`,
    );
    const filling = isNarrow ? `\n${' '.repeat(margin)}` : ' '.repeat(margin - stringWidth(shown));
    return bold(shown) + filling + text;
  });
  return [...lines, ...listed(`${counted(empty.length, 'empty field')}: `, empty, columns - 1).map(dim)].join('\n');
}

const isEmpty = (value: unknown) => value === null || ["''", '[]', '{}'].includes(shortText(value));

/** `inspect` breaks lines that would still fit, up to this many characters early. */
const SLACK = 12;

function valueText(value: unknown, width: number, zone: string): string {
  const moment = momentText(value, zone);
  if (moment !== undefined) return moment;
  if (typeof value === 'string') return clean(value);
  return clean(inspect(value, { breakLength: width + SLACK, depth: 4, maxArrayLength: 50, maxStringLength: 2000 }));
}
