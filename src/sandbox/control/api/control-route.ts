import type { z } from 'zod';
import { validated } from '../../request/schema-problem.js';
// Type-only cycle: a server answers the requests of the control API.
import type { Projects, ServedProject } from '../../serve/projects.js';
import type { Simulator } from '../../simulator.js';

/** One route of the control API. The OpenAPI document and the dispatcher read it. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/_patchbay/api`. */
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  /** Whether it needs no credentials. */
  readonly isOpen?: true;
  /** The schema of the JSON body. Without it, the body is not read. */
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  readonly result: z.ZodType;
  /** A body or a query that works in a new sandbox. The reference page and the OpenAPI document show it. */
  readonly example?: { readonly body?: unknown; readonly query?: string };
  /** Further statuses with which it refuses a request, and why. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** Validates the input and answers. Throws a `ControlRefusal` for input that is not valid. */
  run(simulator: Simulator, input: ControlInput, server: ControlledServer): unknown;
}

/** What the routes of projects use. */
export interface ControlledServer {
  /** The project whose credentials the request has. */
  readonly served: ServedProject;
  /** Undefined for a server with one project. */
  readonly projects: Projects | undefined;
  /** The origin to which the request was sent. */
  readonly url: string;
}

export interface ControlInput {
  readonly body: unknown;
  readonly query: Readonly<Record<string, string>>;
}

export class ControlRefusal extends Error {
  constructor(
    readonly status: 400 | 403 | 404 | 405 | 409 | 422,
    message: string,
  ) {
    super(message);
  }
}

type Described = Omit<ControlRoute, 'run' | 'body' | 'query'>;
type Run<Body, Query> = (
  simulator: Simulator,
  input: { readonly body: Body; readonly query: Query },
  server: ControlledServer,
) => unknown;

/** Declares a route whose `run` receives its input parsed by the schemas of the route. */
export function controlRoute<Body extends z.ZodType, Query extends z.ZodObject>(
  route: Described & { readonly body?: Body; readonly query?: Query; readonly run: Run<z.infer<Body>, z.infer<Query>> },
): ControlRoute {
  const { body, query, run, ...described } = route;
  return {
    ...described,
    ...(body && { body }),
    ...(query && { query }),
    run: (simulator, input, server) => {
      const checked = {
        body: body ? parsed(body, input.body, 'the body') : input.body,
        query: query ? parsed(query, input.query, 'the query') : input.query,
      } as Parameters<typeof run>[1];
      return run(simulator, checked, server);
    },
  };
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = validated(schema, value, what);
  if ('problem' in result) throw new ControlRefusal(422, result.problem);
  return result.value;
}

/** The library throws for an invalid value. The client receives the message with status 422. */
export function orRefuse<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** `orRefuse` for work that ends later. */
export const laterOrRefuse = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error) => {
    throw refusalOf(error);
  });

const refusalOf = (error: unknown) => new ControlRefusal(422, error instanceof Error ? error.message : String(error));
