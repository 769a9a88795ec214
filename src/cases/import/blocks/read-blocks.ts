import { jsonOf } from '../../../util/index.js';
import { requestOf } from '../draft-request.js';
import { type FoundRequest, headerIn, type Importer, ignoredNote, type ReadInput } from '../found-request.js';
import { leadingJson } from '../json-spans.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { timeIn } from '../logs/log-forms.js';
import { type BlockLine, blockLine, startIn, withoutMark } from './block-lines.js';

/**
 * Reads the blocks in which HTTP clients print an exchange: a line with the method and the address, labels, headers and
 * bodies, and a line with the status. It knows the marks of the lines, and no client.
 */
export const blocks: Importer = {
  name: 'blocks',
  title: 'blocks of an HTTP client',
  summary:
    'blocks with labels or arrows for a request and its response, such as those of Feign, resty, Ktor, Dio, Tesla, httr2 and LWP',
  accepts(text, file) {
    const found = blocksIn(text.slice(0, MAX_LOOK), file);
    // A longer text is read as a whole.
    return found.isMarked && (text.length > MAX_LOOK || read(found));
  },
  read: (text, file) => read(blocksIn(text, file)),
};

function blocksIn(text: string, file: string): Blocks {
  const found = new Blocks(file);
  for (const line of text.split(/\r?\n/)) found.add(line);
  return found;
}

function read(found: Blocks): ReadInput {
  const credentials = new LeftOutCredentials();
  const requests = found.requests(credentials);
  return { requests, problems: found.problems(), credentials: credentials.values };
}

const MAX_LOOK = 2 ** 18;

interface Part {
  readonly headers: Map<string, string>;
  readonly lines: string[];
  /** Whether a line is not blank. Headers are only before it. */
  hasText: boolean;
  readonly form: [string, string][];
}

interface Block {
  readonly number: number;
  readonly startedMs: number;
  /** What the logger prints before each line. */
  readonly words: string;
  readonly label: string | undefined;
  /** Only the plain lines of a message begin it. */
  readonly isPlain: boolean;
  method: string | undefined;
  address: string | undefined;
  host: string | undefined;
  status: number | undefined;
  /** The status is a number alone in its line. */
  isBareStatus: boolean;
  part: 'sent' | 'received';
  /** A label, an arrow or a table: more than the lines of a message. */
  isMarked: boolean;
  readonly sent: Part;
  readonly received: Part;
}

const newPart = (): Part => ({ headers: new Map(), lines: [], hasText: false, form: [] });

function addTo(part: Part, line: string): void {
  part.lines.push(line);
  part.hasText ||= line.trim() !== '';
}

