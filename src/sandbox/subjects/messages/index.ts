import type { Handlers } from '../../respond/handler.js';
import type { State } from '../../state/state.js';
import { compatMessages } from './compat.js';
import { addMessage } from './message.js';
import { nativeMessages } from './native.js';

export const messages: Handlers = { ...compatMessages, ...nativeMessages };

export function seedMessages(state: State): void {
  const support = '+12065550101';
  const customer = '+16175550111';
  const other = '+13125550133';
  const inbound = (from: string, body: string, media_urls: readonly string[] = []) => {
    const message = { from, to: support, body, media_urls, source: 'laml' } as const;
    addMessage(state, { ...message, direction: 'inbound', status: 'received' });
    state.clock.advance(240);
  };
  const outbound = (to: string, body: string, outcome: Partial<Parameters<typeof addMessage>[1]> = {}) => {
    const sent_at = state.clock.now().toISOString();
    const message = { from: support, to, body, sent_at, source: 'laml' } as const;
    addMessage(state, { ...message, direction: 'outbound', status: 'delivered', ...outcome });
    state.clock.advance(900);
  };
  inbound(customer, 'Hi, my order 1042 has not come yet. Can you see where it is?');
  outbound(customer, 'It left our house this morning and should be with you tomorrow before noon.');
  inbound(other, 'One of the cups is broken', ['https://example.com/photos/cup.jpg']);
  outbound(other, 'We are sorry! A new one is on its way.', { source: 'realtime_api' });
  outbound('+15125550187', 'Your appointment is on Thursday at 10.', {
    status: 'undelivered',
    error: { code: '30003', message: 'Unreachable destination handset' },
  });
}
