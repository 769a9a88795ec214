import { isPlain, jsonOf } from '../../../util/index.js';
import { faultOf } from '../draft-request.js';
import { type FoundRequest, type FoundResponse, linesIn, pastedResponse } from '../found-request.js';
import { jsonIn, leadingJson } from '../json-spans.js';

/** What people paste below a command: the response, or the error of curl. */
export interface ResultBelow extends Pick<FoundRequest, 'response' | 'fault' | 'code' | 'message' | 'problems'> {
  /** The number of lines that are neither. */
  readonly ignored: number;
}

/** A status line, such as `HTTP/1.1 422 Unprocessable Entity` or `# 422`. */
const STATUS =
  /^\s*(?:[#<]\s*)?(?:HTTP(?:\/[\d.]+)? |(?:\[?status(?: code)?\]?|response|answers?|->|→|=>)[: ]*)?(\d{3})(?: [\w ]*)?\s*$/i;
/** Alamofire prints `[Headers]:` and `[Body]:` above the parts of a response, and indents them. */
const LABEL = /^\s*\[[A-Z]\w{2,20}\]:\s*$/;
/** The error of curl itself: `curl: (6) Could not resolve host: example.com`. */
const ERROR = /^[ \t]*curl: \(\d+\) (.+)$/m;

export function resultBelow(text: string): ResultBelow {
  const lines = text.split('\n');
  // An interim answer, such as 100 Continue, has the response below it.
  const index = lines.findIndex((line) => STATUS.test(line) && !/\s1\d\d(?: [\w ]*)?\s*$/.test(line));
  const status = Number(STATUS.exec(lines[index] ?? '')?.[1]);
  if (status >= 100 && status <= 599) {
    const below = lines.slice(index + 1);
    const isLabelled = below.some((line) => LABEL.test(line));
    const rest = below
      .filter((line) => !/^\* /.test(line) && !LABEL.test(line))
      .map((line) => (isLabelled ? line.trim() : line.replace(/^\s*[#<] ?/, '')));
    const isBare = /^\s*\d{3}\s*$/.test(lines[index] ?? '');
    const { response, ignored } = pastedResponse(status, rest);
    // `curl -w` prints the status alone, behind the body. Words below it are not a body.
    if (isBare && !isBody(response))
      return { response: { ...response, body: Buffer.alloc(0) }, ignored: linesIn(rest.join('\n')) };
    return { response, ignored };
  }
  const error = ERROR.exec(text)?.[1];
  if (error !== undefined) return { ...faultOf(error), ignored: linesIn(text) - 1 };
  return refusalIn(text) ?? cutRefusalIn(text) ?? successIn(text) ?? { ignored: linesIn(text) };
}

/** A body is JSON, or below the headers of a response. */
const isBody = ({ headers, body }: FoundResponse): boolean =>
  Object.keys(headers).length > 0 || jsonOf(Buffer.from(body).toString('utf8')) !== undefined;

/** The body of a refusal without a status line. The body or the words around it have the status, or it is not known. */
function refusalIn(text: string): ResultBelow | undefined {
  for (const { start, end } of jsonIn(text)) {
    const body = text.slice(start, end);
    if (!isRefusal(jsonOf(body))) continue;
    const words = text.slice(0, start) + text.slice(end);
    const named = statusInBody(body) ?? printedStatus(text.slice(end)) ?? statusInWords(words);
    const status = Number(named ?? statusOfForm(jsonOf(body)));
    const ignored = linesIn(text.slice(0, start)) + linesIn(text.slice(end).replace(PRINTED, ''));
    if (!(status >= 400)) return { problems: ['the error below it has no status, and was not imported'], ignored };
    const response: FoundResponse = { status, headers: {}, body: Buffer.from(body) };
    return { response, ...(named === undefined && { problems: [STATUS_OF_FORM] }), ignored };
  }
  return undefined;
}

/** A refusal whose end is missing, because a person copied only a part. */
function cutRefusalIn(text: string): ResultBelow | undefined {
  const body = /^[ \t]*(\{\s{0,8}"(?:errors?|code|message)"\s{0,8}:.*)$/m.exec(text)?.[1];
  if (body === undefined) return undefined;
  const status = Number(statusInBody(body));
  const ignored = linesIn(text) - 1;
  if (!(status >= 400))
    return { problems: ['the error below it is incomplete and has no status, and was not imported'], ignored };
  const response: FoundResponse = { status, headers: {}, body: Buffer.from(body) };
  return { response, problems: ['the body of the response is incomplete'], ignored };
}

const statusInBody = (body: string): string | undefined => /"status"\s*:\s*"?([45]\d\d)\b/.exec(body)?.[1];

/** What `-w '%{http_code}'` prints directly behind the body. */
const PRINTED = /^[ \t]*\n?[ \t]*([1-5]\d\d)[ \t]*(?=\r?\n|$)/;
const printedStatus = (behind: string): string | undefined => PRINTED.exec(behind)?.[1];

const PHRASES: ReadonlyMap<string, number> = new Map([
  ['Bad Request', 400],
  ['Unauthorized', 401],
  ['Forbidden', 403],
  ['Not Found', 404],
  ['Internal Server Error', 500],
]);

/** The platform sends some forms of errors with one status only. */
function statusOfForm(body: unknown): number | undefined {
  if (!isPlain(body)) return undefined;
  const [error] = Array.isArray(body.errors) ? body.errors : [];
  if (isPlain(error) && error.type === 'validation_error' && 'code' in error) return 422;
  const phrase = Object.keys(body).length === 1 ? body.error : undefined;
  return typeof phrase === 'string' ? PHRASES.get(phrase) : undefined;
}

const STATUS_OF_FORM = 'the status of the response is not in the text, and was taken from the form of the error';

/** The first thing below the command is JSON that is not an error, as `curl -s` prints it. */
function successIn(text: string): ResultBelow | undefined {
  const start = text.search(/\S/);
  const body = start < 0 ? undefined : leadingJson(text.slice(start));
  if (body === undefined || !isResource(jsonOf(body))) return undefined;
  const behind = text.slice(start + body.length);
  const printed = printedStatus(behind);
  if (printed !== undefined)
    return {
      response: { status: Number(printed), headers: {}, body: Buffer.from(body) },
      ignored: linesIn(behind.replace(PRINTED, '')),
    };
  const response: FoundResponse = { status: 0, headers: {}, body: Buffer.from(body), isSuccess: true };
  return { response, problems: [STATUS_ASSUMED], ignored: linesIn(behind) };
}

const STATUS_ASSUMED =
  'the status of the response is not in the text. The body is not an error, so success was assumed';

/** What operations return: a resource with an id, or a list. */
const isResource = (value: unknown): boolean =>
  isPlain(value) &&
  !('error' in value) &&
  !('errors' in value) &&
  (typeof value.id === 'string' || typeof value.sid === 'string' || Array.isArray(value.data));

/** The body of an error of the platform. */
export function isRefusal(value: unknown): boolean {
  if (!isPlain(value)) return false;
  const isPlainError = typeof value.error === 'string' && Object.keys(value).length === 1;
  return isPlainError || Array.isArray(value.errors) || ('message' in value && ('code' in value || 'status' in value));
}

const IN_WORDS =
  /\b(?:status|http|errors?|codes?|return(?:s|ed)?|gets?|got|respon(?:se|ds|ded)|answer(?:s|ed)?|with|an?)\b[^\n\d]{0,20}\b([45]\d\d)\b/i;
const NUMBER = /(?<!port )\b[45]\d\d\b/g;

/** The status of a refusal that a sentence names, if no other number can be one: `Status was 422`. */
function statusInWords(words: string): string | undefined {
  const status = IN_WORDS.exec(words)?.[1];
  return (words.match(NUMBER) ?? []).every((number) => number === status) ? status : undefined;
}
