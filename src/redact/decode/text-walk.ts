import { decodeBase64, decodeJson, decodePair, decodePercent, decodeUrl, glance, layerOf } from '../detect/layers.js';
import { isOneTimeCode, isOpaque, isPlaceholder, isRandom } from '../detect/secrets/looks-secret.js';
import { hasSecretPath } from '../detect/secrets/webhook-url.js';
import { RESERVED, readLiteral, rewriteLiteral } from '../encode/code-literals.js';
import { encodeBase64, encodeJson, encodePair, encodePercent, encodeUrl, withBytesReplaced } from '../encode/layers.js';
import { applyAll, applyEdits, type Edit } from '../replace/edits.js';
import { type FieldRule, ruleIn } from '../rules.js';
import type { Field, Fields } from './fields.js';
import { advance } from './json-path.js';
import type { TextHandler } from './text-handler.js';

/** The limit for nested encodings, such as JSON in a URL in base64. Deeper texts are searched as they are written. */
export const MAX_LAYERS = 8;

const URL_RULE = ruleIn('url');
const PATH_RULE = ruleIn('path');

/** Whether the value of a field with ordinary values too is a secret. */
const IS_SECRET = {
  random: isRandom,
  code: (text: string) => isRandom(text) || isOneTimeCode(text),
  opaque: isOpaque,
};

export class TextWalk {
  layers = 0;

  readonly #takeApart = (text: string) => this.#unpacked(text, this.layers);

  constructor(
    private readonly handler: TextHandler,
    private readonly fields: Fields,
    private readonly document: (value: unknown) => unknown,
  ) {}

  string(text: string, rule: FieldRule | undefined, isPath: boolean): string {
    const value = rule?.detector.value;
    if (rule && value === 'whole') return this.handler.value(rule, text);
    if (rule && (value === 'random' || value === 'code' || value === 'opaque')) {
      if (IS_SECRET[value](text)) return this.handler.value(rule, text);
      return this.string(text, undefined, isPath);
    }
    if (rule && value === 'credentials') return this.#credentials(rule, text);
    if (isPath) return this.handler.value(PATH_RULE, text);
    if (rule) {
      const changed = this.handler.value(rule, text);
      if (changed !== text) return changed;
    }
    if (text.length < 3) return text;
    const kind = glance(text);
    // The handler knows which of these texts it had before.
    if (kind === 'more') return this.handler.nested(text, this.#takeApart, this.layers);
    const changed = this.#flat(text, kind);
    // A nested text is checked together with the text around it.
    if (changed !== text && this.layers === 0) this.handler.changed?.(changed);
    return changed;
  }

  layered(text: string, depth: number): string {
    if (text.length < 3) return text;
    const kind = glance(text);
    if (kind === 'words') return this.#remaining(text);
    return kind === 'more' ? this.#unpacked(text, depth) : this.handler.digits(this.#beforeSplit(text));
  }

  /** Redacts the URLs in a text, values assigned to the name of a secret, and the text between them. */
  running(text: string, depth: number): string {
    const assigned = this.#assignments(text);
    if (!assigned.includes('://')) return this.handler.plain(assigned);
    const urls = [...assigned.matchAll(URL_IN_TEXT)];
    this.handler.aroundUrls?.(assigned, urls);
    let out = '';
    let end = 0;
    for (const match of urls) {
      out += this.handler.plain(assigned.slice(end, match.index)) + this.#url(match[0], depth + 1);
      end = match.index + match[0].length;
    }
    return out + this.handler.plain(assigned.slice(end));
  }

  /** Redacts a base64 body: text with its nested formats, binary data byte by byte. */
  base64Body(text: string): string {
    let left = this.#base64(text, (inside) => this.#remaining(this.layered(inside, 1)));
    if (left === text) {
      const bytes = Buffer.from(text, 'base64').toString('latin1');
      const changed = this.#remaining(bytes);
      if (changed !== bytes) left = Buffer.from(changed, 'latin1').toString('base64');
    }
    left = applyAll(left, (one) => this.handler.remainingEdits(one), withBytesReplaced);
    if (left !== text) this.handler.changed?.({ base64: left });
    return left;
  }

  /** Redacts secrets that the parts of a text would not show, before it is split. */
  #beforeSplit(text: string): string {
    return applyAll(text, (left) => this.handler.secretEdits(left));
  }

