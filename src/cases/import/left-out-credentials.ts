import { isCredentialName, isPlaceholder, KnownSecrets } from '../../redact/index.js';
import { attempt } from '../../util/index.js';

/**
 * The credentials that an importer leaves out of the requests. They are known secrets for the whole case, because a
 * body, a URL or a script can repeat them.
 */
export class LeftOutCredentials {
  readonly #secrets = new KnownSecrets();

  /** Long enough to be looked for in any text. Variables such as `$TOKEN` are not credentials. */
  get values(): readonly string[] {
    return this.#secrets.known.filter((value) => !isPlaceholder(value));
  }

  /** Learns the value of a header, if its name is that of a credential. A session cookie has no such name. */
  header(name: string, value: string): void {
    if (!isCredentialName(name) || /^(?:set-)?cookie$/i.test(name)) return;
    this.#secrets.add(value);
    // Editors encode the user and the password of such a header themselves.
    const [, user, password] = /^Basic\s+([^\s:]+)(?::|\s+)(\S+)$/i.exec(value) ?? [];
    if (user !== undefined && password !== undefined) this.login(`${user}:${password}`);
  }

  /** Learns the password of `user:password`. Without a password, the user can be a token. */
  login(text: string): void {
    const at = text.indexOf(':');
    const [user, password] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    if (password !== '') this.#secrets.add(password);
    else if (user.length >= LEAST_TOKEN && /\d/.test(user)) this.#secrets.add(user);
  }

  /** Learns the user and the password in an address. */
  address(address: string): void {
    const url = attempt(() => new URL(address));
    if (!url || url.username + url.password === '') return;
    const login = `${url.username}:${url.password}`;
    this.login(login);
    this.login(attempt(() => decodeURIComponent(login)) ?? login);
  }
}

/** User names are shorter, or contain no digit. */
const LEAST_TOKEN = 12;
