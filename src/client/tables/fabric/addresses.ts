import { bool, type Field, obj, oneOf, page, shape, str } from '../../field.js';
import { op } from '../../row.js';

const A = '/api/fabric/addresses';

/** The shape of an address. The kind of its resource determines its `type`. */
const address = <T>(name: string, type: Field<T>) =>
  shape(name, {
    id: str(), name: str(), display_name: str(), type, cover_url: str(), preview_url: str(), locked: bool(), created_at: str(),
    channels: obj({}, { audio: str(), messaging: str(), video: str() }, 'Where each kind of traffic goes.'),
  });

export const AppAddress = address('AppAddress', oneOf(['app']));
export const RoomAddress = address('RoomAddress', oneOf(['room']));
export const CallAddress = address('CallAddress', oneOf(['call']));
export const SubscriberAddress = address('SubscriberAddress', oneOf(['subscriber']));
export const FabricAddress = address('FabricAddress', oneOf(['app', 'room', 'call', 'subscriber']));

// Other sources require the token of a subscriber here. In the specification, these are ordinary calls.
export const addresses = {
  list: op(`GET ${A}`, 'List the addresses of the project.', { takes: {}, origin: 'stated', gives: page(FabricAddress) }),
  get:  op(`GET ${A}/{address_id}`, 'Fetch one address.', { gives: FabricAddress }),
};
