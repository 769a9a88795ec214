import type { State } from '../../../state/state.js';
import { addFlow, saveFlow } from '../flows.js';
import { addEndpoint } from '../subscribers.js';
import { addResource } from './store.js';

export function seedFabric(state: State): void {
  const flow = addFlow(state, { title: 'Opening hours' });
  state.clock.advance(3600);
  saveFlow(state, flow, {
    relayml: {
      version: '1.0.0',
      sections: { main: [{ answer: {} }, { play: { url: 'say:We are open from nine to five.' } }, { hangup: {} }] },
    },
  });
  addResource(state, 'ai_agent', {
    name: 'Receptionist',
    prompt: { text: 'You answer for a small company. Find out who calls and what about, and be brief.' },
  });
  addResource(state, 'dialogflow_agent', { display_name: 'Old receptionist', say_enabled: true, say: 'Good morning.' });
  const ada = addResource(state, 'subscriber', {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Byron',
    display_name: 'Ada Byron',
  });
  addEndpoint(state, ada, { username: 'ada', caller_id: 'Ada' });
  // No number is bound to it.
  const url = 'https://example.com/forgotten.json';
  addResource(state, 'swml_webhook', { name: 'Forgotten', primary_request_url: url });
}
