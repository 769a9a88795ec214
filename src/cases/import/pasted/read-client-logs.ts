import { requestOf } from '../draft-request.js';
import { type FoundRequest, headerIn, type Importer, ignoredNote, type ReadInput } from '../found-request.js';
import { leadingJson } from '../json-spans.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { timeIn } from '../logs/log-forms.js';
import { CLIENT_LOG_FORMS, type ClientLogForm } from './client-log-forms.js';

/** Reads the logs of HTTP clients, which print a request and its response in several lines. */
export const clientLogs: Importer = {
  name: 'client-log',
  title: 'a log of an HTTP client',
  summary:
    'logs of Faraday, OkHttp, HttpClient of .NET, RestTemplate, Apache HttpClient, Symfony, Bun, mitmdump, Terraform and Apex, and copies of the Postman console',
  accepts: (text) => formOf(text) !== undefined,
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    const log = new ClientLog(formOf(text) as ClientLogForm, file);
    for (const [i, line] of text.split(/\r?\n/).entries()) log.add(line, i + 1);
    return { requests: log.requests(credentials), problems: log.problems(), credentials: credentials.values };
  },
};

const MAX_LINES = 5000;

function formOf(text: string): ClientLogForm | undefined {
  const lines = text.split(/\r?\n/, MAX_LINES);
  return Object.values(CLIENT_LOG_FORMS).find(
    (form) =>
      lines.some((line) => form.request.test(line)) &&
      lines.some((line) => form.status.test(line)) &&
      (!form.receivedHead || lines.some((line) => form.receivedHead?.test(line))),
  );
}

interface Open {
  readonly line: number;
  readonly method: string;
  readonly address: string;
  readonly startedMs: number;
  status?: number;
  hasBody?: true;
  /** The body of the request, if one line has all of it. */
  body?: string;
  readonly sent: string[];
  readonly received: string[];
}

class ClientLog {
  readonly #form: ClientLogForm;
  readonly #file: string;
  readonly #all: Open[] = [];
  /** The requests without a status. */
  #open: Open[] = [];
  #current: Open | undefined;
  /** Where the lines of a body go. */
  #part: 'sent' | 'received' = 'sent';
  readonly #problems: string[] = [];
  #ignored = 0;

  constructor(form: ClientLogForm, file: string) {
    this.#form = form;
    this.#file = file;
  }

  add(line: string, number: number): void {
    const { request, status, sentHead, receivedHead, sent, received, before, behind } = this.#form;
    const { method, address } = request.exec(line)?.groups ?? {};
    if (method !== undefined && address !== undefined)
      this.#begin({ line: number, method, address, startedMs: timeIn(line) });
    else if (status.test(line)) this.#end(status.exec(line)?.groups ?? {}, number);
    else if (sentHead?.test(line)) this.#part = 'sent';
    else if (receivedHead?.test(line)) this.#part = 'received';
    else if (this.#part === 'sent' && sent?.test(line)) this.#sent(sent.exec(line)?.[1] ?? '');
    else if (received?.test(line)) this.#current?.received.push(received.exec(line)?.[1] ?? '');
    else if (this.#current) this.#keep(this.#current, ownText(line, before, behind));
    else if (line.trim() !== '') this.#ignored++;
  }

  /** Spring prints the map of a form as `{To=[+12065550104], Body=[a]}`. */
  #sent(text: string): void {
    if (!this.#current) return;
    const fields = [...text.matchAll(/([\w.-]+)=\[([^\]]*)\]/g)];
    const pairs = fields.map(([, name = '', value = '']): [string, string] => [name, value]);
    this.#current.body = /^\{[\w.-]+=\[/.test(text) ? `${new URLSearchParams(pairs)}` : text;
    this.#current.hasBody = true;
  }

  #keep(current: Open, line: string): void {
    current[this.#part].push(line);
    if (this.#part === 'sent' && JSON_START.test(line)) current.hasBody = true;
  }

  /** Two handlers of one client print the same request. */
  #begin(found: Pick<Open, 'line' | 'method' | 'address' | 'startedMs'>): void {
    const last = this.#open.at(-1);
    const isRepeated = last && last === this.#all.at(-1) && isSame(last, found) && !last.hasBody;
    if (isRepeated) return;
    this.#current = { ...found, sent: [], received: [] };
    this.#all.push(this.#current);
    this.#open.push(this.#current);
    this.#part = 'sent';
  }

  /** A status without an address belongs to the only request that waits for one. */
  #end({ status, address }: Readonly<Record<string, string | undefined>>, number: number): void {
    // An interim answer, such as 100 Continue.
    if (status?.startsWith('1')) return;
    const waiting = this.#open.filter((one) => address === undefined || one.address === address);
    const [one, ...others] = waiting;
    if (!one) {
      // The second handler of a client prints the same status.
      if (this.#current?.status !== Number(status))
        this.#problems.push(`${this.#file}, line ${number}: the request of the status ${status} is not known`);
      return;
    }
    if (others.length > 0) {
      this.#problems.push(
        `${this.#file}, line ${number}: the status ${status} can belong to ${waiting.length} requests, and was not imported`,
      );
      this.#current = undefined;
      return;
    }
    one.status = Number(status);
    this.#open = this.#open.filter((open) => open !== one);
    this.#current = one;
    this.#part = 'received';
  }

