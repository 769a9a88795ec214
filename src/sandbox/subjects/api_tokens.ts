import { operations } from '../../client/index.js';
import type { Ask, Handler, Subject } from '../respond/subject.js';
import { addThing, changeThing, find, type Thing } from '../state/resources.js';
import { kind, type State } from '../state/state.js';
import { allProjects } from './projects.js';
import { refuse } from './refusals.js';

/** An API token of a program. Two APIs create them. */
interface ApiToken extends Thing {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly token: string;
}

const allTokens = kind<ApiToken>('api_tokens');
/** Keyed by the secret itself. */
const secrets = kind<{ readonly id: string; readonly of: string }>('api_token_secrets');

const PERMISSIONS = operations.project.tokens.create.needs.permissions?.of?.[0]?.values ?? [];

/** Returns the permissions of a token; undefined for an unknown token. */
export function permissionsOf(state: State, secret: string): readonly string[] | undefined {
  const known = secrets(state).get(secret);
  return known && allTokens(state).get(known.of)?.permissions;
}

const OF_RESOURCES = ['calling', 'messaging', 'fax', 'video'];
const OF_REGISTRY = ['messaging', 'numbers'];
const OF_DOCUMENTS = ['calling', 'messaging', 'fax'];

/**
 * The permissions for each branch of the API; any one of them is enough. The public API description names the scopes;
 * that its scope `voice` is the permission `calling` is assumed. A branch that is not listed, such as lookup, accepts
 * every token.
 */
const ASKED: readonly (readonly [branch: RegExp, permissions: readonly string[]])[] = [
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

/** Returns the permissions of which a path requires one; undefined if it requires none. */
export function permissionsFor(path: string): readonly string[] | undefined {
  const branch = /^\/api\/(\w+)/.exec(path)?.[1] ?? '';
  return PERMISSIONS.includes(branch) ? [branch] : ASKED.find(([looks]) => looks.test(path))?.[1];
}

const newSecret = (state: State): string => `PT${state.ids.uuid().replaceAll('-', '')}`;

const create: Handler = ({ state, fields }) => {
  const { subproject_id } = fields;
  if (fields.name === '') throw refuse('name', 'name must not be empty', 'missing_required_parameter');
  checkPermissions(fields);
  if (subproject_id !== undefined && !allProjects(state).get(String(subproject_id)))
    throw refuse('subproject_id', 'subproject_id must be a subproject: see projects.list', 'invalid_subproject_id');
  const token = newSecret(state);
  const made = addThing<ApiToken>(state, allTokens, { ...fields, token });
  // A token for a subproject gives no access here, because the sandbox simulates only the resources of the main
  // project.
  if (subproject_id === undefined) secrets(state).add({ id: token, of: made.id });
  return made;
};

const update: Handler = (ask) => {
  const { name, permissions } = ask.fields;
  checkPermissions(ask.fields);
  const changes = { ...(name !== undefined && { name }), ...(permissions !== undefined && { permissions }) };
  return changeThing(ask.state, allTokens, find(ask, allTokens), changes);
};

const remove = (ask: Ask) => {
  const { id, token } = find(ask, allTokens);
  allTokens(ask.state).delete(id);
  secrets(ask.state).delete(token);
};

export const api_tokens: Subject = {
  'project.tokens.create': create,
  'project.tokens.update': update,
  'project.tokens.delete': remove,
  'compat.tokens.create': create,
  'compat.tokens.update': update,
  'compat.tokens.delete': remove,
};

function checkPermissions({ permissions }: Ask['fields']): void {
  if (permissions === undefined) return;
  const given = permissions as readonly string[];
  const says = `permissions must be one or more of ${PERMISSIONS.join(', ')}`;
  if (given.length === 0 || !given.every((one) => PERMISSIONS.includes(one)))
    throw refuse('permissions', says, 'invalid_auth_token_permissions');
}
