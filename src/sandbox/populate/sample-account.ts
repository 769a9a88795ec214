import { catchUp } from '../engine/run/catch-up.js';
import { pendingRequests } from '../runs/call-run.js';
import type { State } from '../state/state.js';
import { addQueue, type Queue } from '../subjects/calls/queue.js';
import { seedCalls } from '../subjects/calls/seed.js';
import { startCall } from '../subjects/calls/start-call.js';
import { seedDocuments } from '../subjects/datasphere/index.js';
import { seedFabric } from '../subjects/fabric/index.js';
import { seedFaxes } from '../subjects/faxes/index.js';
import { seedMessages } from '../subjects/messages/index.js';
import { seedNumbers } from '../subjects/numbers/index.js';
import { addNumber, changeNumber } from '../subjects/phone_numbers.js';
import { seedRegistry } from '../subjects/registry/index.js';
import { seedVerifiedCaller } from '../subjects/verified_callers.js';
import { seedVideo } from '../subjects/video/index.js';
import { seedWhatsApp } from '../subjects/whatsapp.js';
import { seedServedDocuments } from './sample-documents.js';

/** The sample data of a small company. */
export const SAMPLE_ACCOUNT = { seconds: 9 * 3600, simulate: seedAccount };

function seedAccount(state: State): void {
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
  waiting(addQueue(state, { name: 'support', max_size: 20 }), ['+16175550111', '+13125550133']);
  waiting(addQueue(state, { name: 'sales', max_size: 5 }), ['+15125550187']);

  seedFabric(state);
  seedNumbers(state);
  const wait = (seconds: number) => {
    state.clock.advance(seconds);
    catchUp(state);
  };
  seedCalls(state, wait);
  seedMessages(state);
  seedFaxes(state);
  seedVerifiedCaller(state);
  seedWhatsApp(state);
  seedRegistry(state, wait);
  seedDocuments(state, wait);
  seedVideo(state);
  // The calls above do not execute them, so that they stay as they are.
  seedServedDocuments(state);
  // The calls of the past have ended, so no server of today hears of them.
  for (const { id } of [...pendingRequests(state)]) pendingRequests(state).delete(id);
}
