import type { Handlers } from '../../../respond/handler.js';
import type { State } from '../../../state/state.js';
import { allNumbers, replaceNumber } from '../../phone_numbers.js';
import { notUnique, required } from '../../refusals.js';
import type { Own } from '../families.js';
import { family } from '../family.js';
import { type Settings, type Use, webhookSettings } from './binding.js';
import { type FabricResource, resourcesWith } from './store.js';

/** A webhook that resource created by a request handles nothing until a number is bound to its URL. */
const webhooks = (type: 'swml_webhook' | 'cxml_webhook') =>
  family(type, {
    create: (_state, given) => {
      mustHaveUrl(given);
      return { name: given.primary_request_url, ...given };
    },
    update: (state, given, resource) => {
      if ('primary_request_url' in given) mustHaveUrl(given);
      updateNumbers(state, resource, {
        calling: webhookSettings(resource, 'calling', given),
        messaging: webhookSettings(resource, 'messaging', given),
      });
      return { ...resource.own, ...given };
    },
  });

const relayApplications = family('relay_application', {
  create: (state, given) => {
    mustBeFree(state, given.name);
    return given;
  },
  update: (state, given, resource) => {
    if (given.name !== undefined && given.name !== resource.own.name) {
      mustBeFree(state, given.name);
      updateNumbers(state, resource, {
        calling: { call_relay_application: given.name },
        messaging: { message_relay_application: given.name },
      });
    }
    return { ...resource.own, ...given };
  },
});

/** Resources that numbers refer to by URL or name. If that changes, the settings of the numbers change too. */
export const namedTargets: Handlers = {
  ...webhooks('swml_webhook'),
  ...webhooks('cxml_webhook'),
  ...relayApplications,
};

function updateNumbers(state: State, { id }: FabricResource, changes: Record<Use, Settings>): void {
  for (const number of allNumbers(state)) {
    const settings = {
      ...(number.calling_handler_resource_id === id && changes.calling),
      ...(number.messaging_handler_resource_id === id && changes.messaging),
    };
    if (Object.keys(settings).length > 0)
      replaceNumber(state, number, { settings: { ...number.settings, ...settings } });
  }
}

function mustHaveUrl({ primary_request_url }: Own): void {
  if (primary_request_url === null) throw required('primary_request_url');
}

function mustBeFree(state: State, name: string): void {
  if (resourcesWith(state, 'relay_application', 'name', name).length > 0) throw notUnique('name', name);
}
