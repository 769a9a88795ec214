import { list, none, oneOf, shape, str } from '../field.js';
import { op } from '../row.js';

const T = '/api/project/tokens';
const permissions = list(oneOf(['calling', 'chat', 'datasphere', 'fax', 'management', 'messaging', 'numbers', 'pubsub', 'storage', 'tasking', 'video']), undefined, { min: 1 });
const ApiToken = shape('ApiToken', { id: str(), name: str(), permissions, token: str('The secret. It is shown only once.') });

export const project = {
  tokens: {
    create: op(`POST ${T}`, 'Create an API token.', {
      needs: { name: str(), permissions }, takes: { subproject_id: str('The subproject of the token.') }, gives: ApiToken,
    }),
    update: op(`PATCH ${T}/{token_id}`, 'Update the name or the permissions of an API token.', { takes: { name: str(), permissions }, gives: ApiToken }),
    delete: op(`DELETE ${T}/{token_id}`, 'Revoke an API token.', { spends: true, gives: none }),
  },
};

const P = '/api/relay/rest/sip_profile';

const settings = {
  domain_identifier: str('The part of the domain that you choose.'),
  default_codecs: list(str()),
  default_ciphers: list(str()),
  default_encryption: oneOf(['required', 'optional']),
  default_send_as: str('The number shown to the phone network. If empty, a random one of your numbers.'),
};
const SipProfile = shape('SipProfile', {}, { domain: str(), ...settings });

export const sip_profile = {
  get:    op(`GET ${P}`, 'Fetch the SIP profile.', { gives: SipProfile }),
  update: op(`PUT ${P}`, 'Update the SIP profile.', { takes: settings, ok: 201, gives: SipProfile }),
};
