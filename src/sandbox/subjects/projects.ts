import { createHash } from 'node:crypto';
import { compatDate, VERSION } from '../respond/compat.js';
import { snakeCase } from '../respond/filters.js';
import type { Fields, Handlers } from '../respond/handler.js';
import { page } from '../respond/pages.js';
import { found, invalid } from '../respond/response.js';
import type { Collection } from '../state/collection.js';
import { collection, type State } from '../state/state.js';

/** The project of the account or a subproject. The compatible API calls them accounts. */
interface Project {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly parent_project_id: string | null;
  readonly token: string;
  readonly signing_key: string;
  readonly rules: Readonly<Record<string, boolean>>;
}

const RULES = ['protect_recordings', 'protect_message_media', 'protect_fax_media', 'force_https_requests'];
const SUBRESOURCES = [
  'AvailablePhoneNumbers',
  'Applications',
  'Calls',
  'Conferences',
  'IncomingPhoneNumbers',
  'Messages',
  'Queues',
  'Recordings',
  'Transcriptions',
];
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
      signing_key: keyOf(`${state.project}${state.token}`),
      rules: {},
    });
  return projects;
}

const keyOf = (seed: string) => `PSK_${createHash('sha256').update(seed).digest('base64url').slice(0, 32)}`;

function addSubproject(state: State, name: string, rules: Project['rules']): Project {
  const at = state.clock.now().toISOString();
  const id = state.ids.uuid();
  return allProjects(state).add({
    id,
    created_at: at,
    updated_at: at,
    name,
    parent_project_id: state.project,
    token: `PT${state.ids.uuid().replaceAll('-', '')}`,
    signing_key: keyOf(state.ids.uuid()),
    rules,
  });
}

const change = (state: State, project: Project, changes: Partial<Project>): Project =>
  allProjects(state).replace({ ...project, ...changes, updated_at: state.clock.now().toISOString() });

export const projects: Handlers = {
  'beyond.projects.list': (request) => {
    const { state, input } = request;
    return page(request, allProjects(state), view, ({ name }) => !input.name || name === input.name);
  },
  'beyond.projects.create': ({ state, input }) => view(addSubproject(state, checkedName(input.name), rulesOf(input))),
  'beyond.projects.get': ({ state, params }) => view(find(state, params.id)),
  'beyond.projects.update': ({ state, params, input }) => {
    const project = find(state, params.id);
    const rules = { ...project.rules, ...rulesOf(input) };
    const { name } = input;
    return view(change(state, project, { rules, ...(name !== undefined && { name: checkedName(name) }) }));
  },
  'beyond.projects.delete': ({ state, params }) => {
    const { id, parent_project_id } = find(state, params.id);
    if (parent_project_id === null)
      throw invalid({
        message: 'only subprojects can be deleted',
        attribute: 'id',
        code: 'only_subprojects_can_be_deleted',
      });
    allProjects(state).delete(id);
  },
  'beyond.projects.rotate_signing_key': ({ state, params }) =>
    view(change(state, find(state, params.id), { signing_key: keyOf(state.ids.uuid()) })),

  'compat.accounts.list': (request) =>
    page(request, allProjects(request.state), (project) => account(request.state, project)),
  'compat.accounts.create': ({ state, input }) =>
    account(state, addSubproject(state, checkedName(input.FriendlyName), {})),
  'compat.accounts.get': ({ state, params }) => account(state, find(state, params.sid)),
  'compat.accounts.update': ({ state, params, input }) =>
    account(state, change(state, find(state, params.sid), { name: checkedName(input.FriendlyName) })),
};

const find = (state: State, id: string): Project => found(allProjects(state).get(id));

function checkedName(name = ''): string {
  if (name.trim() !== '') return name;
  throw invalid({ message: 'the name must not be empty', attribute: 'name', code: 'missing_required_parameter' });
}

const rulesOf = (fields: Fields): Record<string, boolean> =>
  Object.fromEntries(RULES.flatMap((rule) => (fields[rule] === undefined ? [] : [[rule, fields[rule] === true]])));

/** The shape of the response decides whether it includes the signing key. */
const view = ({ rules, ...project }: Project) => ({
  ...Object.fromEntries(RULES.map((rule) => [rule, false])),
  ...rules,
  ...project,
  subproject: project.parent_project_id !== null,
  region_preference: 'us',
});

function account(state: State, { id, name, token, parent_project_id, created_at, updated_at }: Project): unknown {
  const uri = `/api/laml/${VERSION}/Accounts/${id}`;
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
    subresource_uris: Object.fromEntries(SUBRESOURCES.map((name) => [snakeCase(name), `${uri}/${name}`])),
  };
}