class Blocks {
  readonly #file: string;
  readonly #all: Block[] = [];
  readonly #problems: string[] = [];
  #current: Block | undefined;
  #number = 0;
  #ignored = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Whether a block with a status has marks that other readers do not know. */
  get isMarked(): boolean {
    return this.#all.some(
      ({ method, address, status, label, isMarked }) =>
        status !== undefined && address !== undefined && isMarked && (label === undefined || method !== undefined),
    );
  }

  add(line: string): void {
    this.#number++;
    const current = this.#current;
    const own = current && ownText(line, current.words);
    const start = startIn(own ?? line);
    if (start && !(current && own !== undefined && this.#isOf(current, start.found)))
      this.#begin(line, startIn(line) ?? start);
    else if (current && own !== undefined) this.#continue(current, own);
    else if (line.trim() !== '') this.#ignored++;
  }

  /** A heading, or the message below a heading or a line with its result, begins no other request. */
  #isOf(current: Block, { method, address, label }: BlockLine & { is: 'request' }): boolean {
    // In a block, a name before an address is a part of it, unless it begins each of these records.
    if (label !== undefined && current.address !== undefined)
      return current.label !== label || current.status === undefined;
    const isEmpty = current.sent.lines.length + current.received.lines.length === 0;
    if (address === undefined && method === undefined) return isEmpty && current.address !== undefined;
    if (current.address !== undefined) return false;
    [current.method, current.address] = [method ?? current.method, address];
    return true;
  }

  #begin(line: string, { before, found, isPlain }: NonNullable<ReturnType<typeof startIn>>): void {
    const block: Block = {
      ...{ number: this.#number, startedMs: timeIn(line), words: wordsOf(before), label: found.label, isPlain },
      ...{ method: found.method, address: found.address, host: undefined, status: found.status, isBareStatus: false },
      ...{ part: 'sent', isMarked: !isPlain, sent: newPart(), received: newPart() },
    };
    if (found.sent !== undefined) addTo(block.sent, String(jsonOf(found.sent) ?? ''));
    this.#all.push(block);
    this.#current = block;
  }

  #continue(current: Block, line: string): void {
    const found = blockLine(line);
    const part = current[current.part];
    if (!found || found.is === 'request') this.#keep(current, line);
    else if (found.is === 'status') this.#answer(current, found, line);
    else if (found.is === 'method') current.method ??= found.value;
    else if (found.is === 'address') current.address ??= found.value;
    else if (found.is === 'host') current.host ??= found.value;
    else if (found.is === 'form') {
      if (current.part === 'sent' && !/^value$/i.test(found.value)) part.form.push([found.name, found.value]);
      current.isMarked = true;
    } else if (found.is === 'part') {
      current.part = found.part;
      current.isMarked = true;
      if (found.rest !== undefined) addTo(current[found.part], found.rest);
    }
  }

  #answer(current: Block, { status, isBare }: BlockLine & { is: 'status' }, line: string): void {
    // An interim answer, such as 100 Continue.
    if (status < 200) return;
    // A number alone can also be a size: a status line decides.
    if (isBare && current.status !== undefined) return;
    if (current.isBareStatus) current.status = undefined;
    current.isBareStatus = isBare === true;
    if (current.status !== undefined && current.status !== status)
      this.#problems.push(`${this.#file}, line ${this.#number}: the request of the status ${status} is not known`);
    current.status ??= status;
    current.part = 'received';
    if (!/^(?:< )?HTTP\//.test(line.trim())) current.isMarked = true;
  }

  #keep(current: Block, line: string): void {
    const text = withoutMark(line);
    const part = current[current.part];
    const header = part.hasText ? undefined : headerIn(text.trim());
    if (header && /^(?:body|data|payload)$/.test(header[0]) && /^[{[]/.test(header[1])) addTo(part, header[1]);
    else if (header && HEADER.test(header[0])) {
      part.headers.set(...header);
      // In the lines of curl itself, headers have the mark too.
      if (current.isPlain && current.part === 'sent' && current.address?.startsWith('/'))
        current.isMarked ||= isBare(line);
    } else if (!header) addTo(part, text);
  }

  requests(credentials: LeftOutCredentials): FoundRequest[] {
    return this.#all.flatMap((one): FoundRequest[] => {
      for (const part of [one.sent, one.received])
        for (const [name, value] of part.headers) credentials.header(name, value);
      const place = `${this.#file}, line ${one.number}`;
      const { method, status, startedMs } = one;
      const address = one.address?.startsWith('/')
        ? `https://${one.host ?? 'host.invalid'}${one.address}`
        : one.address;
      if (method === undefined || address === undefined) {
        this.#problems.push(`${place}: the block has no method or no address`);
        return [];
      }
      const [sent, received] = [this.#bodyOf(one.sent, place), this.#bodyOf(one.received, place)];
      const type = one.sent.headers.get('content-type');
      const headers = Object.fromEntries(one.received.headers);
      const draft = { place, method, address, type, sent, status, received, headers, startedMs };
      const request = requestOf(draft, credentials);
      if (!request) this.#problems.push(`${place} has a URL that is not valid`);
      return request ? [request] : [];
    });
  }

  /** JSON, a form in one line, or the rows of a table. Other words are not a body. */
  #bodyOf({ lines, form, headers }: Part, place: string): string | undefined {
    if (form.length > 0) return `${new URLSearchParams(form)}`;
    const plain = lines.map((one) => one.trim()).filter((one) => one !== '');
    const start = plain.findIndex((one) => /^[{["]/.test(one));
    const first = plain[start] ?? '';
    const text =
      start < 0 ? undefined : (leadingJson(plain.slice(start).join('\n')) ?? (isJsonText(first) ? first : undefined));
    const pairs = plain.findIndex((one) => FORM.test(one));
    const body = text ?? (pairs < 0 ? undefined : plain[pairs]);
    const isDeclared = Number(headers.get('content-length') ?? 0) > 0 || start >= 0;
    if (body === undefined && isDeclared)
      this.#problems.push(`${place}: a body that is not JSON or a form was not read`);
    this.#ignored += plain.length - (body?.split('\n').length ?? 0);
    return body;
  }

  problems(): string[] {
    return [...this.#problems, ...ignoredNote(this.#file, this.#ignored)];
  }
}

const HEADER =
  /^(?:accept|authorization|content-|date|retry-after|user-agent|www-|x-|server|location|connection|cookie|set-cookie|via|access-|origin|referer|cache-|etag|vary|transfer-)/;
const FORM = /^[\w.[\]%-]{1,100}=[^\s&]*(?:&[\w.[\]%-]{1,100}=[^\s&]*)*$/;
/** JSON that was encoded twice is a text in JSON. */
const isJsonText = (line: string): boolean => line.startsWith('"') && typeof jsonOf(line) === 'string';
const isBare = (line: string): boolean => !/^\s*[<>-]/.test(line);

/** The last word before a message, which each line of the block has: `[VoiceApi#createQueue] `. */
function wordsOf(before: string): string {
  const [, word = ''] = /(?:^|\s)((?:\S\s+)?\S+\s+|\S\s+)$/.exec(before) ?? [];
  return /[:\])>|]\s+$/.test(word) ? (/\S+\s+$/.exec(word)?.[0] ?? '') : '';
}

/** The text behind the words of the logger. Undefined if the line has other words: another program wrote it. */
function ownText(line: string, words: string): string | undefined {
  if (words === '') return line;
  const index = line.slice(0, MAX_BEFORE).indexOf(words.trimEnd());
  return index < 0 ? undefined : line.slice(index + words.trimEnd().length).replace(/^ /, '');
}

const MAX_BEFORE = 400;
