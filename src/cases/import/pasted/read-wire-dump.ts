import type { FoundRequest, Importer, ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { exchangesIn } from '../read-verbose.js';

// What set_debug_output of Ruby and the debug level of Python's http.client print: a text with escapes in each line.
const SENT = /^(?:<- |send: b?)(["'].*["'])\s*$/;
const RECEIVED = /^(?:-> |reply: )(["'].*["'])\s*$/;
const HEADER = /^header: (.*)$/;

/** Reads the bytes that Ruby's net/http and Python's http.client print. */
export const wireDump: Importer = {
  name: 'wire-dump',
  title: 'a debug output of net/http or http.client',
  summary: 'the debug output of net/http in Ruby and http.client in Python',
  accepts: (text) => text.split(/\r?\n/, 5000).some((line) => /HTTP\/[\d.]+\\r\\n/.test(line) && SENT.test(line)),
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    let isHead = true;
    const lines = text.split(/\r?\n/).flatMap((line, i) => {
      const written = (mark: string, all: string) => {
        if (/^["'](?:[A-Z]+ \S+ )?HTTP\//.test(all)) isHead = true;
        return plainText(all)
          .replace(/\n$/, '')
          .split('\n')
          .flatMap((one) => {
            const plain = one.replace(/\r$/, '');
            const isBody = !isHead;
            if (plain === '') isHead = false;
            return { text: isBody ? plain : `${mark} ${plain}`.trim(), number: i + 1 };
          });
      };
      const [, sent] = SENT.exec(line) ?? [];
      const [, received] = RECEIVED.exec(line) ?? [];
      const [, header] = HEADER.exec(line) ?? [];
      if (sent !== undefined) return written('>', sent);
      if (received !== undefined) return written('<', received);
      return header === undefined ? [] : [{ text: `< ${header}`, number: i + 1 }];
    });
    const scheme = /\bopening connection to \S+:80\b/.test(text) ? 'http' : 'https';
    const requests: FoundRequest[] = exchangesIn(
      lines.map((one) => one.text),
      { scheme, credentials, placeOf: (index) => `${file}, line ${lines[index]?.number ?? 1}` },
    );
    return { requests, problems: [], credentials: credentials.values };
  },
};

const ESCAPES: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t' };

const plainText = (quoted: string): string =>
  quoted.slice(1, -1).replace(/\\(.)/g, (_, char: string) => ESCAPES[char] ?? char);
