import type { State } from '../../state/state.js';
import { type Message, sendMessage } from '../../subjects/messages/message.js';
import { isE164 } from '../../subjects/own-number.js';

interface Text {
  readonly from: string;
  readonly to: string;
  readonly body: string | null;
  readonly media_urls?: readonly string[];
  readonly status_callback?: string | null;
  readonly source: Message['source'];
  /** Sent by a document of a call, whose status callbacks are shorter. */
  readonly from_call?: true;
}

const MAX_TEXT = 1600;

type Sent =
  | { readonly message: Message }
  | { readonly problem: string; readonly field: 'to' | 'from' | 'media' | 'body' | 'length' };

/** Sends a message from a document, or returns why the platform refuses it. */
export function sendText(state: State, text: Text, maxMedia = 8): Sent {
  const { to, from, body, media_urls = [] } = text;
  const { length } = body ?? '';
  const count = media_urls.length;
  if (!isE164(to)) return { field: 'to', problem: `to must be a number in E.164, but it is ${to}` };
  if (!isE164(from)) return { field: 'from', problem: `from must be a number in E.164, but it is ${from}` };
  if (count > maxMedia) return { field: 'media', problem: `there are ${count} media; the limit is ${maxMedia}` };
  if (length === 0 && count === 0) return { field: 'body', problem: 'a message requires a text or media' };
  if (length > MAX_TEXT) return { field: 'length', problem: `the text has ${length} characters; the limit is 1,600` };
  return { message: sendMessage(state, text) };
}
