/** The result of a request that a line has: a status of HTTP, or an error of the network. */
export interface Result {
  readonly kind: 'result';
  readonly line: number;
  readonly at: number;
  readonly status?: number | undefined;
  /** The words of the program about an error of the network. */
  readonly error?: string | undefined;
  /** The server that the error names. */
  readonly host?: string | undefined;
  readonly refusal?: Refusal | undefined;
  /** Behind the version of HTTP. */
  readonly isExact?: true;
}

/** The parts of an error of the platform, in any spelling. */
export interface Refusal {
  readonly code?: string | undefined;
  readonly field?: string | undefined;
  readonly message?: string | undefined;
  readonly status?: number | undefined;
  readonly lastLine: number;
}

/** The statuses that servers send. Other numbers with three digits are sizes or counts. */
export const STATUSES: ReadonlySet<number> = new Set([
  ...[200, 201, 202, 203, 204, 205, 206, 207, 301, 302, 303, 304, 307, 308],
  ...[400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 417, 421, 422, 423, 424, 425],
  ...[426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 521, 522, 523, 524, 525, 526],
]);

const REASONS =
  'OK|Created|Accepted|No[ _]?Content|Moved[ _]Permanently|Found|See[ _]Other|Not[ _]Modified|Temporary[ _]Redirect|Bad[ _]?Request|Unauthori[sz]ed|Payment[ _]?Required|Forbidden|Not[ _]?Found|Method[ _]?Not[ _]?Allowed|Not[ _]?Acceptable|Request[ _]?Time-?out|Conflict|Gone|Payload[ _]?Too[ _]?Large|Unsupported[ _]?Media|Unprocessable|Too[ _]?Many[ _]?Requests|Internal[ _]?Server[ _]?Error|Not[ _]?Implemented|Bad[ _]?Gateway|Service[ _]?Unavailable|Gateway[ _]?Time-?out|Client[ _]Error|Server[ _]Error';
/** Behind a number that counts or measures something. */
const UNIT =
  '(?![\\w.-]*\\d|[.,]\\d|\\s?(?:ms|s|sec|bytes?|B|kB|KB|MB|%|px)\\b(?!\\s?[=:])|\\s?(?:,? ?(?:and|or|then)|,|/|\\|{1,2})\\s?(?:then\\s)?[1-5]\\d\\d\\b|-[1-5]\\d\\d\\b)';
const NUMBER = `([1-5]\\d\\d)(?![\\w])${UNIT}`;
const NAME =
  '(?<![\\w-])(?:[a-z]{1,20}_?status(?:_?code)?|(?:(?:http|response|resp|res|upstream|origin|final|last|return|returned|request|reply|answer|result|api|server|sc|cs)[ _.-]?){0,3}(?:status|code)(?:[ _.-]?(?:code|line))?|(?:http|response|resp|result|reply|answer))';
