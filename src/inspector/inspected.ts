import type { SessionLog } from '../bench/index.js';
import type { Served, WireRequest } from '../http/index.js';
import type { KnownSecrets } from '../redact/index.js';
import type { ProjectSandbox } from '../sandbox/index.js';
import type { PageSource } from './contract.js';

/** The platform that the page controls. */
export type InspectedSandbox = Pick<ProjectSandbox, 'credentials' | 'seed' | 'snapshot' | 'restore' | 'cast'>;

/** What a page shows: a project of a server, the session of a bench, or a recording. */
export interface Inspected {
  readonly project: string;
  readonly kind: PageSource['kind'];
  /** The name of the project or of the file. */
  readonly name: string;
  readonly log: SessionLog;
  /** Masks the secrets of the log in what the page receives. */
  readonly secrets: Pick<KnownSecrets, 'text' | 'value' | 'known'>;
  /** Undefined if the page only shows requests. */
  readonly sandbox: InspectedSandbox | undefined;
  /** Why the page only shows requests. */
  readonly note?: string | undefined;
  /** The header with the credentials of the project. */
  readonly authorization: string;
  /** Answers the API and the control API, if the server of the page does not. */
  readonly server?: Served;
}

/** Only the script of the page sends this header. A project id is not secret. */
const PROJECT_HEADER = 'x-patchbay-project';

/** The project that a request of the page names, or the first one. Undefined if there is no such project. */
export function inspectedFor(
  request: Pick<WireRequest, 'url' | 'headers'>,
  all: readonly Inspected[],
): Inspected | undefined {
  const named = namedProject(request);
  return named === undefined ? all[0] : all.find(({ project }) => project === named);
}

/** The project can have been removed, or never have existed. */
export const noProject = (request: Pick<WireRequest, 'url' | 'headers'>): string =>
  `There is no project ${namedProject(request)?.slice(0, MAX_NAME)}.`;

const MAX_NAME = 100;

const namedProject = ({ url, headers }: Pick<WireRequest, 'url' | 'headers'>): string | undefined =>
  headers[PROJECT_HEADER] ?? new URL(url).searchParams.get('project') ?? undefined;

export const sourceOf = ({ project, kind, name, note, sandbox }: Inspected, all: readonly Inspected[]): PageSource => ({
  ...{ project, kind, name, note: note ?? null, isControlled: sandbox !== undefined },
  credentials: project === all[0]?.project ? null : otherCredentials(project),
  projects: all.map((one) => ({ project: one.project, name: one.name })),
});

/** Words in backticks are code. */
const otherCredentials = (project: string): string =>
  `Set \`PLATFORM_PROJECT_ID\` to \`${project}\`, and \`PLATFORM_API_TOKEN\` to the token that the sandbox ` +
  'returned when it created this project.';

export const basicAuthorization = ({ project, token }: { readonly project: string; readonly token: string }): string =>
  `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
