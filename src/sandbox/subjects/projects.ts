import { createHash } from 'node:crypto';
import { compatDate, VERSION } from '../respond/compat.js';
import { snakeCase } from '../respond/filters.js';
import type { Fields, Handlers, OperationRequest } from '../respond/handler.js';
import { changeItem, crud, find, type Stored } from '../respond/resources.js';
import { found } from '../respond/response.js';
import type { Collection } from '../state/collection.js';
import { collection, type State } from '../state/state.js';
import { refuse, required } from './refusals.js';

/** The project of the account or a subproject. The compatible API calls them accounts. */
interface Project extends Stored {
  readonly name: string;
  readonly parent_project_id: string | null;
  readonly token: string;
  readonly signing_key: string;
  readonly rules: Readonly<Record<string, boolean>>;
}

const RULES = ['protect_recordings', 'protect_message_media', 'protect_fax_media', 'force_https_requests'];
const SUBRESOURCES =
  'AvailablePhoneNumbers Applications Calls Conferences IncomingPhoneNumbers Messages Queues Recordings Transcriptions';
const FOUNDED = '2025-01-15T08:00:00.000Z';

/** Returns all projects. The project of the account always exists. */
export function allProjects(state: State): Collection<Project> {
  const projects = collection<Project>('projects')(state);
  if (projects.size === 0)
    projects.add({
      id: state.project,
      created_at: FOUNDED,
      updated_at: FOUNDED,
      name: 'Sandbox',
      parent_project_id: null,
      token: state.token,
      signing_key: state.signing.key ?? keyOf(`${state.project}${state.token}`),
      rules: {},
    });
  return projects;
}

/** The key that signs the requests to servers of the user. */
export const signingKey = (state: State): string => found(allProjects(state).get(state.project)).signing_key;

const keyOf = (seed: string) => `PSK_${createHash('sha256').update(seed).digest('base64url').slice(0, 32)}`;

function addSubproject(state: State, name: string, rules: Project['rules']): Project {
  const at = state.clock.now().toISOString();
  return allProjects(state).add({
    id: state.ids.uuid(),
    created_at: at,
    updated_at: at,
    name: checkedName(name),
    parent_project_id: state.project,
    token: `PT${state.ids.uuid().replaceAll('-', '')}`,
    signing_key: keyOf(state.ids.uuid()),
    rules,
  });
}

export const projects: Handlers = {
  ...crud('beyond.projects', allProjects, {
    add: ({ state, input }) => addSubproject(state, input.name, rulesOf(input)),
    update: ({ input }, { name, rules }) => ({
      rules: { ...rules, ...rulesOf(input) },
      name: input.name === undefined ? name : checkedName(input.name),
    }),
    view,
    isListed:
      ({ input }) =>
      ({ name }) =>
        !input.name || name === input.name,
    beforeDelete: ({ parent_project_id }) => {
      if (parent_project_id === null)
        throw refuse('id', 'only subprojects can be deleted', 'only_subprojects_can_be_deleted');
    },
  }),
  'beyond.projects.rotate_signing_key': (request) => {
    const project = find(request, allProjects);
    const signing_key = keyOf(request.state.ids.uuid());
    return view(changeItem(request.state, allProjects, project, { signing_key }));
  },
  ...crud('compat.accounts', allProjects, {
    add: ({ state, input }) => addSubproject(state, input.FriendlyName, {}),
    update: ({ input }) => ({ name: checkedName(input.FriendlyName) }),
    view: account,
  }),
};

function checkedName(name: string): string {
  if (name.trim() !== '') return name;
  throw required('name', 'the name must not be empty');
}

const rulesOf = (fields: Fields): Record<string, boolean> =>
  Object.fromEntries(RULES.flatMap((rule) => (fields[rule] === undefined ? [] : [[rule, fields[rule] === true]])));

/** The shape of the response decides whether it includes the signing key. */
function view({ rules, ...project }: Project) {
  const all = { ...Object.fromEntries(RULES.map((rule) => [rule, false])), ...rules };
  return { ...all, ...project, subproject: project.parent_project_id !== null, region_preference: 'us' };
}

function account(project: Project, { state }: Pick<OperationRequest, 'state'>): unknown {
  const { id, name, token, parent_project_id, created_at, updated_at } = project;
  const uri = `/api/laml/${VERSION}/Accounts/${id}`;
  const subresources = SUBRESOURCES.split(' ').map((part) => [snakeCase(part), `${uri}/${part}`]);
  return {
    sid: id,
    friendly_name: name,
    status: 'active',
    auth_token: token,
    date_created: compatDate(created_at),
    date_updated: compatDate(updated_at),
    type: 'Full',
    owner_account_sid: state.project,
    region_preference: 'us',
    uri,
    subproject: parent_project_id !== null,
    signing_key: null,
    subresource_uris: Object.fromEntries(subresources),
  };
}
