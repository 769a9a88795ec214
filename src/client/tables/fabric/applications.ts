import { documentUrl, none, oneOf, orNull, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { AppAddress, addressesOf, FabricAddress, family, resource } from './resource.js';

const C = '/api/fabric/resources/cxml_applications';
const method = oneOf(['GET', 'POST']);

const urls = {
  voice_url: documentUrl('cxml', 'Returns the document when a call arrives.'), voice_fallback_url: str('Used when the first URL fails.'), status_callback: str(),
  sms_url: documentUrl('cxml', 'Returns the document when a message arrives.'), sms_fallback_url: str(), sms_status_callback: str(),
};
const methods = {
  voice_method: method, voice_fallback_method: method, status_callback_method: method,
  sms_method: method, sms_fallback_method: method, sms_status_callback_method: method,
};
const url = orNull(str());
const CxmlApplication = shape('CxmlApplication', {
  id: str(), project_id: str(), friendly_name: str(), ...methods,
  voice_url: url, voice_fallback_url: url, status_callback: url, sms_url: url, sms_fallback_url: url, sms_status_callback: url,
});
export const CxmlApplicationResource = resource('CxmlApplicationResource', 'cxml_application', CxmlApplication);

// The compatible API creates applications, so this table has no create.
export const cxml_applications = {
  list:   op(`GET ${C}`, 'List cXML applications.', { takes: {}, gives: page(CxmlApplicationResource) }),
  get:    op(`GET ${C}/{resource_id:cXML application}`, 'Fetch one cXML application.', { gives: CxmlApplicationResource }),
  update: op(`PUT ${C}/{resource_id:cXML application}`, 'Update a cXML application.', { takes: { display_name: str(), account_sid: str(), ...urls, ...methods }, gives: CxmlApplicationResource }),
  delete: op(`DELETE ${C}/{resource_id:cXML application}`, 'Delete a cXML application.', { spends: true, gives: none }),
  list_addresses: addressesOf('cxml_applications', FabricAddress),
};

const RelayApplication = shape('RelayApplication', { id: str(), name: str(), topic: str(), call_status_callback_url: orNull(str()) });
export const RelayApplicationResource = resource('RelayApplicationResource', 'relay_application', RelayApplication);

export const relay_applications = family('relay_applications', 'RELAY application', {
  update: 'PUT',
  needs: { name: str(), topic: str('The topic that clients subscribe to.') },
  takes: { call_status_callback_url: str() },
  gives: RelayApplicationResource,
  addresses: AppAddress,
});
