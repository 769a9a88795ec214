import { furnishCalls } from '../subjects/calls/furnish.js';
import { startCall } from '../subjects/calls/index.js';
import { furnishDocuments } from '../subjects/datasphere/index.js';
import { furnishFabric } from '../subjects/fabric/index.js';
import { furnishFaxes } from '../subjects/faxes/index.js';
import { furnishMessages } from '../subjects/messages/index.js';
import { furnishNumbers } from '../subjects/numbers/index.js';
import { addNumber, changeNumber } from '../subjects/phone_numbers.js';
import { makeQueue, type Queue } from '../subjects/queues/queue.js';
import { furnishRegistry } from '../subjects/registry/index.js';
import { furnishVerifiedCaller } from '../subjects/verified_callers.js';
import { furnishVideo } from '../subjects/video/index.js';
import { furnishWhatsApp } from '../subjects/whatsapp.js';
import { catchUp } from '../time/catch-up.js';
import type { State } from './state.js';

/**
 * Fills the account with sample data of a small company: numbers with several routes, waiting callers, calls, messages
 * and more.
 */
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

  const waiting = ({ id: queue_id }: Queue, callers: readonly string[]) => {
    for (const from of callers) {
      startCall(state, { from, to: '+12065550101', direction: 'inbound', url: null, on_answer: { queue_id } });
      state.clock.advance(20);
    }
  };
  waiting(makeQueue(state, { name: 'support', max_size: 20 }), ['+16175550111', '+13125550133']);
  waiting(makeQueue(state, { name: 'sales', max_size: 5 }), ['+15125550187']);

  furnishFabric(state);
  furnishNumbers(state);
  const wait = (seconds: number) => {
    state.clock.advance(seconds);
    catchUp(state);
  };
  furnishCalls(state, wait);
  furnishMessages(state);
  furnishFaxes(state);
  furnishVerifiedCaller(state);
  furnishWhatsApp(state);
  furnishRegistry(state, wait);
  furnishDocuments(state, wait);
  furnishVideo(state);
}
