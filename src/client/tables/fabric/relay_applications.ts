import { orNull, shape, str } from '../../field.js';
import { AppAddress } from './addresses.js';
import { family, resource } from './resource.js';

const RelayApplication = shape('RelayApplication', { id: str(), name: str(), topic: str(), call_status_callback_url: orNull(str()) });
export const RelayApplicationResource = resource('RelayApplicationResource', 'relay_application', RelayApplication);

export const relay_applications = family('relay_applications', 'RELAY application', {
  update: 'PUT',
  needs: { name: str(), topic: str('What its clients subscribe to.') },
  takes: { call_status_callback_url: str() },
  gives: RelayApplicationResource,
  addresses: AppAddress,
});
