import { list, shape, str, suggest } from '../../field.js';
import { op } from '../../row.js';
import { A, form, remove } from './resource.js';

// Unlike the rest of this API, tokens use lower-case fields, and an update is sent as JSON.
const T = `${A}/tokens` as const;
const Token = shape('CompatToken', { id: str(), name: str(), permissions: list(str()), token: str('The secret itself.') });
const name = str(undefined, { min: 1 });
const permissions = list(suggest(['calling', 'chat', 'datasphere', 'fax', 'management', 'messaging', 'numbers', 'pubsub', 'storage', 'tasking', 'video']), 'At least one.');

export const tokens = {
  create: form(`POST ${T}`, 'Create an API token.', { needs: { name, permissions }, takes: { subproject_id: str() }, gives: Token }),
  update: op(`PATCH ${T}/{token_id}`, 'Change an API token.', { takes: { name, permissions }, gives: Token }),
  delete: remove(`DELETE ${T}/{token_id}`, 'Delete an API token; what uses it stops working.'),
};
