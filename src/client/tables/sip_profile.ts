import { list, oneOf, shape, str } from '../field.js';
import { op } from '../row.js';

const P = '/api/relay/rest/sip_profile';

const settings = {
  domain_identifier: str('The part of the domain that is yours to choose.'),
  default_codecs: list(str()),
  default_ciphers: list(str()),
  default_encryption: oneOf(['required', 'optional']),
  default_send_as: str('The number shown to the phone network; empty: one of yours by chance.'),
};
const SipProfile = shape('SipProfile', {}, { domain: str(), ...settings });

export const sip_profile = {
  get:    op(`GET ${P}`, 'Fetch the SIP profile of the project.', { gives: SipProfile }),
  update: op(`PUT ${P}`, 'Change the SIP profile of the project.', { takes: settings, ok: 201, gives: SipProfile }),
};
