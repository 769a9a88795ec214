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