  /** Replaces known values that are still in a text, or in bytes with one character each. */
  #remaining(text: string): string {
    return applyAll(text, (left) => this.handler.remainingEdits(left));
  }

  #flat(text: string, kind: 'words' | 'digits'): string {
    if (kind === 'words') return this.#remaining(text);
    const changed = this.handler.digits(this.#beforeSplit(text));
    return changed === text ? text : this.#remaining(changed);
  }

  #credentials(rule: FieldRule, text: string): string {
    const [, scheme = '', rest = ''] = /^([A-Za-z]+ +)?(.*)$/s.exec(text) ?? [];
    return scheme + this.handler.value(rule, rest);
  }

  #unpacked(packed: string, depth: number): string {
    const text = this.#beforeSplit(packed);
    if (depth > MAX_LAYERS) return this.handler.plain(this.#assignments(text));
    switch (layerOf(text)) {
      case 'json':
        return this.#json(text, depth) ?? this.#free(text, depth);
      case 'url':
        return this.#url(text, depth);
      case 'form':
        return this.#form(text, depth);
      case 'base64': {
        const changed = this.#base64(text, (inside) => this.layered(inside, depth + 1));
        return changed === text ? this.handler.plain(text) : changed;
      }
      default:
        return this.#free(text, depth);
    }
  }

  #base64(text: string, redact: (inside: string) => string): string {
    const inside = decodeBase64(text);
    if (inside === undefined) return text;
    const changed = redact(inside);
    return changed === inside ? text : encodeBase64(changed, text);
  }

  #json(text: string, depth: number): string | undefined {
    const json = decodeJson(text);
    if (!json) return undefined;
    const changed = this.#inside(depth + 1, () => this.document(json.value));
    return changed === json.value ? text : encodeJson(changed, text);
  }

  #inside<T>(layers: number, redact: () => T): T {
    const before = this.layers;
    this.layers = layers;
    const result = redact();
    this.layers = before;
    return result;
  }

  /** Redacts plain text: documents on their own lines, quoted strings, and the text between them. */
  #free(text: string, depth: number): string {
    if (!text.includes('\n') || !DOCUMENT.test(text)) return this.#quoted(text, depth);
    let out = '';
    let end = 0;
    for (const { 0: line, index, groups } of text.matchAll(DOCUMENTS)) {
      const { sign = '', document = '' } = groups ?? {};
      const changed = this.#json(document, depth);
      if (changed === undefined) continue;
      out += this.#quoted(text.slice(end, index), depth) + sign + changed;
      end = index + line.length;
    }
    return out + this.#quoted(text.slice(end), depth);
  }

  #quoted(text: string, depth: number): string {
    if (!text.includes('\\') || !text.includes('"')) return this.running(text, depth);
    const edits: Edit[] = [];
    for (const { start, end } of quotedStrings(text)) {
      const inside = text.slice(start, end);
      if (!inside.includes('\\')) continue;
      const decoded = readLiteral(inside, 'string');
      const changed = this.layered(decoded, depth + 1);
      if (changed !== decoded) edits.push({ start, end, replacement: rewriteLiteral(inside, changed, 'string', '"') });
    }
    return this.running(applyEdits(text, edits), depth);
  }

  #assignments(text: string): string {
    if (!(text.includes(':') || text.includes('=')) || !MAY_ASSIGN.test(text)) return text;
    return text.replace(
      ASSIGNMENT,
      (all, before: string, field: string, sign: string, quote = '', quoted?: string, bare?: string) => {
        const value = quoted ?? bare ?? '';
        const rule = this.fields.ruleOf(field);
        if (rule?.detector.value !== 'whole' || value.includes('${')) return all;
        if (bare !== undefined && RESERVED.has(bare)) return all;
        return `${before}${field}${sign}${quote}${this.handler.value(rule, value)}${quote}`;
      },
    );
  }

  #form(text: string, depth: number, isQuery = false): string {
    return text
      .split('&')
      .map((written) => {
        const pair = decodePair(written);
        const { value } = pair;
        const field = isQuery ? this.fields.parameter(pair.field) : this.fields.field(pair.field);
        const newValue = value === undefined ? undefined : this.#formValue(pair.field, value, field, depth);
        return encodePair(pair, field.name, newValue);
      })
      .join('&');
  }

  #formValue(name: string, value: string, { rule, isPath }: Field, depth: number): string {
    // The code inserts a value here, so the field name does not describe the rest of the text.
    if (value.includes('${')) return this.handler.plain(value);
    if (value.length === 0) return value;
    const isHere = isPath || advance(this.fields.roots, name).here;
    if (!rule && !isHere) return this.layered(value, depth + 1);
    return this.#inside(depth + 1, () => this.string(value, rule, isHere));
  }

  #url(text: string, depth: number): string {
    const parts = /[@?%#=]/.test(text) ? decodeUrl(text) : undefined;
    if (!parts) return this.handler.plain(text);
    const { login, host, path, query, fragment } = parts;
    if (hasSecretPath(host)) {
      const changed = this.handler.plain(text);
      if (changed !== text) return this.#url(changed, depth);
    }
    return encodeUrl({
      scheme: parts.scheme,
      login: login?.map((one) =>
        this.#percent(one, (value) => (isExampleLogin(value) ? value : this.handler.value(URL_RULE, value))),
      ),
      host: this.handler.plain(host),
      path: path.map((segment) => this.#percent(segment, (value) => this.layered(value, depth + 1))),
      query: query && this.#form(query, depth, true),
      fragment: fragment?.includes('=')
        ? this.#form(fragment, depth, true)
        : fragment && this.#percent(fragment, (value) => this.handler.plain(value)),
    });
  }

  #percent(text: string, redact: (value: string) => string): string {
    const value = decodePercent(text);
    return encodePercent(text, value, redact(value));
  }
}

/** Whether a part of a login is empty, a variable, or a word that documentation writes in its place. */
const isExampleLogin = (text: string): boolean =>
  text === '' ||
  text.includes('${') ||
  isPlaceholder(text) ||
  /^(?:user|username|login|pass|passwd|password|pwd|secret|token|host)$/i.test(text);

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

const URL_IN_TEXT = /(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>\\`]+/gi;
// A line of NDJSON or of an event stream, or a part of a multipart body.
const DOCUMENTS = /^(?<sign>[ \t]*(?:data:[ \t]?)?)(?<document>[{[][^\n]*[}\]])(?=[ \t]*\r?$)/gm;
const DOCUMENT = new RegExp(DOCUMENTS.source, 'm');
const MAY_ASSIGN = /(?:token|passw|passphrase|secret|key|jwt|cookie|pin)/i;
// name: "value", name='value', name=value.
const ASSIGNMENT =
  /(^|[^\w-])([A-Za-z_][\w-]{1,63})((?:\\?["'])?\s{0,4}[:=]\s{0,4})(?:(\\?["'`])([^"'`\\\r\n]{3,4096})(?=\4)\4|(?<==)([\w.~+/%-]{6,4096}=*))/g;
