import { methodsAt } from '../../../client/index.js';
import { isOfPlatform } from '../../operation-in.js';
import { isTemplate } from '../logs/log-forms.js';

/** A request that a line names, in any form. */
export interface Mention {
  readonly kind: 'mention';
  /** The index of the line. */
  readonly line: number;
  readonly at: number;
  readonly end: number;
  readonly method: string | undefined;
  /** The address is in the value of a field that resources have: a link, not a request. */
  readonly isWeak: boolean;
  /** An URL, or a path that begins with a slash. */
  readonly address: string;
  readonly path: string;
  readonly isPlatform: boolean;
}

const METHODS = 'GET|POST|PUT|PATCH|DELETE|HEAD';
/** The method directly before the address, with marks, an arrow or the call of a client between them. */
const BEFORE = new RegExp(
  `(?:^|[^A-Za-z])(${METHODS})(?:["'\`)\\]:=>,|\\s.(\\[<-]|\\b(?:to|https?|uri|url|path|HTTP/[\\d.]+)\\b){1,24}$`,
  'i',
);
const BEHIND = new RegExp(`^["'\`)\\]]{0,2}[\\s,;|:(\\[-]{1,6}["'\`]?(${METHODS})\\b`);
const NAMED = new RegExp(
  `(?:\\b(?:http[_.-]?)?(?:request[_.-]?)?(?:method|verb)["']?[\\s:=>"'({]{1,8}(?:HttpMethod\\(value=)?|(?:^|\\s)(?:-X|--request|-Method)\\s?["']?)(${METHODS})\\b`,
  'i',
);
const WORD = new RegExp(`(?:^|[^\\w/-])(${METHODS})(?![\\w/-])`, 'g');

/** The method that a text names as a field or an option, or alone in capitals. Undefined if it has several. */
export function methodIn(text: string): string | undefined {
  const named = NAMED.exec(text)?.[1];
  if (named !== undefined) return named.toUpperCase();
  const words = new Set([...text.matchAll(WORD)].map(([, word]) => word));
  const [word, ...others] = words;
  return others.length > 0 ? undefined : word;
}

