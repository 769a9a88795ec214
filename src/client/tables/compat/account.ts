import { bool, compatPage, list, nil, obj, oneOf, orNull, shape, str, suggest } from '../../field.js';
import { op } from '../../row.js';
import { A, form, paging, remove } from './resource.js';

const ACCOUNTS = '/api/laml/2010-04-01/Accounts';

const Account = shape('CompatAccount', {
  sid: str(), friendly_name: str(), status: oneOf(['active']), auth_token: str(), date_created: str('As in RFC 2822.'), date_updated: str(), type: oneOf(['Full']),
  owner_account_sid: str(), region_preference: str(), uri: str('The path of the resource, without the host.'), subproject: bool(), signing_key: orNull(str()),
  subresource_uris: obj({
    available_phone_numbers: str(), applications: str(), calls: str(), conferences: str(), incoming_phone_numbers: str(), messages: str(), queues: str(), recordings: str(),
    transcriptions: str(),
    // The platform has none of these resources. The fields exist for compatibility and are always null.
    addresses: nil, authorized_connect_apps: nil, connect_apps: nil, keys: nil, notifications: nil, outgoing_caller_ids: nil, sandbox: nil, short_codes: nil, sip: nil, usage: nil,
  }),
});
const named = { FriendlyName: str(undefined, { max: 250 }) };

export const accounts = {
  list:   op(`GET ${ACCOUNTS}`, 'List the project and its subprojects.', { takes: { FriendlyName: str(), ...paging }, gives: compatPage(Account, 'accounts') }),
  create: form(`POST ${ACCOUNTS}`, 'Create a subproject.', { needs: named, ok: 201, gives: Account }),
  get:    op(`GET ${ACCOUNTS}/{sid:project}`, 'Fetch the project or one of its subprojects.', { gives: Account }),
  update: form(`POST ${ACCOUNTS}/{sid:project}`, 'Rename a project.', { needs: named, gives: Account }),
};

// Unlike the rest of this API, tokens use lower-case fields, and an update is sent as JSON.
const T = `${A}/tokens` as const;
const Token = shape('CompatToken', { id: str(), name: str(), permissions: list(str()), token: str('The secret.') });
const name = str(undefined, { min: 1 });
const permissions = list(suggest(['calling', 'chat', 'datasphere', 'fax', 'management', 'messaging', 'numbers', 'pubsub', 'storage', 'tasking', 'video']), undefined, { min: 1 });

export const tokens = {
  create: form(`POST ${T}`, 'Create an API token.', { needs: { name, permissions }, takes: { subproject_id: str() }, gives: Token }),
  update: op(`PATCH ${T}/{token_id}`, 'Update an API token.', { takes: { name, permissions }, gives: Token }),
  delete: remove(`DELETE ${T}/{token_id}`, 'Delete an API token. Programs that use it stop working.'),
};
