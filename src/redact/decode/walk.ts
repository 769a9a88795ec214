import { dotCommand } from '../../util/index.js';
import { readLiteral, rewriteLiteral } from '../code/literals.js';
import { RESERVED } from '../code/reserved-words.js';
import { createCodeWalk } from '../code/walk-code.js';
import type { FieldRole } from '../detect/field-role.js';
import { type Exchange, exchanged } from '../replace/replacement.js';
import { advance, NO_WAYS, parsePath, type Ways } from './json-path.js';
import { jsonDepth } from './json-syntax.js';
import {
  glance,
  layerOf,
  throughBase64,
  throughBytes,
  throughEscapes,
  throughForm,
  throughJson,
  URL_PARTS,
} from './layers.js';

/** The functions that a walk calls for the texts of a document. */
export interface Ends {
  /** Redacts a text without nested structure. */
  plain(text: string): string;
  /** Like `plain`, for a text in which only numbers can be found by shape. */
  digits(text: string): string;
  /** Redacts a text with nested structure. At the same depth, the same text always has the same result. */
  apart(text: string, takeApart: (text: string) => string, depth: number): string;
  /** Redacts a text before it is split, for secrets that its parts would not show. */
  uncut(text: string): string;
  /** The replacements for known secrets, for a text that cannot be changed at any place. */
  known(text: string): readonly Exchange[];
  /** Redacts a binary body, given as one character for each byte. */
  bytes(text: string): string;
  /** The replacements that `plain` would make, for a text of which only parts may change. */
  marks(text: string): readonly Exchange[];
  /** The replacements for known values that are still in the text. */
  left(text: string): readonly Exchange[];
  /** Replaces known values that are still in the text. */
  rest(text: string): string;
  /** Redacts a value that is a secret, a name or a phone number according to its field name or a path. */
  as(what: 'secret' | 'name' | 'phone', value: string): string;
  /**
   * Called when a text changes. `document` contains the new text in the form in which a second redaction would find it.
   */
  became(document: unknown): void;
  /** Called for each field name. */
  field(name: string): void;
}

export interface WalkOptions {
  readonly names: readonly string[];
  readonly roleOf: (field: string) => FieldRole;
  readonly ends: Ends;
}

export interface Walk {
  /** Redacts a value. Returns the same value if nothing changes. */
  value(value: unknown): unknown;
  /** The path of the current value, for reports. */
  place(): readonly (string | number)[];
}

/** Values nested more deeply are redacted as JSON text. */
const DEEPEST = 200;
/** The limit for nested encodings, such as JSON in a URL in base64. Deeper texts are searched as they are written. */
const MOST_PACKINGS = 8;

