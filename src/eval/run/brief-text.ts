/** No member is added to a longer text. */
const MAX_LENGTH = 400;
/** Longer than a row of the screen, so that no row shows a part of a secret, which redaction would not find. */
const MAX_STRING = 1_000;
const MAX_MEMBERS = 20;
const MAX_DEPTH = 2;
/** Digits of a larger integer take long to compute. */
const MAX_INTEGER = 2n ** 256n;

/**
 * Describes a value in one line, like `util.inspect`. V8 runs this function while it forbids side effects, so it uses only
 * built-in functions that V8 knows to have none. Returns undefined for a value that is not worth a line.
 */
export function briefText(value: unknown): string | undefined {
  if (value === undefined || value instanceof Promise) return undefined;
  return textOf(value, 0);
}

function textOf(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : `${value}`;
    case 'bigint':
      return value < MAX_INTEGER && value > -MAX_INTEGER ? `${value}n` : '[BigInt]';
    case 'symbol':
      return value.toString();
    case 'function':
      return functionText(value);
    case 'object':
      return value === null ? 'null' : objectText(value, depth);
    default:
      return `${value}`;
  }
}

function quoted(text: string): string {
  const part = text.slice(0, MAX_STRING);
  const json = JSON.stringify(part);
  // Each escape makes the text longer.
  const isPlain = json.length === part.length + 2;
  return isPlain && !part.includes("'") ? `'${part}'` : json;
}

function functionText(called: object): string {
  const name = ownText(called, 'name');
  const kind = Function.prototype.toString.call(called).startsWith('class') ? 'class' : 'Function';
  if (name === '') return `[${kind} (anonymous)]`;
  return kind === 'class' ? `[class ${name}]` : `[Function: ${name}]`;
}

function objectText(value: object, depth: number): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return '[RegExp]'; // V8 lets no one read its source
  const name = className(value);
  if (value instanceof Error) return `[${ownText(value, 'name') || name}: ${ownText(value, 'message')}]`;
  if (value instanceof Promise) return 'Promise';
  if (Array.isArray(value)) {
    const lead = name === 'Array' ? '' : `${name}(${value.length}) `;
    if (depth >= MAX_DEPTH && value.length > 0) return `[${name}]`;
    return listed(lead, ['[', ']'], value.length, (index) => memberText(value, `${index}`, depth));
  }
  if (value instanceof Map || value instanceof Set) {
    if (depth >= MAX_DEPTH) return `[${name}]`;
    const texts = collectionTexts(value, depth);
    return listed(`${name}(${value.size}) `, ['{', '}'], value.size, (index) => texts[index] ?? '');
  }
  if (ArrayBuffer.isView(value) && 'length' in value) {
    const length = Number(value.length);
    return listed(`${name}(${length}) `, ['[', ']'], length, (index) => memberText(value, `${index}`, depth));
  }
  const keys = Object.keys(value);
  if (depth >= MAX_DEPTH && keys.length > 0) return `[${name || 'Object'}]`;
  const lead = name === 'Object' ? '' : `${name || '[Object: null prototype]'} `;
  return listed(lead, ['{', '}'], keys.length, (index) => {
    const key = keys[index] as string;
    return `${isName(key) ? key : quoted(key)}: ${memberText(value, key, depth)}`;
  });
}

/** Ends early when the text is long enough. */
function listed(lead: string, [open, close]: [string, string], count: number, text: (index: number) => string): string {
  if (count === 0) return `${lead}${open}${close}`;
  let all = '';
  let index = 0;
  while (index < count && index < MAX_MEMBERS && all.length < MAX_LENGTH) {
    all += `${index === 0 ? '' : ', '}${text(index)}`;
    index += 1;
  }
  return `${lead}${open} ${all}${index < count ? ', …' : ''} ${close}`;
}

function collectionTexts(value: ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>, depth: number): string[] {
  const texts: string[] = [];
  for (const entry of value) {
    if (texts.length >= MAX_MEMBERS) break;
    const pair = value instanceof Map && Array.isArray(entry) ? entry : undefined;
    texts.push(
      pair ? `${textOf(pair[0], depth + 1)} => ${textOf(pair[1], depth + 1)}` : textOf(entry as unknown, depth + 1),
    );
  }
  return texts;
}

/** The text of a property. Calls no getter. */
function memberText(of: object, key: string, depth: number): string {
  const property = Object.getOwnPropertyDescriptor(of, key);
  if (property === undefined) return '<empty>';
  return 'value' in property ? textOf(property.value, depth + 1) : '[Getter]';
}

function className(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== 'object' || prototype === null) return '';
  const made: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  return typeof made === 'function' ? ownText(made, 'name') : className(prototype);
}

function ownText(of: object, key: string): string {
  const value: unknown = Object.getOwnPropertyDescriptor(of, key)?.value;
  return typeof value === 'string' ? value : '';
}

/** Uses no regular expression and no iterator of text, whose functions V8 does not know to be free of side effects. */
function isName(key: string): boolean {
  if (key === '' || (key >= '0' && key < ':')) return false;
  for (let index = 0; index < key.length; index++) if (!NAME_CHARACTERS.includes(key.charAt(index))) return false;
  return true;
}

const NAME_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$';
