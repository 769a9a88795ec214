import { isLoopbackHost } from '../../http/index.js';
import { secretCutter } from '../../redact/index.js';

export interface Credentials {
  readonly project: string;
  readonly token: string;
  /** Scheme and host, without a slash at the end. */
  readonly base: string;
}

export const CREDENTIAL_VARIABLES = {
  project: 'PLATFORM_PROJECT_ID',
  token: 'PLATFORM_API_TOKEN',
  host: 'PLATFORM_SPACE',
} as const;

/** Returns the credentials from the options or else from the environment. The error lists all missing values. */
export function credentialsFrom(
  given: { project?: string | undefined; token?: string | undefined; host?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): Credentials {
  const found = (name: 'project' | 'token' | 'host') => {
    const value: unknown = given[name] || env[CREDENTIAL_VARIABLES[name]] || '';
    if (typeof value !== 'string') throw new TypeError(`${name} must be a string, not ${typeof value}`);
    return value;
  };
  const missing = (['project', 'token', 'host'] as const).filter((name) => found(name) === '');
  if (missing.length > 0) {
    const names = missing.map((name) => `${name} (or ${CREDENTIAL_VARIABLES[name]})`).join(', ');
    throw new TypeError(`RestClient requires ${names}`);
  }
  if (found('project') === '.' || found('project') === '..') throw new TypeError('project must be an id, not a dot');
  try {
    return { project: found('project'), token: found('token'), base: baseOf(found('host')) };
  } catch (error) {
    throw new TypeError(secretCutter([found('token')]).text((error as Error).message));
  }
}

/** Parses a host name or a URL. Plain HTTP is for loopback only, because it would send the token unencrypted. */
function baseOf(host: string): string {
  const wrong = (why: string) =>
    new TypeError(`host ${JSON.stringify(host)} ${why}; pass the host name of the space, such as example.space.com`);
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(host) ? host : `https://${host}`);
  } catch {
    throw wrong('is not a host name');
  }
  if (url.username || url.password)
    throw new TypeError('host must not contain a user name or a password; pass only the host name');
  if (url.pathname !== '/' || url.search || url.hash) throw wrong('contains more than a host name');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    throw wrong(`cannot be reached over ${url.protocol}//`);
  return url.origin;
}