const SIGNS: readonly RegExp[] = [
  new RegExp(`HTTP/[\\d.]{1,3}["'\`]?[\\s,|:]{1,6}["']?${NUMBER}`, 'gi'),
  new RegExp(
    `${NAME}["'\`)\\]]{0,2}\\s{0,12}(?:=>|[:=>|]|\\bis\\b|\\bwas\\b|\\s)\\s{0,4}(?:HTTP\\s)?["'<(\`]{0,2}${NUMBER}`,
    'gi',
  ),
  new RegExp(
    `(?:(?<!["'\\w]\\s?)=>|-{1,4}>|={2,4}>|<[-=]{1,4}|→|⇒|←|»|<<|>>)\\s{0,4}["'(\\[<]?(?:HTTP |status |code )?${NUMBER}`,
    'gi',
  ),
  new RegExp(
    `\\b(?:returned|returns?|responded|responds|answered|answers|got|get|gave|gives|received|replied|fails|failed|completed|finished|sent|with|an?|HTTP|error|exception|status|code|response|result|expect(?:s|ed)?)(?:(?: |: ?)(?:an?|the|with|by|http|status|code|error|response|of|as|back|and|in|is|was)){0,5}[ :]{1,3}["'(\\[\`]?${NUMBER}(?! [a-z]{2,20}s\\b)`,
    'gi',
  ),
  new RegExp(`(?<![\\w.=:/-])${NUMBER}["'\`)\\]]?[\\s:,(_|-]{1,4}["'(]?(?:${REASONS})\\b`, 'gi'),
  new RegExp(`(?<=\\s[-–]\\s)${NUMBER}\\s{0,3}$`, 'g'),
  new RegExp(`<Response \\[${NUMBER}`, 'gi'),
  new RegExp(`^[\\s<>*#|\\[\\]("'=-]{0,60}${NUMBER}[\\])"'\\s|]{0,6}$`, 'g'),
  new RegExp(`^[\\s<>*#|\\[\\]("'=-]{0,60}${NUMBER}\\s{1,4}(?=[{[])`, 'g'),
];
/** What says that a number is not the result: what a program expects, allows or repeats. */
const NOT_A_RESULT =
  /\b(?:not|expect(?:s|ed|ing)?(?: status(?: code)?)?|exit|sip|error_code|retry_?on|retries?|ignor\w+|allow\w*|accept\w*|except|unless|exit(?:ed)?(?: with)?(?: code)?|area|country|postal|zip|state|dial|access|verification|pin)(?:[ _-]?(?:status|code|an?|the|is|was|on|with|of|to|be))*["']?[\s:=(["'-]{0,4}$/i;

/** The statuses in a line. `masked` is the line without noise. */
/** A status directly behind the address, with no second number that can be one. */
const BEHIND = new RegExp(`^["'\`)\\]]?[\\s|,:;]{1,4}${NUMBER}(?!["',;|\\s]{1,3}[1-5]\\d\\d(?!\\w))`);

export function statusBehind(masked: string, { line, end }: { readonly line: number; readonly end: number }): Result[] {
  const found = BEHIND.exec(masked.slice(end, end + 40));
  const status = Number(found?.[1]);
  return found && STATUSES.has(status) ? [{ kind: 'result', line, at: end + found[0].length - 3, status }] : [];
}

function statusesIn(masked: string, line: number): Result[] {
  if (!/[1-5]\d\d/.test(masked)) return [];
  const found = new Map<number, Result>();
  for (const sign of SIGNS)
    for (const one of masked.matchAll(sign)) {
      const at = one.index + one[0].lastIndexOf(one[1] as string);
      const status = Number(one[1]);
      if (STATUSES.has(status) && !found.has(at) && !isNoResult(masked, at))
        found.set(at, { kind: 'result', line, at, status, ...(sign === SIGNS[0] && { isExact: true as const }) });
    }
  const results = [...found.values()].sort((one, other) => one.at - other.at);
  const exact = results.filter(({ isExact }) => isExact);
  return exact.length > 0 ? exact : results;
}

/** The version of another protocol, such as SIP. */
const OTHER_PROTOCOL = /\b(?!HTTP)[A-Z]{2,8}\/\d(?:\.\d)? $/;

function isNoResult(masked: string, at: number): boolean {
  const before = masked.slice(Math.max(0, at - 50), at);
  return NOT_A_RESULT.test(before) || OTHER_PROTOCOL.test(before);
}

/** Errors of the network, in the words of programs and libraries. Settings of a time limit are not among them. */
const NETWORK =
  /\b(?:E(?:CONNREFUSED|CONNRESET|CONNABORTED|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|PIPE)\b|net::ERR_[A-Z0-9_]+|UND_ERR_[A-Z_]+|(?:getaddrinfo|connect|read) E[A-Z_]{4,}|connection (?:was )?(?:refused|reset|timed out|aborted|closed)|could ?n[o']t (?:resolve host|connect)|failed to (?:resolve|connect)|no such host|server misbehaving|name or service not known|name resolution|socket hang up|(?:read|connect(?:ion)?|request|operation|handshake)?\s?timed out|timeout of \d+ ?ms exceeded|(?:connect|read|socket|request)?timeout(?:error|exception)\b|deadline exceeded|certificate (?:has expired|verify failed|is not trusted|signed by unknown)|CERT_HAS_EXPIRED|CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT\w*|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|x509: [a-z ]{3,60}|SSLHandshakeException|unexpected EOF|blocked by CORS policy|Cross-Origin Request Blocked|Remote end closed connection)/i;

/** A gateway that waits in vain answers with a status, and a browser keeps the response of another site from its page. */
export function resultsIn(plain: string, masked: string, line: number): Result[] {
  const [statuses, errors] = [statusesIn(masked, line), networkErrorIn(plain, line)];
  if (errors.length === 0 || statuses.some(({ status = 0 }) => status >= 400)) return statuses;
  return errors;
}

/** The name of the server behind the error. An address of the network can be of any server. */
const HOST =
  /^[\w: ]{3,60}?(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|host:|lookup)\s([a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,24})\b/i;

/** The same words with small letters are settings. */
const NAMED_ERROR = /\b(?:Read|Connect|Pool)Timeout\b(?!\s?[:=])/;

function networkErrorIn(plain: string, line: number): Result[] {
  const found = NETWORK.exec(plain) ?? NAMED_ERROR.exec(plain);
  if (!found) return [];
  const [, host] = HOST.exec(plain.slice(found.index, found.index + 200)) ?? [];
  return [{ kind: 'result', line, at: found.index, error: found[0].trim(), ...(host !== undefined && { host }) }];
}
