import { catchUp } from './catch-up.js';
import type { State } from './state.js';
import { startCall } from './subjects/calls.js';
import { furnishDocuments } from './subjects/datasphere/index.js';
import { furnishFaxes } from './subjects/faxes/index.js';
import { furnishMessages } from './subjects/messages/index.js';
import { addNumber, changeNumber } from './subjects/phone_numbers.js';
import { enqueue, makeQueue } from './subjects/queues.js';
import { furnishRegistry } from './subjects/registry/index.js';
import { furnishVerifiedCaller } from './subjects/verified_callers.js';
import { furnishVideo } from './subjects/video/index.js';
import { furnishWhatsApp } from './subjects/whatsapp.js';

/** A small company as it might be found: numbers in several routings, and people waiting in line. */
export function furnish(state: State): void {
  const number = (digits: string, settings: Record<string, unknown>) => {
    changeNumber(state, addNumber(state, digits), settings);
    state.clock.advance(3600);
  };
  number('+12065550100', {
    name: 'Front desk',
    call_handler: 'relay_script',
    call_relay_script_url: 'https://example.com/front-desk.json',
  });
  number('+12065550101', {
    name: 'Support',
    call_handler: 'laml_webhooks',
    call_request_url: 'https://example.com/support.xml',
    call_request_method: 'POST',
  });
  number('+14155550120', { name: 'Agents', call_handler: 'relay_topic', call_relay_topic: 'agents' });
  number('+18005550199', { name: 'Orders', call_handler: 'relay_application', call_relay_application: 'orders' });
  number('+12125550142', { name: 'Spare' });

  const waiting = (queue: ReturnType<typeof makeQueue>, callers: readonly string[]) =>
    callers.reduce((line, from) => {
      const { id } = startCall(state, { from, to: '+12065550101', direction: 'inbound', url: null });
      state.clock.advance(20);
      return enqueue(state, line, id);
    }, queue);
  waiting(makeQueue(state, { name: 'support', max_size: 20 }), ['+16175550111', '+13125550133']);
  waiting(makeQueue(state, { name: 'sales', max_size: 5 }), ['+15125550187']);

  furnishMessages(state);
  furnishFaxes(state);
  furnishVerifiedCaller(state);
  furnishWhatsApp(state);
  const wait = (seconds: number) => {
    state.clock.advance(seconds);
    catchUp(state);
  };
  furnishRegistry(state, wait);
  furnishDocuments(state, wait);
  furnishVideo(state);
}
