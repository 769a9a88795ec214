/** What one line means in a block that an HTTP client prints. The words of the logger before it are left out. */
export type BlockLine =
  | {
      readonly is: 'request';
      readonly method?: string;
      readonly address?: string;
      readonly sent?: string;
      /** The name before the address. The next request of the record has it too. */
      readonly label?: string;
      readonly status?: number;
    }
  | { readonly is: 'status'; readonly status: number; readonly address?: string; readonly isBare?: true }
  | { readonly is: 'method' | 'address' | 'host'; readonly value: string }
  | { readonly is: 'part'; readonly part: 'sent' | 'received'; readonly isHeading?: true; readonly rest?: string }
  | { readonly is: 'form'; readonly name: string; readonly value: string }
  | { readonly is: 'nothing' };

const METHOD = '(?<method>GET|POST|PUT|PATCH|DELETE|HEAD)';
const TIME = '(?:[\\d:.,/TZ-]{5,30}\\s+)?(?:[\\w.]{1,30}=\\S{1,100}\\s+){0,4}(?:\\[\\w{3,8}\\]\\s+)?';

/** A line with which a request begins, with any words of a logger before it. */
const STARTS: readonly RegExp[] = [
  // Feign, OkHttp, httr2: `---> POST https://… HTTP/1.1`
  new RegExp(`(?:^|\\s)-{1,4}> ${METHOD} +(?<address>https?://\\S+|/\\S*)(?: +HTTP/[\\d.]+)?$`, 'i'),
  // A program that prints both directions with a mark: `> POST https://…`, `< 422 Unprocessable Entity`
  new RegExp(`^> ${METHOD} +(?<address>https?://\\S+)(?: +HTTP/[\\d.]+)?$`),
  // curl behind PHP prints only the first line with its mark.
  new RegExp(`^> ${METHOD} +(?<address>/\\S*) +HTTP/[\\d.]+$`),
  new RegExp(
    `^${TIME}${METHOD} +(?<address>https?://\\S+|/\\S*(?= +HTTP/))(?: +HTTP/[\\d.]+)?(?: +-> +(?<status>\\d{3})(?: \\(.{1,30}\\))?)?$`,
  ),
  /^RestClient\.(?<method>get|post|put|patch|delete|head) "(?<address>https?:\/\/[^"]+)"(?:, (?<sent>"(?:[^"\\]|\\.)*")(?!=>))?(?:, "[^"]*"=>.*)?$/,
  // The log of an API gateway of AWS: `(2d6e…) HTTP Method: POST, Resource Path: /sms/status`
  /(?:^|\s)HTTP Method: (?<method>[A-Z]{3,7}), Resource Path: (?<address>\/\S*)$/,
  // A record with a name before each value: `Target : https://…`, `Verb : POST`, `HTTP result : 200`
  /(?:^|\. )(?<label>Target|URL|URI|Endpoint|Address) ?: (?<address>https?:\/\/[^\s/]+\/\S+)$/i,
  /(?:^|\s)REQUEST: (?<address>https?:\/\/\S+)$/,
  /(?:^|\s)(?:~{3}|\*{3}|={3,}) ?request ?(?:~{3}|\*{3}|={3,})$/i,
];

/** The request that begins in a line, and the text before it. */
export function startIn(
  line: string,
): { readonly before: string; readonly found: BlockLine & { is: 'request' }; readonly isPlain: boolean } | undefined {
  if (line.length > MAX_LINE) return undefined;
  const text = line.trimEnd();
  for (const [index, form] of STARTS.entries()) {
    const match = form.exec(text);
    if (!match) continue;
    const { method, address, sent, status, label } = match.groups ?? {};
    const isFilled = text.slice(0, match.index);
    return {
      before: isFilled === '' ? '' : `${isFilled}${/^\s*/.exec(match[0])?.[0] ?? ''}`,
      isPlain: index === 2 || index === 3,
      found: {
        is: 'request',
        ...(method !== undefined && { method }),
        ...(address !== undefined && { address }),
        ...(sent !== undefined && { sent }),
        ...(label !== undefined && { label }),
        ...(status !== undefined && { status: Number(status) }),
      },
    };
  }
  return undefined;
}

/** A longer line is a body. */
const MAX_LINE = 20_000;

