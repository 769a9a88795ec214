import type { Refusal, Result } from './results.js';

const PHRASES =
  /^(?:Bad Request|Unauthorized|Forbidden|Not Found|Method Not Allowed|Conflict|Unprocessable Entity|Too Many Requests|Internal Server Error|Service Unavailable)$/i;
const PHRASE_STATUS: Readonly<Record<string, number>> = {
  'bad request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not found': 404,
  'internal server error': 500,
};

/** A field of an error body in JSON, Python, Ruby, Go, YAML or `name=value`. */
const FIELD =
  /(?<![\w.])["'`:]?(errors?|type|code|message|detail|title|attribute|more_info|status)["'`]?\s{0,4}(?:=>|[:=])\s{0,4}\[?\s{0,2}(?:"((?:[^"\\]|\\.){0,600})"|'((?:[^'\\]|\\.){0,600})'|((?:(?!\s{1,8}["'`:]?[\w.]{1,40}["'`]?\s?(?:=>|[:=]))(?:[^"'`{}[\]|,]|(?<=\w)'(?=\w))){1,300}))/gi;

interface Draft {
  readonly line: number;
  readonly at: number;
  lastLine: number;
  readonly fields: Map<string, string>;
  /** Words in the list of errors. */
  listed?: string;
}

/** How many lines without a field an error that is broken over lines can have between two fields. */
const MAX_GAP = 2;

/** Collects the fields of errors, which can be broken over lines. */
export class Refusals {
  readonly #found: Result[] = [];
  #draft: Draft | undefined;

  add(plain: string, line: number): void {
    if (this.#draft && line - this.#draft.lastLine > MAX_GAP) this.end();
    if (!/errors?\b|message|detail|more_info|\bcode\b/i.test(plain) && !this.#draft) return;
    for (const one of plain.matchAll(FIELD)) {
      const [all, written = '', double, single, bare] = one;
      const name = written.toLowerCase();
      const value = (double ?? single ?? bare ?? '').trim();
      if (value === '' || /^(?:null|None|nil|undefined|<nil>)$/.test(value)) continue;
      if (this.#draft?.fields.has(name) && this.#draft.fields.get(name) !== value) this.end();
      this.#draft ??= { line, at: one.index, lastLine: line, fields: new Map() };
      this.#draft.lastLine = line;
      this.#draft.fields.set(name, value);
      if (name === 'errors' && /\[/.test(all) && (double ?? single) !== undefined) this.#draft.listed = value;
    }
  }

  /** Ends the error that is being read, such as before a request. */
  end(): void {
    const draft = this.#draft;
    this.#draft = undefined;
    const refusal = draft && refusalOf(draft);
    if (draft && refusal)
      this.#found.push({ kind: 'result', line: draft.line, at: draft.at, refusal, status: refusal.status });
  }

  get found(): readonly Result[] {
    return this.#found;
  }
}

/** Undefined if the fields are those of a log record or of a resource. */
function refusalOf({ fields, listed, lastLine }: Draft): Refusal | undefined {
  const [type = '', code, error = ''] = [fields.get('type'), fields.get('code'), fields.get('error')];
  const [detail, field] = [fields.get('detail'), fields.get('attribute')];
  const written = Number(fields.get('status') ?? (/^[45]\d\d$/.test(code ?? '') ? code : undefined));
  const status = written >= 400 && written < 600 ? written : undefined;
  const message = fields.get('message') ?? detail ?? listed ?? (PHRASES.test(error) ? error : undefined);
  if (message === undefined || message.length < 3) return undefined;
  const isError =
    (/_error$/.test(type) && code !== undefined) ||
    (detail !== undefined && (fields.has('title') || status !== undefined)) ||
    (code !== undefined && fields.has('more_info')) ||
    (code !== undefined && field !== undefined && /^[a-z]+(?:_[a-z]+)+$/.test(code)) ||
    (/^\d{5}$/.test(code ?? '') && status !== undefined) ||
    listed !== undefined;
  const isPhrase = PHRASES.test(error) && fields.size <= 2;
  if (!isError && !isPhrase) return undefined;
  const own = status ?? (/_error$/.test(type) ? 422 : isPhrase ? PHRASE_STATUS[error.toLowerCase()] : undefined);
  return { code, field, message, status: own, lastLine };
}

/** An error body with the fields that were read, for a text that is not JSON. */
export function bodyOf({ code, field, message, status }: Refusal): string {
  if (code === undefined && field === undefined)
    return JSON.stringify(PHRASES.test(message ?? '') ? { error: message } : { errors: [message] });
  if (/^\d{3}$/.test(code ?? ''))
    return JSON.stringify({ errors: [{ detail: message, status: String(status ?? code), code }] });
  return JSON.stringify({ errors: [{ code, message, attribute: field ?? null }] });
}
