import { createHash } from 'node:crypto';
import type { State } from '../../state.js';
import { wrongValue } from '../refusals.js';

/** What a token says of itself. */
export interface Claims {
  readonly kind: 'subscriber' | 'refresh' | 'guest' | 'invite' | 'embed';
  /** Unix time. */
  readonly exp: number;
  readonly [claim: string]: unknown;
}

export const unixNow = (state: State) => Math.floor(state.clock.now().getTime() / 1000);

/** A token that looks like the platform's and works nowhere else: in place of a signature stands what it is. */
export function tokenOf(state: State, claims: Claims): string {
  const head = { alg: 'none', typ: 'JWT' };
  const body = { iss: 'sandbox', project_id: state.project, iat: unixNow(state), jti: state.ids.uuid(), ...claims };
  const text = [head, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${mark(state, text)}`;
}

/** What a token of this sandbox says; anything else is refused. */
export function claimsOf(state: State, token: string, attribute: string): Claims {
  const [head = '', body = '', end] = token.split('.');
  if (end !== mark(state, `${head}.${body}`)) throw wrongValue(attribute, 'is not a token of this project');
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
}

/** No signature, but enough to tell a slip of the pen. */
const mark = ({ project }: State, text: string) =>
  `sandbox-not-a-signature-${createHash('sha256').update(`${project}.${text}`).digest('base64url').slice(0, 12)}`;
