import type { ExpressionReader } from './expression.js';
import { isSecretName } from './names.js';
import { secretIn, signAt, type Token, type Written } from './tokens.js';

/** Finds secrets by the text before them: the rest of a split header or query, and the argument of `btoa('user:…')`. */
export function* introducedSecrets(tokens: readonly Token[], reader: ExpressionReader): Generator<Written> {
  for (const [i, token] of tokens.entries()) {
    if (token.kind === 'text') yield* afterText(tokens, i, reader);
    else if (token.kind === 'word') yield* inBase64(tokens, i, reader);
  }
}

const SCHEME = /^(?:Bearer|Basic)$/;
const SCHEME_AT_END = /(?:^|[\s"'=:,(])(?:Bearer|Basic)\s+$/;
const NAME_AT_END = /(?:^|[^\w-])([A-Za-z_][\w-]{1,63})(?:=|:\s{0,4})$/;
/** Only this many characters at the end of a text are searched. Names are shorter. */
const END = 80;

/** Finds secrets after a scheme or a name: `Bearer ${'…'}`, 'Bearer ' + '…', 'Bearer '.concat('…'), ['Bearer', '…']. */
function* afterText(tokens: readonly Token[], i: number, reader: ExpressionReader): Generator<Written> {
  const end = (tokens[i] as Token).text.slice(-END);
  const isScheme = SCHEME.test(end);
  const name = NAME_AT_END.exec(end)?.[1];
  if (!isScheme && !SCHEME_AT_END.test(end) && !(name !== undefined && isSecretName(name, 'text'))) return;
  if (signAt(tokens, i + 1) === '${') return yield* reader.texts(i + 2);
  const next = signAt(tokens, i + 1) === '`' ? i + 2 : i + 1;
  const sign = signAt(tokens, next);
  if (sign === '+') yield* reader.texts(next + 1);
  else if (sign === '.' && tokens[next + 1]?.text === 'concat') yield* reader.texts(next + 3);
  else if (sign === ',' && isScheme) {
    const after = tokens[next + 1];
    if (after?.kind === 'text') yield* secretIn(after.text, after.start);
  }
}

const ENCODER = /^(?:btoa|base_?64(?:_?encode)?|encode_?base_?64|to_?base_?64|b64_?encode)$/i;

/** Finds the text after the first colon in `btoa('user:…')` and `Buffer.from('user:…').toString('base64')`. */
function* inBase64(tokens: readonly Token[], i: number, reader: ExpressionReader): Generator<Written> {
  if (signAt(tokens, i + 1) !== '(') return;
  const { text } = tokens[i] as Token;
  const isBuffer = text === 'from' && signAt(tokens, i - 1) === '.' && tokens[i - 2]?.text === 'Buffer';
  if (!isBuffer && !ENCODER.test(text)) return;
  const end = reader.endOfCall(i + 1);
  if (end >= 0 && isBuffer && !becomesBase64(tokens, end)) return;
  yield* passwordIn(tokens.slice(i + 2, end < 0 ? i + 2 + WORTH_READING : end));
}

const WORTH_READING = 16;

const becomesBase64 = (tokens: readonly Token[], end: number) =>
  signAt(tokens, end + 1) === '.' &&
  tokens[end + 2]?.text === 'toString' &&
  /^base64(?:url)?$/.test(tokens[end + 4]?.text ?? '');

/** Characters that do not occur in user names. */
const NOT_A_USER = /[\s{}[\]"'<>/\\]/;

function* passwordIn(expression: readonly Token[]): Generator<Written> {
  let isPassword = false;
  for (const { kind, text, start } of expression) {
    // The next argument is the encoding of the text.
    if (kind === 'sign' && text === ',') return;
    if (kind !== 'text') continue;
    if (isPassword) {
      yield* secretIn(text, start);
      continue;
    }
    const colon = text.indexOf(':');
    if (NOT_A_USER.test(colon < 0 ? text : text.slice(0, colon))) return;
    if (colon < 0) continue;
    const rest = text.slice(colon + 1);
    if (/^(?:\/\/|\s)/.test(rest)) return;
    isPassword = true;
    yield* secretIn(rest, start + colon + 1);
  }
}
