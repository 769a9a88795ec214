import { z } from 'zod';
import { packageVersion } from '../../../util/index.js';
// Type-only cycle: a server answers the requests of the control API.
import type { Projects, ServedProject } from '../../serve/projects.js';
import { signingKey } from '../../subjects/projects.js';
import { type ControlledServer, ControlRefusal, type ControlRoute, controlRoute, orRefuse } from './control-route.js';

const Project = z
  .object({
    project: z.string(),
    token: z.string(),
    url: z.string().meta({ description: 'The address of the server, for `PLATFORM_SPACE`.' }),
    signing_key: z.string(),
  })
  .meta({ id: 'Project' });

const describe = ({ project, token, simulator }: ServedProject, { url }: ControlledServer) => ({
  ...{ project, token, url },
  signing_key: signingKey(simulator.state),
});

function projectsOf({ projects }: ControlledServer): Projects {
  if (projects) return projects;
  throw new ControlRefusal(409, 'this server has one project: start it with patchbay sandbox --projects');
}

const ONE = { 409: 'The server has one project.' };
const NOT_MAIN = { ...ONE, 403: 'The request has the credentials of another project.' };

/** The account that the server printed manages the projects of others. */
function onlyMain(server: ControlledServer): Projects {
  const projects = projectsOf(server);
  if (server.served === projects.main) return projects;
  throw new ControlRefusal(403, 'only the first project of the server may do this');
}

export const projectRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: '/health',
    operation: 'getHealth',
    isOpen: true,
    summary: 'Return whether the server runs. The only request without credentials.',
    result: z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' }),
    run: () => ({ status: 'ok', version: packageVersion() }),
  }),
  controlRoute({
    method: 'GET',
    path: '/projects',
    operation: 'listProjects',
    summary: 'List the projects of a server that was started with --projects. Only for its first project.',
    result: z.array(Project),
    refusals: NOT_MAIN,
    run: (_, __, server) =>
      onlyMain(server)
        .list()
        .map((one) => describe(one, server)),
  }),
  controlRoute({
    method: 'POST',
    path: '/projects',
    operation: 'createProject',
    example: { body: { empty: true } },
    summary: 'Add a project with its own state, clock, ids, inbox and journal, for example for a test worker.',
    body: z.strictObject({
      project: z
        .string()
        .regex(/^[\w-]{8,64}$/, 'must have 8 to 64 letters, digits and the characters _ -')
        .optional()
        .meta({ description: 'The id of the project. Default: a random one.' }),
      token: z
        .string()
        .regex(/^[\w.+/=-]{16,512}$/, 'must have 16 to 512 letters, digits and the characters . _ + / = -')
        .optional()
        .meta({ description: 'Default: a random one.' }),
      seed: z.int().optional().meta({ description: 'Default: the seed of the server.' }),
      now: z
        .string()
        .meta({ format: 'date-time', description: 'The start of its clock. Default: that of the server.' })
        .optional(),
      empty: z
        .boolean()
        .optional()
        .meta({ description: 'Without the numbers, queues and calls of the sample account.' }),
      fork: z
        .literal(true)
        .optional()
        .meta({ description: 'Starts with the state of the project whose credentials the request has.' }),
    }),
    result: Project,
    refusals: ONE,
    run(_, { body: { fork, ...options } }, server) {
      const projects = projectsOf(server);
      return describe(
        orRefuse(() => projects.create({ ...options, fork: fork && server.served })),
        server,
      );
    },
  }),
  controlRoute({
    method: 'DELETE',
    path: '/projects',
    operation: 'deleteProject',
    summary: 'Remove a project and its state. A project may remove itself, and the first one each of the others.',
    query: z.strictObject({ project: z.string() }),
    result: z.object({ deleted: z.string() }),
    refusals: { ...NOT_MAIN, 404: 'There is no such project.' },
    async run(_, { query: { project } }, server) {
      const projects = server.served.project === project ? projectsOf(server) : onlyMain(server);
      if (!(await projects.delete(project))) throw new ControlRefusal(404, `there is no project ${project} to remove`);
      return { deleted: project };
    },
  }),
];
