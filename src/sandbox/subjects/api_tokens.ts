import { operations } from '../../client/index.js';
import type { Handlers, Lookups, RequestOf, RequestWith } from '../respond/handler.js';
import { addItem, changeItem, find, type Item } from '../respond/resources.js';
import { collection, type State } from '../state/state.js';
import { allProjects } from './projects.js';
import { refuse } from './refusals.js';

interface ApiToken extends Item {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly token: string;
}

const allTokens = collection<ApiToken>('api_tokens');
/** Keyed by the secret itself. */
const secrets = collection<{ readonly id: string; readonly of: string; readonly project?: string }>(
  'api_token_secrets',
);

const PERMISSIONS = operations.project.tokens.create.needs.permissions?.of?.[0]?.values ?? [];

/** The permissions of a created token for the project itself, or for one of its subprojects. */
export function permissionsOf(state: State, secret: string, project = state.project): readonly string[] | undefined {
  const stored = secrets(state).get(secret);
  if (!stored || (stored.project ?? state.project) !== project) return undefined;
  return allTokens(state).get(stored.of)?.permissions;
}

const OF_RESOURCES = ['calling', 'messaging', 'fax', 'video'];
const OF_REGISTRY = ['messaging', 'numbers'];
const OF_DOCUMENTS = ['calling', 'messaging', 'fax'];

/**
 * The permissions for each branch of the API; any one of them is enough. The public API description names the scopes;
 * that its scope `voice` is the permission `calling` is assumed. A branch that is not listed, such as lookup, accepts
 * every token.
 */
const REQUIRED: readonly (readonly [branch: RegExp, permissions: readonly string[]])[] = [
  [/^\/api\/(project|projects)\b/, ['management']],
  [/^\/api\/voice\b/, ['calling']],
  [/^\/api\/fabric\b/, OF_RESOURCES],
  [/^\/api\/logs\/conferences\b/, ['calling', 'video']],
  [/^\/api\/relay\/rest\/(queues|recordings|sip_profile|verified_caller_ids)\b/, ['calling']],
  [
    /^\/api\/relay\/rest\/(phone_numbers|imported_phone_numbers|addresses|number_groups|number_group_memberships|short_codes)\b/,
    ['numbers'],
  ],
  [/^\/api\/relay\/rest\/registry\b/, OF_REGISTRY],
  [/^\/api\/relay\/rest\/mfa\b/, ['management']],
  [/^\/api\/laml\/[^/]+\/Accounts(\.json)?\/?$/, ['management']],
  [/^\/api\/laml\/[^/]+\/Accounts\/[^/]+(\.json|\/tokens\b.*)?\/?$/, ['management']],
  [/^\/api\/laml\/[^/]+\/Accounts\/[^/]+\/(Calls|Conferences|Queues|Recordings|Transcriptions)\b/, ['calling']],
  [/^\/api\/laml\/[^/]+\/Accounts\/[^/]+\/(Incoming|Imported|Available)PhoneNumbers\b/, ['numbers']],
  [/^\/api\/laml\/[^/]+\/Accounts\/[^/]+\/Messages\b/, ['messaging']],
  [/^\/api\/laml\/[^/]+\/Accounts\/[^/]+\/Faxes\b/, ['fax']],
  [/^\/api\/laml\/[^/]+\/Accounts\/[^/]+\/(Applications|LamlBins)\b/, OF_DOCUMENTS],
];

export function permissionsFor(path: string): readonly string[] | undefined {
  const branch = /^\/api\/(\w+)/.exec(path)?.[1] ?? '';
  return PERMISSIONS.includes(branch) ? [branch] : REQUIRED.find(([looks]) => looks.test(path))?.[1];
}

const newSecret = (state: State): string => `PT${state.ids.uuid().replaceAll('-', '')}`;

const SUBPROJECT = 'the id of a subproject; list them with projects.list';

const create = ({ state, input }: RequestOf<'project.tokens.create' | 'compat.tokens.create'>) => {
  const { name, permissions, subproject_id } = input;
  if (name === '') throw refuse('name', 'name must not be empty', 'missing_required_parameter');
  checkPermissions(permissions);
  if (subproject_id !== undefined && !allProjects(state).get(subproject_id))
    throw refuse('subproject_id', `subproject_id must be ${SUBPROJECT}`, 'invalid_subproject_id');
  const token = newSecret(state);
  const made = addItem<ApiToken>(state, allTokens, { ...input, token });
  // Only a server with projects simulates the resources of a subproject. Elsewhere, its token gives no access.
  secrets(state).add({ id: token, of: made.id, ...(subproject_id !== undefined && { project: subproject_id }) });
  return made;
};

const update = (request: RequestOf<'project.tokens.update' | 'compat.tokens.update'>) => {
  const token = find(request, allTokens);
  const { name = token.name, permissions = token.permissions } = request.input;
  checkPermissions(permissions);
  return changeItem(request.state, allTokens, token, { name, permissions });
};

const remove = (request: RequestWith<'token_id'>) => {
  const { id, token } = find(request, allTokens);
  allTokens(request.state).delete(id);
  secrets(request.state).delete(token);
};

export const api_tokens: Handlers = {
  'project.tokens.create': create,
  'project.tokens.update': update,
  'project.tokens.delete': remove,
  'compat.tokens.create': create,
  'compat.tokens.update': update,
  'compat.tokens.delete': remove,
};

const findToken = (request: RequestWith<string>) => find(request, allTokens);
export const tokenLookups: Lookups = { 'project.tokens.update': findToken, 'compat.tokens.update': findToken };

function checkPermissions(permissions: readonly string[]): void {
  const message = `permissions must be one or more of ${PERMISSIONS.join(', ')}`;
  if (!permissions.every((one) => PERMISSIONS.includes(one)))
    throw refuse('permissions', message, 'invalid_auth_token_permissions');
}
