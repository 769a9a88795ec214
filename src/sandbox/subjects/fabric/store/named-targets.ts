import type { Subject } from '../../../respond/subject.js';
import type { State } from '../../../state/state.js';
import { allNumbers, replaceNumber } from '../../phone_numbers.js';
import { notUnique, required } from '../../refusals.js';
import type { Own } from '../families.js';
import { family } from '../family.js';
import { type Settings, webhookSettings } from './binding.js';
import { type FabricResource, ofType } from './store.js';

/** A webhook that was created by a request handles nothing until a number is bound to its URL. */
const webhooks = (type: 'swml_webhook' | 'cxml_webhook') =>
  family(type, {
    made: (_ask, given) => {
      mustHaveUrl(given);
      return { name: given.primary_request_url, ...given };
    },
    changed: ({ state }, given, was) => {
      if ('primary_request_url' in given) mustHaveUrl(given);
      tellNumbers(state, was, {
        calling: webhookSettings(was, 'calling', given),
        messaging: webhookSettings(was, 'messaging', given),
      });
      return { ...was.own, ...given };
    },
  });

const relayApplications = family('relay_application', {
  made: ({ state }, given) => {
    mustBeFree(state, given.name);
    return given;
  },
  changed: ({ state }, given, was) => {
    if (given.name !== undefined && given.name !== was.own.name) {
      mustBeFree(state, given.name);
      tellNumbers(state, was, {
        calling: { call_relay_application: given.name },
        messaging: { message_relay_application: given.name },
      });
    }
    return { ...was.own, ...given };
  },
});

/** Resources that numbers refer to by URL or name. If that changes, the settings of the numbers change too. */
export const namedTargets: Subject = { ...webhooks('swml_webhook'), ...webhooks('cxml_webhook'), ...relayApplications };

function tellNumbers(state: State, { id }: FabricResource, says: { calling: Settings; messaging: Settings }): void {
  for (const number of allNumbers(state)) {
    const settings = {
      ...(number.calling_handler_resource_id === id && says.calling),
      ...(number.messaging_handler_resource_id === id && says.messaging),
    };
    if (Object.keys(settings).length > 0)
      replaceNumber(state, number, { settings: { ...number.settings, ...settings } });
  }
}

function mustHaveUrl({ primary_request_url }: Own): void {
  if (primary_request_url === null) throw required('primary_request_url');
}

function mustBeFree(state: State, name: unknown): void {
  for (const { own } of ofType('relay_application')(state)) if (own.name === name) throw notUnique('name', name);
}
