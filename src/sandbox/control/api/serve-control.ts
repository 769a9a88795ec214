import type { WireRequest, WireResponse } from '../../../http/index.js';
// Type-only cycle: a server answers the requests of the control API.
import type { Projects, ServedProject } from '../../serve/projects.js';
import { type ControlledServer, ControlRefusal } from './control-route.js';
import { CONTROL_BASE, openApiOf } from './openapi.js';
import { controlRoutes } from './routes.js';

/** Answers a request to the control API. */
export async function serveControl(
  served: ServedProject,
  projects: Projects | undefined,
  request: WireRequest,
): Promise<WireResponse> {
  try {
    return json(200, await resultOf({ served, projects, url: new URL(request.url).origin }, request));
  } catch (refusal) {
    if (!(refusal instanceof ControlRefusal)) throw refusal;
    return json(refusal.status, { error: refusal.message });
  }
}

async function resultOf(server: ControlledServer, { method, url, body }: WireRequest): Promise<unknown> {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.slice(CONTROL_BASE.length);
  if (path === '' || path === '/') return overview();
  if (path === '/openapi.json') return openApiOf(controlRoutes);
  const here = controlRoutes.filter((one) => one.path === path);
  if (here.length === 0)
    throw new ControlRefusal(404, `the control API has no ${pathname}. ${CONTROL_BASE}/ lists the paths`);
  const route = here.find((one) => one.method === method);
  if (!route) {
    const allowed = here.map((one) => one.method).join(' and ');
    throw new ControlRefusal(405, `${pathname} accepts ${allowed}, not ${method}`);
  }
  const input = { body: route.body ? parsedBody(body) : undefined, query: Object.fromEntries(searchParams) };
  return route.run(server.served.simulator, input, server);
}

const overview = () => ({
  description: `${CONTROL_BASE}/openapi.json describes these paths in full.`,
  paths: controlRoutes.map(({ method, path, summary }) => `${method} ${CONTROL_BASE}${path}: ${summary}`),
});

function parsedBody(body: WireRequest['body'] = ''): unknown {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ControlRefusal(
      400,
      text === '' ? 'the body must be JSON' : `the body is not JSON: ${(error as Error).message}`,
    );
  }
}

const json = (status: number, value: unknown): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});
