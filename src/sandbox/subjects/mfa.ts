import { deliver } from '../control/inbox.js';
import { invalid, notFound } from '../respond/response.js';
import type { Handler, Subject } from '../respond/subject.js';
import { kind } from '../state/state.js';
import { segmentsOf } from './messages/segments.js';
import { mustBeNumber, mustBeOwn } from './own-number.js';

/**
 * A verification code. It is deleted when it was verified, and when a check finds it expired or without attempts left.
 */
interface Code {
  readonly id: string;
  readonly code: string;
  readonly expires_at: string;
  readonly attempts_left: number;
}

const allCodes = kind<Code>('mfa');

interface Request {
  readonly from?: string;
  readonly message?: string;
  readonly token_length?: number;
  readonly valid_for?: number;
  readonly max_attempts?: number;
  readonly allow_alphas?: boolean;
}

const DIGITS = '0123456789';
// Without I and O, which look like digits.
const ALPHAS = `${DIGITS}ABCDEFGHJKLMNPQRSTUVWXYZ`;

const send =
  (channel: 'sms' | 'call'): Handler =>
  ({ state, fields }) => {
    const to = mustBeNumber(fields.to, 'to');
    const {
      from,
      message = 'Your code is:',
      token_length = 6,
      valid_for = 3600,
      max_attempts = 3,
      allow_alphas = false,
    } = fields as Request;
    if (from !== undefined) mustBeOwn(state, from, 'from');
    if (valid_for < 1) throw invalid({ message: 'valid_for must be 1 or more', attribute: 'valid_for' });
    const code = state.ids.pick(token_length, allow_alphas ? ALPHAS : DIGITS);
    const text = `${message} ${code}`;
    if (segmentsOf(text) > 1)
      throw invalid({
        message: 'message and code must fit into one segment: 160 characters, or 70 with characters beyond GSM-7',
        attribute: 'message',
      });
    const expires_at = new Date(state.clock.now().getTime() + valid_for * 1000).toISOString();
    const { id } = allCodes(state).add({ id: state.ids.uuid(), code, expires_at, attempts_left: max_attempts });
    deliver(state, { to, channel, text, code });
    return { id, success: true, to, channel };
  };

export const mfa: Subject = {
  'mfa.sms': send('sms'),
  'mfa.call': send('call'),
  'mfa.verify': ({ state, words, fields }) => {
    const codes = allCodes(state);
    const asked = codes.get(words.request_id ?? '');
    if (!asked) throw notFound();
    const isOver = asked.attempts_left === 0 || asked.expires_at <= state.clock.now().toISOString();
    if (isOver) {
      codes.delete(asked.id);
      throw notFound();
    }
    const success = fields.token === asked.code;
    if (success) codes.delete(asked.id);
    else codes.replace({ ...asked, attempts_left: asked.attempts_left - 1 });
    return { success };
  },
};
