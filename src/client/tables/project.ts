import { list, none, oneOf, shape, str } from '../field.js';
import { op } from '../row.js';

const T = '/api/project/tokens';
const permissions = list(oneOf(['calling', 'chat', 'datasphere', 'fax', 'management', 'messaging', 'numbers', 'pubsub', 'storage', 'tasking', 'video']));
const ApiToken = shape('ApiToken', { id: str(), name: str(), permissions, token: str('The secret. It cannot be asked for later.') });

export const project = {
  tokens: {
    create: op(`POST ${T}`, 'Create an API token.', {
      needs: { name: str(), permissions }, takes: { subproject_id: str('The subproject that it is for.') }, gives: ApiToken,
    }),
    update: op(`PATCH ${T}/{token_id}`, 'Rename an API token, or change what it may do.', { takes: { name: str(), permissions }, gives: ApiToken }),
    delete: op(`DELETE ${T}/{token_id}`, 'Revoke an API token.', { spends: true, gives: none }),
  },
};

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