const SPLIT = /[\s"'`<>()[\]|,;=\\^]/;
const MAX_LEFT = 300;
const MAX_ADDRESS = 2000;
/** A link of a resource or a page. */
const LINK =
  /["']?\b(?:self|first|next|prev|previous|last|more_info|\w{1,20}_next|next_page_uri|first_page_uri|previous_page_uri|[a-z_]+_uri|recordings|media|call_request_url|url_of\w*)["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?$/i;
export const DOCUMENTED = /^https?:\/\/(?:docs?|developers?|support|help|status)\./i;

/** The requests that a line names. Paths of documentation and of tables of routes are left out. */
export function mentionsIn(plain: string, line: number): Mention[] {
  const found: Mention[] = [];
  let named: { readonly method: string | undefined } | undefined;
  const methodOfLine = () => {
    named ??= { method: methodIn(plain.slice(0, MAX_LOOK)) };
    return named.method;
  };
  let from = 0;
  for (
    let at = plain.indexOf('/api/', from);
    at >= 0 && found.length < MAX_MENTIONS;
    at = plain.indexOf('/api/', from)
  ) {
    let start = at;
    while (start > from && at - start < MAX_LEFT && !SPLIT.test(plain[start - 1] as string)) start--;
    let end = at + 1;
    while (end < plain.length && end - at < MAX_ADDRESS && !/[\s"'`<>|\\^]/.test(plain[end] as string)) end++;
    from = end;
    const whole = plain.slice(start, end);
    const scheme = whole.search(/https?:\/\//i);
    const first = scheme > 0 ? scheme : scheme < 0 ? whole.indexOf('/') : 0;
    const address = withoutMarks(whole.slice(first)) + (READS.test(plain) ? queryBehind(plain, end) : '');
    const mention = mentionOf(address, { plain, start: start + first, line, methodOfLine });
    if (mention) found.push(mention);
  }
  // A table of routes or a manual names paths of the platform too. They are not requests.
  return from > 0 ? found : othersIn(plain, line);
}

const MAX_MENTIONS = 50;

const READS = /\b(?:GET|HEAD|DELETE)\b/;

/** Some servers write the query in a separate column, without its question mark. */
function queryBehind(plain: string, end: number): string {
  const [, query] =
    /^ ([\w.-]{1,60}=[^\s&"']*(?:&[\w.-]{1,60}=[^\s&"']*)+)(?= )/.exec(plain.slice(end, end + MAX_ADDRESS)) ?? [];
  return query === undefined ? '' : `?${query}`;
}

/** The marks of a sentence behind an address, and brackets that it does not open. */
function withoutMarks(address: string): string {
  const cut = /[,;]|[)\]}](?=[,;.:]|$)/.exec(address);
  const own = cut && !/[([{]/.test(address.slice(0, cut.index)) ? address.slice(0, cut.index) : address;
  let end = own.length;
  while (end > 0 && '.,:;!?…*_'.includes(own[end - 1] as string)) end--;
  return own.slice(0, end);
}

interface At {
  /** The method that the line names, not beside an address. */
  readonly methodOfLine: () => string | undefined;
  readonly plain: string;
  readonly start: number;
  readonly line: number;
}

function mentionOf(address: string, { plain, start, line, methodOfLine }: At): Mention | undefined {
  const url = address.startsWith('/') ? `https://host.invalid${address}` : address;
  if (isTemplate(address) || /[{}<>*]|\.\.\.|…/.test(address) || DOCUMENTED.test(address)) return undefined;
  if (!URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  const path = pathname.slice(pathname.indexOf('/api/'));
  const isPlatform = isOfPlatform(path);
  const end = Math.min(start + address.length, plain.length);
  const before = plain.slice(Math.max(0, start - 60), start);
  const own = (BEFORE.exec(before)?.[1] ?? BEHIND.exec(plain.slice(end, end + 20))?.[1])?.toUpperCase();
  const isWeak =
    own === undefined &&
    (LINK.test(before) ||
      (/\buri["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?$/i.test(before) &&
        address.startsWith('/') &&
        !NAMED.test(plain.slice(0, MAX_LOOK))));
  if (isPlatform && /^\/api\/(?:relay\/rest|[\w-]+)\/?$/.test(path)) return undefined;
  const [only, ...more] = isPlatform ? methodsAt(path) : [];
  const method = own ?? methodOfLine() ?? (more.length === 0 ? only : undefined);
  return { kind: 'mention', line, at: start, end, method, isWeak, address, path: pathname, isPlatform };
}

const MAX_LOOK = 20_000;

/** A request to another server, which is not of the platform: its method is beside its address. */
const OTHER = new RegExp(
  `(?:^|[^A-Za-z/])(${METHODS})["'\`)\\]:=>,|\\s(\\[<-]{1,8}(https?://[^\\s"'\`<>|\\\\]{1,500}|/[^\\s"'\`<>|\\\\]{0,500})`,
  'gi',
);
const ADDRESS =
  /(?:^(?=[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}\/)|[a-z][a-z+-]{1,20}:\/\/|(?<=\b(?:host|hostname|server_name|domain|identifier|authority)["']?\s?[:=]\s?["']?)(?=[\w-]+\.[\w.-]*[a-z]))[\w.-]+(?::\d+)?(?:\/[^\s"'`<>|\\)\]},]{0,500})?/gi;

function othersIn(plain: string, line: number): Mention[] {
  const requests = [...plain.matchAll(OTHER)].map((one): Mention => {
    const [all, method = '', address = ''] = one;
    const at = one.index + all.length - address.length;
    return other({ line, at, method: method.toUpperCase(), address: withoutMarks(address), isWeak: false });
  });
  if (requests.length > 0) return requests;
  const method = NAMED.exec(plain.slice(0, MAX_LOOK))?.[1]?.toUpperCase();
  return [...plain.matchAll(ADDRESS)].slice(0, MAX_MENTIONS).map((one) =>
    other({
      line,
      at: one.index,
      method,
      address: one[0],
      isWeak: method === undefined && !isLabelled(plain, one.index),
    }),
  );
}

/** `Resource URL: https://…` alone in a line is the address of what the lines around it report. */
const isLabelled = (plain: string, at: number): boolean =>
  /^\W{0,4}(?:[A-Za-z]{1,12} ){0,2}(?:url|uri|endpoint|target)\W{1,4}$/i.test(plain.slice(0, Math.min(at, 60)));

const other = (one: Pick<Mention, 'line' | 'at' | 'method' | 'address' | 'isWeak'>): Mention => ({
  ...one,
  kind: 'mention',
  end: one.at + one.address.length,
  path: URL.canParse(one.address) ? new URL(one.address).pathname : one.address,
  isPlatform: false,
});
