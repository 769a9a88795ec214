import { orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { CallAddress } from './addresses.js';
import { family, resource } from './resource.js';

const FreeswitchConnector = shape('FreeswitchConnector', { id: str() }, { name: str(), caller_id: orNull(str()), send_as: orNull(str()) });
export const FreeswitchConnectorResource = resource('FreeswitchConnectorResource', 'freeswitch_connector', FreeswitchConnector);

const common = family('freeswitch_connectors', 'FreeSWITCH connector', {
  update: 'PUT', needs: { name: str(), token: str() }, takes: {}, gives: FreeswitchConnectorResource, addresses: CallAddress,
});
export const freeswitch_connectors = {
  ...common,
  update: op('PUT /api/fabric/resources/freeswitch_connectors/{resource_id}', 'Change a FreeSWITCH connector.', { takes: { name: str(), caller_id: str(), send_as: str() }, gives: FreeswitchConnectorResource }),
};