  requests(credentials: LeftOutCredentials): FoundRequest[] {
    return this.#all.flatMap((one): FoundRequest[] => {
      const { line, method, status, startedMs } = one;
      const address = one.address.startsWith('/')
        ? `https://${hostIn(one.sent) ?? 'host.invalid'}${one.address}`
        : one.address;
      const place = `${this.#file}, line ${line}`;
      const [sent, received] = [bodyIn(one.sent, one.body), bodyIn(one.received)];
      const headers = Object.fromEntries(one.received.flatMap((text) => [headerIn(text.trim()) ?? []].filter(isPair)));
      const draft = { place, method, address, status, startedMs, headers, sent: sent.text, received: received.text };
      const request = requestOf(draft, credentials);
      if (!request) this.#problems.push(`${place} has a URL that is not valid`);
      const cut = [...('isCut' in sent ? ['request'] : []), ...(received.isCut ? ['response'] : [])];
      this.#ignored += sent.ignored + received.ignored;
      const problems = cut.map((part) => `the body of the ${part} is not complete JSON, and was not imported`);
      return request ? [{ ...request, ...(problems.length > 0 && { problems }) }] : [];
    });
  }

  problems(): readonly string[] {
    return [...this.#problems, ...ignoredNote(this.#file, this.#ignored)];
  }
}

/** A line without what the logger writes around it. */
function ownText(line: string, before: RegExp | undefined, behind: RegExp | undefined): string {
  const own = before ? line.replace(before, '') : line;
  return behind && own !== line ? own.replace(behind, '') : own;
}

const isSame = (one: Pick<Open, 'method' | 'address'>, other: Pick<Open, 'method' | 'address'>) =>
  one.method === other.method && one.address === other.address;

/** The host in the headers of a request. The end of a line can be written as `[\r][\n]`. */
const hostIn = (lines: readonly string[]): string | undefined =>
  lines.map((line) => /^Host: ([\w.-]+(?::\d+)?)/i.exec(line)?.[1]).find((one) => one !== undefined);

const JSON_START = /^\s*[{[]\s*(?:["{}\]]|$)/;

/** A form in one line. */
const FORM = /^\s*[\w.%[\]-]{1,100}=[^\s&]*(?:&[\w.%[\]-]{1,100}=[^\s&]*)*\s*$/;

const isPair = (found: readonly string[]): found is readonly [string, string] => found.length === 2;

/** What a client prints around a body: its headers, its size, and the end of the message. */
const isOfClient = (line: string): boolean =>
  headerIn(line.trim()) !== undefined || !/[a-z]{3}/i.test(line) || /\bEND\b|^\W*HTTP\/|\[\\[rn]\]/.test(line);

/** The JSON that begins on a separate line, and the number of lines around it that another logger printed. */
function bodyIn(lines: readonly string[], known?: string): { text?: string; isCut?: true; ignored: number } {
  const start = known === undefined ? lines.findIndex((line) => JSON_START.test(line)) : -1;
  const others = (rest: readonly string[]) => rest.filter((line) => !isOfClient(line)).length;
  if (start < 0) {
    const form = known ?? lines.find((line) => FORM.test(line))?.trim();
    const rest = lines.filter((line) => line.trim() !== form);
    return { ...(form !== undefined && { text: form }), ignored: others(rest) };
  }
  const rest = lines.slice(start).join('\n').trim();
  const text = leadingJson(rest);
  if (text === undefined) return { isCut: true, ignored: others(lines.slice(0, start)) };
  return { text, ignored: others(lines.slice(0, start)) + others(rest.slice(text.length).split('\n')) };
}
