import { shape, str } from '../../field.js';
import { CallAddress } from './addresses.js';
import { family, resource } from './resource.js';
import { media } from './sip.js';

const settings = { name: str(), uri: str('Where calls are sent.'), ...media };
export const SipGatewayResource = resource('SipGatewayResource', 'sip_gateway', shape('SipGateway', { id: str(), ...settings }));

export const sip_gateways = family('sip_gateways', 'SIP gateway', {
  update: 'PATCH', created: 201, needs: settings, takes: {}, gives: SipGatewayResource, addresses: CallAddress,
});
