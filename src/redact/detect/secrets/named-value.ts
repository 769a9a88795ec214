import { isCredentialName, isCredentialVariable } from '../credential-name.js';
import { nothing, whole } from '../shapes/shape.js';
import { canBeSecret, looksSecret } from './looks-secret.js';
import type { SecretShape } from './token-format.js';

const MAX_NAME = 48;
const MAX_VALUE = 4096;
/** `--token S`, `--token=S`, `--token "S"`, and `'--token', 'S'` as programs print the list of their arguments. */
const REST = new RegExp(
  `(?<name>[a-zA-Z][\\w-]{1,${MAX_NAME}})(?<sign>=|[ \\t]+|\\\\*["'][ \\t]*,\\s*(?=\\\\*["']))(?:(?<quote>\\\\*["'\`])(?<quoted>[^"'\`\\r\\n]{1,${MAX_VALUE}})\\k<quote>|(?<bare>[^\\s"'\`;|&<>()]{1,${MAX_VALUE}}))`,
  'y',
);
/** The option names the place of the value, or turns something off. */
const NOT_ITSELF = /(?:^no-|-(?:stdin|fd|env|cmd|command|from|ref|store)$)/;

/** An option whose name means a secret, of any program. */
export const LONG_OPTION: SecretShape<'whole'> = {
  pattern: '(?<![\\w-])--(?=[a-zA-Z])',
  heads: [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `--${letter}`),
  read({ text, end }) {
    REST.lastIndex = end;
    const { name = '', sign = '', quoted, bare, quote = '' } = REST.exec(text)?.groups ?? {};
    if (name === '' || !isSecretOption(name)) return nothing(end + name.length);
    const value = quoted ?? bare?.replace(/\\*[.,:]*$/, '') ?? '';
    const to = REST.lastIndex - (quoted === undefined ? (bare?.length ?? 0) - value.length : quote.length);
    const isLogin = /^(?:proxy-?)?user$|^auth$/i.test(name);
    const original = isLogin && value.includes(':') ? value.slice(value.indexOf(':') + 1) : value;
    // After a blank, the next word can belong to a sentence.
    const isCertain = sign === '=' || quoted !== undefined || (name === 'auth' && original !== value);
    const isSecret = isCertain ? canBeSecret(original) : looksSecret(original);
    return isSecret && !(isLogin && !value.includes(':') && !looksSecret(value)) && !original.startsWith('-')
      ? whole(to - original.length, to, original)
      : nothing(to);
  },
};

const isSecretOption = (name: string): boolean =>
  !NOT_ITSELF.test(name) &&
  !/^(?:keys?|pin|sig|signature|pass-?through)$/i.test(name) &&
  (/^(?:(?:proxy-?)?user|pat)$/i.test(name) || isCredentialName(name));

/** A variable before a command, as in `PGPASSWORD=S psql`. */
const ASSIGNED = /(?:(?<quote>\\*["'])(?<quoted>[^"'\r\n]{3,512})\k<quote>|(?<bare>[^\s"'`;|&<>()]{3,512}))/y;

export const VARIABLE: SecretShape<'value'> = {
  pattern: '(?:SS|RD|EN|ET|EY|WD|TH|AT|SE|LS|LT|ED)=',
  heads: 'SS= RD= EN= ET= EY= WD= TH= AT= SE= LS= LT= ED='.split(' '),
  read({ text, start, end }) {
    const [name = ''] =
      /(?<=^|[^A-Za-z0-9_]|\\[nrt])[A-Z][A-Z0-9_]*$/.exec(text.slice(Math.max(0, start - 64), end - 1)) ?? [];
    if (name === '' || !isCredentialVariable(name)) return nothing(end);
    ASSIGNED.lastIndex = end;
    const { quoted, bare = '', quote = '' } = ASSIGNED.exec(text)?.groups ?? {};
    const value = quoted ?? bare;
    if (!canBeSecret(value)) return nothing(end);
    const to = ASSIGNED.lastIndex - quote.length;
    return { parts: [{ part: 'value', original: value, start: to - value.length, end: to }], next: to };
  },
};
