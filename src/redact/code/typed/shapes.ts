import { isCredentialParameter, isCredentialVariable } from '../../detect/credential-name.js';
import { canBeSecret } from '../../detect/secrets/looks-secret.js';
import { secretsIn } from '../../detect/secrets/scan.js';
import { personalNumbers } from '../../detect/shapes/personal-number.js';
import { type LiteralKind, literalOffsets, RESERVED, readLiteral } from '../../encode/code-literals.js';
import { type CodePart, type CodeText, partsOf } from '../code.js';
import { isSecretName } from './names.js';
import { secretIn, type Written } from './tokens.js';

// Each pattern has one group: the secret.
const SHAPES: readonly RegExp[] = [
  /(?:Bearer|Basic)(?: |%20|\+)+((?![a-z]{1,20}(?:-[a-z]{1,20}){0,3}(?![\w.~+/=-]))[A-Za-z0-9._~+/-]{6,}=*)/g,
  /(?<![\w-])(eyJ[\w-]{5,}\.(?:[\w-]{2,}\.[\w-]*(?:\.[\w-]+\.[\w-]+)?|\.[\w-]+\.[\w-]+\.[\w-]+))/g,
  // A password in a URL can contain almost any character.
  /[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'`/@:]*:([^\s"'`/@]+)@/gi,
  // A token in place of a user name: it is longer than most names and contains a digit.
  /https?:\/\/(?=[^\s"'`/@:]{0,200}\d)([^\s"'`/@:?#]{12,200})@/gi,
];

interface Named {
  /** Group 1 is the name, group 2 the value. */
  readonly pattern: RegExp;
  isSecret(name: string): boolean;
}

const isNameInText = (name: string) =>
  isSecretName(name, 'text') || (/^[A-Z][A-Z\d_]+$/.test(name) && isCredentialVariable(name));

/** Matches `?api_key=…`, `X-Api-Key: …` and `TOKEN=…`. Does not match values that are already redacted. */
const ASSIGNED: Named = {
  pattern:
    /([A-Za-z_][\w-]{1,63})(?:=|:\s{1,4})(?!(?:(?:Basic|Bearer)\s+)?\[cut\])(?:(?:Basic|Bearer)\s+)?([^\s"'`&,;)}\]]{4,})/g,
  isSecret: isNameInText,
};
/** In a comment, a type or a word such as `required` can be in place of the value. */
const REMARKED: Named = {
  ...ASSIGNED,
  pattern: new RegExp(
    ASSIGNED.pattern.source.replace(
      '(?!',
      '(?!(?:string|number|boolean|unknown|null|undefined|object|required|optional|none)\\b)(?!',
    ),
    'g',
  ),
};
const QUERY: Named = {
  pattern: /[?&]([A-Za-z_][\w.-]{0,63})=(?!\[cut\])([^&#\s"'`<>]{6,})/g,
  isSecret: isCredentialParameter,
};
const EXPORTED: Named = {
  pattern: /(?:^|[\n;&|])[ \t]{0,8}(?:export|setx?)\s{1,8}([A-Za-z_]\w{1,63})=([^\s"'`;&|]{4,})/g,
  isSecret: isCredentialVariable,
};
const NAMED: Readonly<Record<CodePart['kind'], readonly Named[]>> = {
  bare: [EXPORTED],
  comment: [REMARKED, QUERY],
  regex: [ASSIGNED],
  string: [ASSIGNED, QUERY],
  template: [ASSIGNED, QUERY],
};

/** A line of a shell at the prompt. In it, `//` starts no comment and quotes have other rules. */
const COMMAND_LINE =
  /^[ \t]*(?:\$[ \t]+|![ \t]*)?(?:[\w./-]{1,40}[ \t]+){0,3}?(?:curl|wget|https?|xh|httpie)[ \t](?:\\\r?\n|.)*/gm;

function* secretsInCommands(source: string): Generator<Written> {
  for (const { 0: line, index } of source.matchAll(COMMAND_LINE))
    for (const { start, end, original } of secretsIn(line))
      yield { start: index + start, end: index + end, value: original };
}

export function* shapedSecrets(code: CodeText): Generator<Written> {
  yield* secretsInCommands(code.source);
  for (const { text, start, kind } of partsOf(code)) {
    const read = kind === 'bare' ? text : readLiteral(text, kind);
    let places: readonly number[] | undefined;
    const at = (from: number, value: string): Written => {
      if (kind !== 'bare') places ??= literalOffsets(text, kind);
      const end = from + value.length;
      return { start: start + (places?.[from] ?? from), end: start + (places?.[end] ?? end), value };
    };
    for (const shape of SHAPES) {
      for (const { 0: whole, 1: secret = '', index } of read.matchAll(shape))
        yield at(index + whole.indexOf(secret), secret);
    }
    for (const { start: from, end, original } of secretsIn(read)) {
      if (RESERVED.has(original)) continue;
      const one = at(from, read.slice(from, end));
      yield { ...one, value: original };
    }
    if (kind !== 'bare') for (const { original, start: from } of personalNumbers(read)) yield at(from, original);
    for (const { pattern, isSecret } of NAMED[kind]) {
      for (const { 0: whole, 1: name = '', 2: value = '', index } of read.matchAll(pattern))
        if (isSecret(name) && canBeSecret(value)) yield at(index + whole.length - value.length, value);
    }
    if (kind === 'string' || kind === 'template') yield* inDocuments(text, kind, start);
  }
}

/** Matches the name before a value in a document inside a text, such as `"token": "…"` and `token: ['…']`. */
const NAME_IN_DOCUMENT = /(?<![\w\\-])(["'`]?)([A-Za-z_][\w-]{0,63})\1\s*[:=]\s*(?=["'[])/g;
const QUOTED = /"((?:\\[\s\S]|[^"\\])*)"?|'((?:\\[\s\S]|[^'\\])*)'?/g;
const GIVEN = new RegExp(`${QUOTED.source}|\\[(?:[\\s,]*(?:${QUOTED.source}))*`, 'y');
const MAX_DEPTH = 4;

/** Finds the secrets of a document in a literal, and of the documents nested in it. */
function* inDocuments(text: string, kind: LiteralKind, start: number): Generator<Written> {
  let read = readLiteral(text, kind);
  let places: readonly number[] | undefined;
  for (let depth = 0; depth < MAX_DEPTH && /["']/.test(read); depth++) {
    places ??= literalOffsets(text, kind);
    for (const one of inDocument(read)) {
      const [from, to] = [places[one.start] as number, places[one.end] as number];
      yield { start: start + from, end: start + to, value: one.value };
    }
    if (!read.includes('\\')) return;
    const outer = places;
    places = literalOffsets(read, 'string').map((at) => outer[at] as number);
    read = readLiteral(read, 'string');
  }
}

function* inDocument(text: string): Generator<Written> {
  for (const { 0: whole, 2: name = '', index } of text.matchAll(NAME_IN_DOCUMENT)) {
    if (!isNameInText(name)) continue;
    const from = index + whole.length;
    GIVEN.lastIndex = from;
    for (const { 0: quoted, 1: double, 2: single, index: at } of (GIVEN.exec(text)?.[0] ?? '').matchAll(QUOTED))
      if (quoted.length > 1) yield* secretIn(double ?? single ?? '', from + at + 1);
  }
}
