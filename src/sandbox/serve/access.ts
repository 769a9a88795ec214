import { secretMatcher, type WireRequest } from '../../http/index.js';
import { forbidden, unauthorized } from '../respond/response.js';
import type { State } from '../state/state.js';
import { permissionsFor, permissionsOf } from '../subjects/api_tokens.js';

export type AccessCheck = (state: State, request: Pick<WireRequest, 'url' | 'headers'>) => void;

/** Accepts the account's token everywhere, and on the API also created tokens, within their permissions. */
export function accessWith(
  project: string,
  token: string,
  permissionsWith: (state: State, secret: string) => readonly string[] | undefined = permissionsOf,
): AccessCheck {
  const isAccount = secretMatcher(`Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`);
  return (state, { url, headers }) => {
    if (isAccount(headerOf(headers))) return;
    const path = new URL(url).pathname;
    const given = OWN_PATH.test(path) ? undefined : credentialsIn(headers);
    const permissions = given?.user === state.project ? permissionsWith(state, given.secret) : undefined;
    if (!permissions) throw unauthorized();
    const needed = permissionsFor(path);
    if (needed && !needed.some((one) => permissions.includes(one))) throw forbidden();
  };
}

/** Paths that belong to the sandbox, not to the simulated platform. */
const OWN_PATH = /^\/_patchbay(\/|$)/;

/** The user and the password of HTTP basic authentication. */
export function credentialsIn(headers: WireRequest['headers']): { user: string; secret: string } | undefined {
  const header = headerOf(headers);
  if (!header.startsWith('Basic ')) return undefined;
  const [user = '', ...secret] = Buffer.from(header.slice(6), 'base64').toString('utf8').split(':');
  return { user, secret: secret.join(':') };
}

/** The name of the scheme is case-insensitive (RFC 9110). */
const headerOf = ({ authorization = '' }: WireRequest['headers']): string =>
  authorization.replace(/^basic +/i, 'Basic ');
