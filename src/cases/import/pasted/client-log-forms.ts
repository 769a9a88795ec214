/** How the log of one HTTP client prints an exchange. Each pattern is for one line. */
export interface ClientLogForm {
  /** The method and the address. */
  readonly request: RegExp;
  /** The status, and the address if the line has one. */
  readonly status: RegExp;
  /** What the logger prints before each line of a body. */
  readonly before?: RegExp;
  /** The line above the body of the request, if the status is above it. */
  readonly sentHead?: RegExp;
  /** The line above the body of the response, if other lines are between it and the status. */
  readonly receivedHead?: RegExp;
  /** A response body within a line. */
  readonly received?: RegExp;
}

const METHOD = '(GET|POST|PUT|PATCH|DELETE|HEAD)';
const URL = '(https?://\\S+)';

/** A text is in a form if it has its request line and its status line. */
export const CLIENT_LOG_FORMS: Readonly<Record<string, ClientLogForm>> = {
  faraday: {
    request: new RegExp(`-- (?:[\\w-]*: ?)?request: ${METHOD} ${URL}\\s*$`),
    status: /-- (?:[\w-]*: ?)?response: Status (\d{3})\b/,
    before: /^.*? -- (?:[\w-]*: ?)?(?:request|response): /,
  },
  okHttp: {
    request: new RegExp(`--> ${METHOD} ${URL}(?: http/[\\d.]+)?\\s*$`),
    status: /<-- (\d{3})(?: [A-Za-z][A-Za-z -]*)? (https?:\/\/\S+) \(\d+ms/,
    before: /^.*?\bokhttp[\w.]*: /i,
  },
  httpClient: {
    request: new RegExp(`(?:Start processing|Sending) HTTP request ${METHOD} ${URL}\\s*$`),
    status: /(?:Received HTTP response headers|End processing HTTP request) after [\d.]+ms - (\d{3})\b/,
  },
  restTemplate: {
    request: new RegExp(`\\bHTTP ${METHOD} ${URL}\\s*$`),
    status: /: Response (\d{3})\b/,
    received: /: \d{3} [\w ]+: "([{[].*[}\]])"\s*$/,
  },
  postmanConsole: {
    request: new RegExp(`^${METHOD} ${URL}\\s*$`),
    status: /^(\d{3})\s*$/,
    sentHead: /^Request Body:?\s*$/,
    receivedHead: /^Response Body:?\s*$/,
  },
};
