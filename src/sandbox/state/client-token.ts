import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../http/index.js';
import type { State } from './state.js';

/** Creates a client token in the format of the platform: readable claims, signed with the account token as key. */
export function clientToken(state: State, type: string, claims: object, seconds?: number): string {
  const iat = unixNow(state);
  const life = seconds === undefined ? {} : { exp: iat + seconds };
  const head = { alg: 'HS256', typ: type };
  const body = { iat, ...life, jti: state.ids.uuid(), project_id: state.project, ...claims };
  const text = [head, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${signature(state, text)}`;
}

/** Returns the claims of a token; undefined if the sandbox did not sign it. */
export function claimsOf(state: State, token: string): Record<string, unknown> | undefined {
  const [head = '', body = '', signed] = token.split('.');
  if (!isSameSecret(signed ?? '', signature(state, `${head}.${body}`))) return undefined;
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
}

export const unixNow = (state: State) => Math.floor(state.clock.now().getTime() / 1000);

const signature = (state: State, text: string) => createHmac('sha256', state.token).update(text).digest('base64url');
