import { none, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { family, resource, SubscriberAddress } from './resource.js';
import { media } from './sip.js';

const E = '/api/fabric/resources/subscribers/{subscriber_id}/sip_endpoints';

const person = { first_name: str(), last_name: str(), display_name: str(), job_title: str(), timezone: str(), country: str(), company_name: str() };
const Subscriber = shape('Subscriber', { id: str(), email: str(), ...person });
export const SubscriberResource = resource('SubscriberResource', 'subscriber', Subscriber);

const line = { caller_id: str(), send_as: str(), ...media };
const SubscriberSipEndpoint = shape('SubscriberSipEndpoint', { id: str(), username: str(), ...line });

export const subscribers = {
  ...family('subscribers', 'subscriber', {
    update: 'PUT',
    created: 201,
    needs: { email: str() },
    takes: { password: str('The default is a random password.', { min: 8, max: 72 }), ...person },
    demands: ['email'],
    gives: SubscriberResource,
    addresses: SubscriberAddress,
  }),
  list_sip_endpoints:  op(`GET ${E}`, 'List the SIP endpoints of a subscriber.', { takes: {}, gives: page(SubscriberSipEndpoint) }),
  create_sip_endpoint: op(`POST ${E}`, 'Create a SIP endpoint of a subscriber.', { needs: { username: str(), password: str() }, takes: line, ok: 201, gives: SubscriberSipEndpoint }),
  get_sip_endpoint:    op(`GET ${E}/{endpoint_id}`, 'Fetch one SIP endpoint of a subscriber.', { gives: SubscriberSipEndpoint }),
  update_sip_endpoint: op(`PATCH ${E}/{endpoint_id}`, 'Update a SIP endpoint of a subscriber.', { takes: { username: str(), password: str(), ...line }, gives: SubscriberSipEndpoint }),
  delete_sip_endpoint: op(`DELETE ${E}/{endpoint_id}`, 'Delete a SIP endpoint of a subscriber.', { spends: true, gives: none }),
};
