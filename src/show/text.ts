import { inspect, types } from 'node:util';
import { isInstance } from '../util/index.js';
import { clean, cleanExceptColours, hexOf, joinedTexts, UNSEEN } from './clean.js';
import { DataTable } from './data-table.js';
import { Illustrated } from './illustrated.js';
import { guarded, SCREEN_MS, WHOLE_MS } from './limits/guard.js';
import { withoutLargeObjects } from './limits/large-objects.js';
import { momentText } from './moment.js';
import { paint } from './paint.js';
import { extentOf, extentText, Part, partIn, Whole } from './part.js';
import { fieldsOf, showRecord, sparseFieldsOf } from './record.js';
import { rowsOf } from './rows.js';
import { Sheet, showSheet } from './sheet.js';
import { showTable } from './table.js';

export interface ShowOptions {
  readonly columns?: number;
  readonly colour?: boolean;
  /** For a person: times are shown in this zone, and a resource as a list of fields. Without it, as received. */
  readonly zone?: string | undefined;
  /** How to show the fields that a table omits outside the prompt: `--json shows them`. */
  readonly otherwise?: string;
  /** Shows a resource with many empty fields as a list of fields, with the empty ones by name only. */
  readonly foldsEmpty?: boolean;
  /** The number of rows of a table after which the others are only counted. */
  readonly maxRows?: number;
}

/** Formats a value for a person: a page as a table, and other values as `util.inspect` does. */
export function showText(value: unknown, { columns = 80, colour = false, ...options }: ShowOptions = {}): string {
  const isWhole = isInstance(value, Whole);
  const shows = isWhole ? value.value : value;
  const show = () => shown(shows, { columns, colour, ...options, isWhole });
  return guarded(shows, show, isWhole ? WHOLE_MS : SCREEN_MS);
}

interface Shown extends ShowOptions {
  readonly columns: number;
  readonly colour: boolean;
  readonly isWhole: boolean;
}

function shown(value: unknown, look: Shown): string {
  const { columns, colour, zone, otherwise, isWhole } = look;
  if (value instanceof Sheet) return showSheet(value, { columns, colour });
  if (value instanceof Illustrated) return shown(value.value, look);
  const timer = timerText(value);
  if (timer !== undefined) return timer;
  const isPart = value instanceof Part;
  const whole = isPart ? value.value : value;
  const extent = isPart || (zone !== undefined && !isWhole) ? extentOf(whole, isPart ? value.from : 0) : undefined;
  const rows = whole instanceof DataTable ? whole.rows : rowsOf(whole);
  if (rows) return showTable(rows, { columns, colour, zone, otherwise, extent, maxRows: look.maxRows });
  if (extent && (isPart || extent.to < extent.size))
    return `${shown(partIn(whole, extent), { ...look, zone: undefined })}\n${paint(colour).dim(extentText(extent))}`;
  const fields = zone !== undefined ? fieldsOf(value) : look.foldsEmpty ? sparseFieldsOf(value) : undefined;
  if (fields) return showRecord(fields, { columns, colour, zone });
  if (isWhole && typeof value === 'string') return clean(value);
  const printed = inspect(isWhole ? value : withoutLargeObjects(value), {
    colors: colour,
    // `inspect` splits a string at each newline. The screen wraps it.
    breakLength: typeof value === 'string' ? Number.POSITIVE_INFINITY : Math.max(20, columns - 1),
    depth: isWhole ? Number.POSITIVE_INFINITY : 6,
    maxArrayLength: isWhole ? Number.POSITIVE_INFINITY : 100,
    maxStringLength: isWhole
      ? Number.POSITIVE_INFINITY
      : zone !== undefined && typeof value !== 'string'
        ? 2_000
        : 20_000,
    getters: false,
    customInspect: true,
  });
  const text = joinedTexts(printed).replace(LEFT_BY_INSPECT, spelled);
  const moment = zone !== undefined && value instanceof Date ? momentText(value, zone) : undefined;
  const withMoment = moment === undefined || moment.endsWith(' UTC') ? text : `${text} (${moment})`;
  return colour ? cleanExceptColours(withMoment) : clean(withMoment);
}

/** Invisible characters that change the text direction or end a line. `inspect` does not escape them in strings. */
const LEFT_BY_INSPECT = new RegExp(`[${UNSEEN}]`, 'g');
const spelled = (sign: string) => `\\u${hexOf(sign).toUpperCase()}`;

/** Formats the result of `setTimeout` without the internal lists of Node.js. */
function timerText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return undefined;
  const kind: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  const own = (name: string): unknown => Object.getOwnPropertyDescriptor(value, name)?.value;
  const ms = own('_idleTimeout');
  if (kind !== 'Timeout' || typeof ms !== 'number' || !Object.hasOwn(value, '_onTimeout')) return undefined;
  if (ms < 0) return 'Timeout, which is over';
  return `${typeof own('_repeat') === 'number' ? 'Interval' : 'Timeout'} of ${ms} ms`;
}
