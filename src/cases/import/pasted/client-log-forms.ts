/** How the log of one HTTP client prints an exchange. Each pattern is for one line. */
export interface ClientLogForm {
  /** The groups `method` and `address`. Without a host, a line such as `Host: example.com` has it. */
  readonly request: RegExp;
  /** The group `status`, and `address` if the line has one. */
  readonly status: RegExp;
  /** What the logger prints before each line of a body. */
  readonly before?: RegExp;
  /** What it prints behind such a line. */
  readonly behind?: RegExp;
  /** The line above the body of the request, if the status is above it. */
  readonly sentHead?: RegExp;
  /** The line above the body of the response, if other lines are between it and the status. */
  readonly receivedHead?: RegExp;
  /** The body of the request within a line. */
  readonly sent?: RegExp;
  /** A response body within a line. */
  readonly received?: RegExp;
}

const METHOD = '(?<method>GET|POST|PUT|PATCH|DELETE|HEAD)';
const URL = '(?<address>https?://\\S+)';
const STATUS = '(?<status>\\d{3})';

/** A text is in a form if it has its request line and its status line. */
export const CLIENT_LOG_FORMS: Readonly<Record<string, ClientLogForm>> = {
  faraday: {
    request: new RegExp(`-- (?:[\\w-]*: ?)?request: ${METHOD} ${URL}\\s*$`),
    status: /-- (?:[\w-]*: ?)?response: Status (?<status>\d{3})\b/,
    before: /^.*? -- (?:[\w-]*: ?)?(?:request|response): /,
  },
  okHttp: {
    request: new RegExp(`--> ${METHOD} ${URL}(?: (?:http/[\\d.]+|h2|h3))?(?: \\(\\d+-byte body\\))?\\s*$`, 'i'),
    status: /<-- (?<status>\d{3})(?: [A-Za-z][A-Za-z -]*)? (?<address>https?:\/\/\S+) \(\d+ms/,
    // The columns of logcat end with the level.
    before: /^.*?\bokhttp[\w.]*(?:: | -(?: |$)| {1,40}\S{1,100} {1,40}[VDIWEF] {1,3})/i,
  },
  httpClient: {
    request: new RegExp(`(?:Start processing|Sending) HTTP request ${METHOD} ${URL}\\s*$`),
    status: /(?:Received HTTP response headers|End processing HTTP request) after [\d.]+ms - (?<status>\d{3})\b/,
    sent: /\b(?:payload|request body|sending|body)\b[ :=]{1,4}(\{.*\})\s*$/i,
    received: /\b(?:failed|error|response(?: body)?|answer)\b[ :=]{1,4}(\{.*\})\s*$/i,
  },
  restTemplate: {
    request: new RegExp(`\\bHTTP ${METHOD} ${URL}\\s*$`),
    status: /[:\]] Response (?<status>\d{3})\b/,
    sent: /[:\]] (?:Writing|Encoding) \[([{[].*[}\]])\](?: as "[^"]*")?\s*$/,
    received: /(?:: \d{3} [\w ]+: "|[:\]] (?:Reading|Decoded) \[)([{[].*[}\]])["\]]\s*$/,
  },
  postmanConsole: {
    request: new RegExp(`^${METHOD} ${URL}\\s*$`),
    status: /^(?<status>\d{3})\s*$/,
    sentHead: /^Request Body:?\s*$/,
    receivedHead: /^Response Body:?\s*$/,
  },
  mitmdump: {
    request: new RegExp(`^\\S{0,30}\\s?[\\d.]+:\\d+: ${METHOD} ${URL}(?: HTTP/[\\d.]+)?\\s*$`),
    status: new RegExp(`^\\s*<< (?:HTTP/[\\d.]+ )?${STATUS} [A-Za-z]`),
  },
  bun: {
    request: new RegExp(`^\\[fetch\\] > HTTP/[\\d.]+ ${METHOD} ${URL}\\s*$`),
    status: new RegExp(`^\\[fetch\\] < ${STATUS}\\b`),
  },
  apacheHttpClient: {
    request: new RegExp(`>> "?${METHOD} (?<address>/\\S*) HTTP/[\\d.]+(?:\\[\\\\r\\]|"?\\s*$)`),
    status: new RegExp(`<< "?HTTP/[\\d.]+ ${STATUS}\\b`),
    before: /^.{0,200}? (?:>>|<<) "?/,
    behind: /(?<!\[\\n\])"$/,
  },
  terraform: {
    request: new RegExp(`^${METHOD} (?<address>/\\S*) HTTP/[\\d.]+\\s*$`),
    status: new RegExp(`^HTTP/[\\d.]+ ${STATUS}\\b`),
    sentHead: /^-{2,}\[ REQUEST\b/,
    receivedHead: /^-{2,}\[ RESPONSE\b/,
  },
  symfony: {
    request: new RegExp(`\\bRequest: "${METHOD} (?<address>https?://[^\\s"]+)"`),
    status: new RegExp(`\\bResponse: "${STATUS} (?<address>https?://[^\\s"]+)"`),
  },
  apex: {
    request: /\bSystem\.HttpRequest\[Endpoint=(?<address>https?:\/\/[^\s,\]]+), Method=(?<method>[A-Z]+)\]/,
    status: /\bSystem\.HttpResponse\[Status=[^\],]{0,60}, StatusCode=(?<status>\d{3})\]/,
    received: /\|USER_DEBUG\|\[\d+\]\|DEBUG\|([{[].*[}\]])\s*$/,
  },
};
