import { createHmac } from 'node:crypto';
import type { State } from './state.js';

/** A token for a client, as the platform's look: claims that can be read, signed with a key that nobody else has. */
export function clientToken(state: State, type: string, claims: object, seconds?: number): string {
  const iat = Math.floor(state.clock.now().getTime() / 1000);
  const life = seconds === undefined ? {} : { exp: iat + seconds };
  const head = { alg: 'HS256', typ: type };
  const body = { iat, ...life, jti: state.ids.uuid(), project_id: state.project, ...claims };
  const text = [head, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', state.token).update(text).digest('base64url')}`;
}
