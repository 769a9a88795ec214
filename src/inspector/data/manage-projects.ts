import type { Served, ServedResponse, WireRequest } from '../../http/index.js';
import { isPlain, jsonOf } from '../../util/index.js';
import { json } from '../access/page-response.js';
import type { CreatedProject, ProjectsState } from '../contract.js';

interface Ports {
  readonly server: Served;
  readonly authorization: string;
}

/** Whether the server can have more projects. Lists none: the control API lists them with their tokens. */
export async function projectsState(request: WireRequest, ports: Ports): Promise<ProjectsState> {
  const { status } = await ask('GET', request, ports);
  return { isManaged: status === 200 || status === 403 };
}

/** Adds a project. The page shows its token once, as the control API does. */
export async function createProject(request: WireRequest, ports: Ports): Promise<ServedResponse> {
  const { status, value } = await ask('POST', request, ports);
  if (status !== 200 || !isPlain(value)) return json(status, value);
  const { project, token, url } = value;
  return json(200, { project: String(project), token: String(token), url: String(url) } satisfies CreatedProject);
}

export async function deleteProject(request: WireRequest, ports: Ports): Promise<ServedResponse> {
  const { status, value } = await ask('DELETE', request, ports);
  return json(status, value);
}

async function ask(method: string, { url, body }: WireRequest, { server, authorization }: Ports) {
  const { origin, search } = new URL(url);
  const answer = await server.send({
    ...{ method, url: `${origin}/_patchbay/api/projects${search}`, headers: { authorization } },
    ...(method === 'POST' && body !== undefined && { body }),
  });
  const text = answer.body instanceof Uint8Array ? Buffer.from(answer.body).toString('utf8') : '';
  return { status: answer.status, value: jsonOf(text) };
}