const STATUSES: readonly RegExp[] = [
  // `<--- HTTP/1.1 422 (271ms)`, `# => 201 Created | application/json`, `422 Unprocessable Entity`, `201`
  /^(?:<-{0,4} |# => )?(?:HTTP\/[\d.]+ )?(?<status>[1-5]\d\d)(?: [A-Z][A-Za-z' -]{1,40})?(?: (?<address>https?:\/\/\S+))?\s*(?:[(|].{0,120})?$/,
  /^(?:status|response|status ?code|http (?:status|result|code)|result ?code|method completed with status)\s*: (?<status>[1-5]\d\d)\b/i,
  // Ktor: `2026-03-10 18:00:00 [worker] INFO client - RESPONSE: 200 OK`
  /^.{0,400} - RESPONSE: (?<status>[1-5]\d\d)(?: [A-Z][A-Za-z' -]{1,40})?$/,
];
const HEADING = /^(?:[~*=><-]{2,})\s*(?<name>request|response|dioexception|dioerror)(?: body)?\s*(?:[~*=><-]{2,}):?$/i;
const BODY =
  /^(?:method )?(?<of>request |response )?(?:body|data|payload|text)(?: before transformations)?\s*:(?: (?<rest>\S.*))?$/i;
const IN_WORDS = /^(?=.{4,60}:$)[A-Za-z' ]+:$/;
const RECEIVED_WORDS = /\b(?:came back|received|response|answer(?:ed)?|reply|replied|returned|got)\b/i;
const SENT_WORDS = /\b(?:sent|send|request|payload)\b/i;
const NOTHING =
  /^(?:-+>|<-+) END\b|^BODY (?:START|END)$|^BODY Content-Type:|^[=~.'`+|-]{10,}$|^(?:COMMON|CONTENT) HEADERS$|^headers\s*:$|^\* /i;
const ROW = /^\| (?<name>[^|]{1,200}?)\s*\| (?<value>[^|]*?)\s*\|$/;
const CELL = /^\| (?<rest>[{[].*)\|$/;

/** What a line inside a block means. Undefined: a header, a line of a body, or the words of another program. */
export function blockLine(line: string): BlockLine | undefined {
  const text = line.trim();
  if (text === '' || text.length > MAX_LINE) return undefined;
  for (const form of STATUSES) {
    const { status, address } = form.exec(text)?.groups ?? {};
    if (status !== undefined)
      return {
        ...{ is: 'status', status: Number(status) },
        ...(address !== undefined && { address }),
        ...(status === text && { isBare: true }),
      };
  }
  const heading = HEADING.exec(text)?.groups?.name;
  if (heading !== undefined)
    return { is: 'part', part: /request/i.test(heading) ? 'sent' : 'received', isHeading: true };
  if (NOTHING.test(text)) return { is: 'nothing' };
  const body = BODY.exec(text)?.groups;
  if (body) {
    const part = /response/i.test(body.of ?? '') || /text\s*:/i.test(text) ? 'received' : undefined;
    const own = part ?? (/request/i.test(body.of ?? '') ? 'sent' : undefined);
    const rest = body.rest === undefined ? {} : { rest: body.rest };
    return own === undefined
      ? body.rest === undefined
        ? { is: 'nothing' }
        : undefined
      : { is: 'part', part: own, ...rest };
  }
  if (IN_WORDS.test(text) && RECEIVED_WORDS.test(text)) return { is: 'part', part: 'received' };
  if (IN_WORDS.test(text) && SENT_WORDS.test(text)) return { is: 'part', part: 'sent' };
  const method = /^(?:method|verb) ?: (?:HttpMethod\(value=)?([A-Z]+)\)?$/i.exec(text)?.[1];
  if (method !== undefined) return { is: 'method', value: method };
  const address = /^(?:uri|url|from): (https?:\/\/\S+)$/i.exec(text)?.[1];
  if (address !== undefined) return { is: 'address', value: address };
  const host = /^(?:-+> )?host\s*: ([\w.-]+(?::\d+)?)$/i.exec(text)?.[1];
  if (host !== undefined) return { is: 'host', value: host };
  const cell = CELL.exec(text)?.groups?.rest;
  if (cell !== undefined) return { is: 'part', part: 'received', rest: cell.trim() };
  const row = ROW.exec(text)?.groups;
  return row ? { is: 'form', name: row.name ?? '', value: row.value ?? '' } : undefined;
}

/** A line without the mark of its direction: `-> Accept: …`, `>> {`, `< date: …`. */
export const withoutMark = (line: string): string => line.replace(/^\s*(?:-{1,3}>|<-{1,3}|>{1,2}|<{1,2})(?: |$)/, '');
