import type { WireRequest, WireResponse } from '../../../http/index.js';
// Type-only cycle: a server answers the requests of the control API.
import type { Projects, ServedProject } from '../../serve/projects.js';
import { type ControlledServer, ControlRefusal, type ControlRoute } from './control-route.js';
import { CONTROL_BASE, openApiOf } from './openapi.js';
import { controlRoutes } from './routes.js';

/** A project whose control API receives a request. */
interface Accessed {
  readonly served: ServedProject;
  readonly projects: Projects | undefined;
  /** The response to a request without the credentials of the project. */
  refusal(): WireResponse | undefined;
}

/** Answers a request to the control API. */
export async function serveControl({ refusal, ...server }: Accessed, request: WireRequest): Promise<WireResponse> {
  try {
    const { pathname } = new URL(request.url);
    const here = controlRoutes.filter(({ path }) => `${CONTROL_BASE}${path}` === pathname);
    const refused = here.some(({ isOpen }) => isOpen) ? undefined : refusal();
    return refused ?? json(200, await resultOf(here, { ...server, url: new URL(request.url).origin }, request));
  } catch (refusal) {
    if (!(refusal instanceof ControlRefusal)) throw refusal;
    return json(refusal.status, { error: refusal.message });
  }
}

async function resultOf(
  here: readonly ControlRoute[],
  server: ControlledServer,
  { method, url, body }: WireRequest,
): Promise<unknown> {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.slice(CONTROL_BASE.length);
  if (path === '' || path === '/') return overview();
  if (path === '/openapi.json') return openApiOf(controlRoutes);
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
