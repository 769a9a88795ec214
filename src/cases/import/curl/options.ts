// The options of curl, from its documented command line. `value` options take the next word; the others take none.

const WITH_VALUE =
  'A:user-agent b:cookie c:cookie-jar C:continue-at d:data D:dump-header e:referer E:cert F:form h:- H:header K:config m:max-time o:output P:ftp-port Q:quote r:range t:telnet-option T:upload-file u:user U:proxy-user w:write-out x:proxy X:request y:speed-time Y:speed-limit z:time-cond';

const LONG_WITH_VALUE = [
  'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to cookie',
  'cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode delegation dns-interface',
  'dns-servers doh-url dump-header ech engine etag-compare etag-save expect100-timeout form form-string header hostpubmd5',
  'hsts interface ip-tos ipfs-gateway json keepalive-time key key-type limit-rate local-port login-options max-filesize',
  'max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass pinnedpubkey preproxy proto',
  'proto-default proto-redir proxy proxy-header proxy-user range rate referer request request-target resolve retry',
  'retry-delay retry-max-time socks4 socks4a socks5 socks5-hostname speed-limit speed-time stderr time-cond tls-max',
  'tls13-ciphers trace trace-ascii unix-socket upload-file url url-query user user-agent variable vlan-priority write-out',
].flatMap((line) => line.split(' '));

const SHORT = new Map(
  WITH_VALUE.split(' ')
    .map((pair) => [pair[0] as string, pair.slice(2)] as const)
    .filter(([, long]) => long !== '-'),
);
const LONG: ReadonlySet<string> = new Set(LONG_WITH_VALUE);

/** Short options without a value that change the request. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['G', 'get'],
  ['I', 'head'],
  ['k', 'insecure'],
  [':', 'next'],
]);

export interface CurlOption {
  /** The long name, or `url` for a word that is not an option. */
  readonly name: string;
  readonly value: string;
}

/** Reads the words after `curl`. Throws in words if an option lacks its value. */
export function curlOptions(words: readonly string[]): CurlOption[] {
  const options: CurlOption[] = [];
  let isOver = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const next = (name: string): string => {
      const value = words[++i];
      if (value === undefined) throw new Error(`the option ${name} of curl lacks its value`);
      return value;
    };
    if (isOver || word === '-' || !word.startsWith('-')) options.push({ name: 'url', value: word });
    else if (word === '--') isOver = true;
    else if (word.startsWith('--')) {
      const [, name = '', value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
      options.push({ name, value: LONG.has(name) ? (value ?? next(word)) : '' });
    } else options.push(...shortOptions(word, next));
  }
  return options;
}

/** `-sXPOST` is `-s -X POST`. */
function shortOptions(word: string, next: (name: string) => string): CurlOption[] {
  const options: CurlOption[] = [];
  for (let index = 1; index < word.length; index++) {
    const letter = word[index] as string;
    const name = SHORT.get(letter);
    if (name === undefined) {
      options.push({ name: FLAGS.get(letter) ?? letter, value: '' });
      continue;
    }
    const rest = word.slice(index + 1);
    options.push({ name, value: rest === '' ? next(`-${letter}`) : rest });
    return options;
  }
  return options;
}