/** Creates a walk over a document and the formats nested in its texts: JSON, URLs, forms, base64. */
export function createWalk({ names, roleOf, ends }: WalkOptions): Walk {
  const paths = names.flatMap((name) => [parsePath(name) ?? []]);
  // Most paths match one field name at any depth. One set covers all of them.
  const anywhere = new Set(
    paths.filter(([step]) => step?.deep).flatMap((steps) => (steps.length === 1 ? [steps[0]?.name] : [])),
  );
  const roots: Ways = paths.filter((steps) => !(steps.length === 1 && steps[0]?.deep && steps[0].name !== undefined));
  const stack: (string | number)[] = [];

  /** Whether the document is a typed input. Its own texts are code. */
  let isInput = false;

  const value = (one: unknown, ways: Ways, role: FieldRole, named: boolean): unknown => {
    if (typeof one === 'string' && isInput && isTyped(one)) return typed(one);
    if (typeof one === 'string') return one.length === 0 ? one : string(one, role, named);
    if (typeof one === 'number') return number(one, role);
    if (typeof one !== 'object' || one === null) return one;
    if (stack.length > DEEPEST) return asText(one);
    return Array.isArray(one) ? list(one, ways, role, named) : object(one as Record<string, unknown>, ways);
  };

  const code = createCodeWalk({ ends, roleOf, inside: (text) => layered(text, 1) });

  const typed = (text: string) => {
    // A document inside a literal is not code.
    isInput = false;
    const changed = code(text);
    isInput = true;
    if (changed !== text) ends.became({ kind: 'input', code: changed });
    return changed;
  };

  /** Whether a text of a typed input is code. A bench command such as `.help` is not. */
  const isTyped = (text: string) =>
    (stack.length === 1 || (stack.length === 2 && typeof stack[1] === 'number')) &&
    layerOf(text) !== 'url' &&
    !/^\.[a-z]+$/.test(dotCommand(text)?.name ?? '');

  const asText = (one: object): unknown => {
    const text = JSON.stringify(one);
    const changed = running(text, MOST_PACKINGS);
    if (changed === text) return one;
    // The parser's message would quote the document.
    if (jsonDepth(changed) === undefined)
      throw new Error(
        `a value nested more than ${DEEPEST} deep cannot be redacted; shorten the entry, or leave it out`,
      );
    return JSON.parse(changed);
  };

  const list = (items: readonly unknown[], ways: Ways, role: FieldRole, named: boolean): unknown => {
    let copy: unknown[] | undefined;
    for (let i = 0; i < items.length; i++) {
      const step = ways.length === 0 ? { here: named, ways } : advance(ways, String(i));
      stack.push(i);
      const changed = value(items[i], step.ways, role, named || step.here);
      stack.pop();
      if (changed !== items[i]) (copy ??= items.slice())[i] = changed;
    }
    return copy ?? items;
  };

  const object = (fields: Record<string, unknown>, ways: Ways): unknown => {
    let copy: Record<string, unknown> | undefined;
    let renamed = false;
    // Documents come from files, so all their properties are own properties.
    for (const key in fields) {
      const before = fields[key];
      const { name, role, named } = aboutField(key);
      if (name !== key) renamed = true;
      if (before === null || typeof before === 'boolean') continue;
      stack.push(key);
      const step = ways.length === 0 ? undefined : advance(ways, key);
      // The JSON body of a recorded exchange is a separate document, so paths start at its root.
      const inside = key === 'json' && Object.keys(fields).length === 1 ? roots : (step?.ways ?? NO_WAYS);
      const after =
        key === 'base64' && typeof before === 'string'
          ? packed(before)
          : value(before, inside, role, named || (step?.here ?? false));
      stack.pop();
      if (after !== before) (copy ??= { ...fields })[key] = after;
    }
    return renamed ? rename(copy ?? fields) : (copy ?? fields);
  };

  const rename = (fields: Record<string, unknown>) => {
    const copy: Record<string, unknown> = {};
    for (const [key, after] of Object.entries(fields)) {
      const { name } = aboutField(key);
      // An assignment to `__proto__` would set the prototype.
      Object.defineProperty(copy, name, { value: after, enumerable: true, writable: true, configurable: true });
    }
    return copy;
  };

  interface Field {
    readonly name: string;
    readonly role: FieldRole;
    readonly named: boolean;
  }

  // A file has few different field names, and each occurs many times.
  const known = new Map<string, Field>();
  const aboutField = (key: string): Field => {
    const old = known.get(key);
    if (old) return old;
    ends.field(key);
    const name = key.length < 3 ? key : ends.plain(key);
    if (name !== key) ends.became({ [name]: true });
    const field = { name, role: roleOf(key), named: anywhere.has(key) };
    if (known.size < 10_000) known.set(key, field);
    return field;
  };

  const number = (one: number, role: FieldRole): number | string => {
    if (Number.isSafeInteger(one) && one < 1e6 && role !== 'secret') return one;
    const text = String(one);
    const changed = string(text, role, false);
    if (changed === text) return one;
    return String(Number(changed)) === changed ? Number(changed) : changed;
  };

  const string = (text: string, role: FieldRole, named: boolean): string => {
    if (role === 'secret') return ends.as('secret', text);
    if (role === 'credentials') return credentials(text);
    if (named) return ends.as('name', text);
    if (role === 'phone') {
      const changed = ends.as('phone', text);
      if (changed !== text) return changed;
    }
    if (text.length < 3) return text;
    const seems = glance(text);
    const changed = seems === 'more' ? ends.apart(text, takeApart, packings) : flat(text, seems);
    // A nested text is checked together with the text around it.
    if (changed !== text && packings === 0) ends.became(changed);
    return changed;
  };

  /** Redacts a text without nested structure. */
  const flat = (text: string, seems: 'words' | 'digits'): string => {
    if (seems === 'words') return ends.rest(text);
    const changed = ends.digits(ends.uncut(text));
    return changed === text ? text : ends.rest(changed);
  };

  /** The number of encodings around the current text. */
  let packings = 0;

  const takeApart = (text: string) => unpacked(text, packings);

  const throughDocument = (text: string, depth: number): string | undefined => {
    const before = packings;
    packings = depth + 1;
    const changed = throughJson(text, (inside) => value(inside, roots, undefined, false));
    packings = before;
    return changed;
  };

  const credentials = (text: string) => {
    const [, scheme = '', rest = ''] = /^([A-Za-z]+ +)?(.*)$/s.exec(text) ?? [];
    return scheme + ends.as('secret', rest);
  };

  const layered = (text: string, depth: number): string => {
    if (text.length < 3) return text;
    const seems = glance(text);
    if (seems === 'words') return ends.rest(text);
    return seems === 'more' ? unpacked(text, depth) : ends.digits(ends.uncut(text));
  };

  const unpacked = (whole: string, depth: number): string => {
    const text = ends.uncut(whole);
    if (depth > MOST_PACKINGS) return ends.plain(assignments(text));
    switch (layerOf(text)) {
      case 'json':
        return throughDocument(text, depth) ?? free(text, depth);
      case 'url':
        return address(text, depth);
      case 'form':
        return form(text, depth);
      case 'base64': {
        const changed = throughBase64(text, (inside) => layered(inside, depth + 1));
        return changed === text ? ends.plain(text) : changed;
      }
      default:
        return free(text, depth);
    }
  };

  /** Redacts plain text: documents on their own lines, quoted strings, and the text between them. */
  const free = (text: string, depth: number): string => {
    const isMore = text.includes('\n') && DOCUMENT.test(text);
    if (!isMore) return quoted(text, depth);
    let out = '';
    let end = 0;
    for (const { 0: line, index, groups } of text.matchAll(DOCUMENTS)) {
      const { sign = '', document = '' } = groups ?? {};
      const changed = throughDocument(document, depth);
      if (changed === undefined) continue;
      out += quoted(text.slice(end, index), depth) + sign + changed;
      end = index + line.length;
    }
    return out + quoted(text.slice(end), depth);
  };

  const quoted = (text: string, depth: number): string => {
    if (!text.includes('\\') || !text.includes('"')) return running(text, depth);
    const edits: Exchange[] = [];
    for (const { start, end } of quotedStrings(text)) {
      const inside = text.slice(start, end);
      if (!inside.includes('\\')) continue;
      const says = readLiteral(inside, 'string');
      const changed = layered(says, depth + 1);
      if (changed !== says) edits.push({ start, end, instead: rewriteLiteral(inside, changed, 'string', '"') });
    }
    return running(exchanged(text, edits), depth);
  };

  /** Redacts the URLs in a text, values assigned to the name of a secret, and the text between them. */
  const running = (text: string, depth: number): string => {
    const pointed = assignments(text);
    if (!pointed.includes('://')) return ends.plain(pointed);
    let out = '';
    let end = 0;
    for (const match of pointed.matchAll(ADDRESS)) {
      out += ends.plain(pointed.slice(end, match.index)) + address(match[0], depth + 1);
      end = match.index + match[0].length;
    }
    return out + ends.plain(pointed.slice(end));
  };

  const assignments = (text: string) => {
    if (!(text.includes(':') || text.includes('=')) || !MAY_ASSIGN.test(text)) return text;
    return text.replace(
      ASSIGNMENT,
      (all, before: string, field: string, sign: string, quote: string, quoted?: string, bare?: string) => {
        const said = quoted ?? bare ?? '';
        if (roleOf(field) !== 'secret' || said.includes('${') || (bare !== undefined && RESERVED.has(bare))) return all;
        return `${before}${field}${sign}${quote ?? ''}${ends.as('secret', said)}${quote ?? ''}`;
      },
    );
  };

  const form = (text: string, depth: number) =>
    throughForm(
      text,
      (field, one) => {
        // The code inserts a value here, so the field name does not describe the rest of the text.
        if (one.includes('${')) return ends.plain(one);
        if (one.length === 0) return one;
        const { role, named } = aboutField(field);
        const here = named || advance(roots, field).here;
        if (!role && !here) return layered(one, depth + 1);
        const before = packings;
        packings = depth + 1;
        const changed = string(one, role, here);
        packings = before;
        return changed;
      },
      (field) => aboutField(field).name,
    );

  const address = (text: string, depth: number): string => {
    if (!/[@?%#=]/.test(text)) return ends.plain(text);
    const parts = URL_PARTS.exec(text);
    if (!parts) return ends.plain(text);
    const [, scheme = '', user, host = '', path = '', query, fragment] = parts;
    const login = user
      ?.split(':')
      .map((one) =>
        throughEscapes(one, (plain) => (plain && !plain.includes('${') ? ends.as('secret', plain) : plain)),
      );
    return [
      scheme,
      login ? `${login.join(':')}@` : '',
      ends.plain(host),
      path
        .split('/')
        .map((segment) => throughEscapes(segment, (plain) => layered(plain, depth + 1)))
        .join('/'),
      query ? `?${form(query.slice(1), depth)}` : (query ?? ''),
      fragment ? `#${throughEscapes(fragment.slice(1), ends.plain)}` : (fragment ?? ''),
    ].join('');
  };

  /** Redacts a base64 body: text with its nested formats, binary data byte by byte. */
  const packed = (text: string): string => {
    let left = throughBase64(text, (inside) => ends.rest(layered(inside, 1)));
    if (left === text) {
      const bytes = Buffer.from(text, 'base64').toString('latin1');
      const changed = ends.bytes(bytes);
      if (changed !== bytes) left = Buffer.from(changed, 'latin1').toString('base64');
    }
    for (let round = 0; round < ROUNDS; round++) {
      const rest = ends.left(left);
      if (rest.length === 0) break;
      left = throughBytes(left, rest);
    }
    if (left !== text) ends.became({ base64: left });
    return left;
  };

  return {
    value: (one) => {
      stack.length = 0;
      packings = 0;
      isInput = typeof one === 'object' && one !== null && (one as { kind?: unknown }).kind === 'input';
      return value(one, roots, undefined, false);
    },
    place: () => stack.slice(),
  };
}

const UNESCAPED = /[^"\\\n]*/y;

/** The ranges inside double quotes. Not one pattern, because it would need a stack as deep as a string is long. */
function* quotedStrings(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let quote = text.indexOf('"'); quote >= 0; ) {
    let at = quote + 1;
    for (;;) {
      UNESCAPED.lastIndex = at;
      UNESCAPED.test(text);
      at = UNESCAPED.lastIndex;
      // A string does not continue on the next line.
      if (text[at] !== '\\' || /^[\n\r\u2028\u2029]?$/.test(text[at + 1] ?? '')) break;
      at += 2;
    }
    if (text[at] === '"') yield { start: quote + 1, end: at };
    quote = text.indexOf('"', text[at] === '"' ? at + 1 : at);
  }
}

const ADDRESS = /(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>\\`]+/gi;
const ROUNDS = 8;
// A line of NDJSON or of an event stream, or a part of a multipart body.
const DOCUMENTS = /^(?<sign>[ \t]*(?:data:[ \t]?)?)(?<document>[{[][^\n]*[}\]])(?=[ \t]*\r?$)/gm;
const DOCUMENT = new RegExp(DOCUMENTS.source, 'm');
const MAY_ASSIGN = /(?:token|passw|passphrase|secret|key|jwt|cookie|pin)/i;
// name: "value", name='value', name=value.
const ASSIGNMENT =
  /(^|[^\w-])([A-Za-z_][\w-]{1,63})((?:\\?["'])?\s{0,4}[:=]\s{0,4})(?:(\\?["'`])([^"'`\\\r\n]{3,4096})(?=\4)\4|(?<==)([\w.~+/%-]{6,4096}=*))/g;
