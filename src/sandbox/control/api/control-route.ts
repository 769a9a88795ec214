import type { z } from 'zod';
import { validated } from '../../request/schema-problem.js';
import type { Simulator } from '../../simulator.js';

/** One route of the control API. The OpenAPI document and the dispatcher read it. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/_patchbay/api`. */
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  /** The schema of the JSON body. Without it, the body is not read. */
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  readonly result: z.ZodType;
  /** Validates the input and answers. Throws a `ControlRefusal` for input that is not valid. */
  run(simulator: Simulator, input: ControlInput): unknown;
}

export interface ControlInput {
  readonly body: unknown;
  readonly query: Readonly<Record<string, string>>;
}

export class ControlRefusal extends Error {
  constructor(
    readonly status: 400 | 404 | 405 | 422,
    message: string,
  ) {
    super(message);
  }
}

type Described = Omit<ControlRoute, 'run' | 'body' | 'query'>;
type Run<Body, Query> = (simulator: Simulator, input: { readonly body: Body; readonly query: Query }) => unknown;

/** Declares a route whose `run` receives its input parsed by the schemas of the route. */
export function controlRoute<Body extends z.ZodType, Query extends z.ZodObject>(
  route: Described & { readonly body?: Body; readonly query?: Query; readonly run: Run<z.infer<Body>, z.infer<Query>> },
): ControlRoute {
  const { body, query, run, ...described } = route;
  return {
    ...described,
    ...(body && { body }),
    ...(query && { query }),
    run: (simulator, input) =>
      run(simulator, {
        body: body ? parsed(body, input.body, 'the body') : input.body,
        query: query ? parsed(query, input.query, 'the query') : input.query,
      } as Parameters<typeof run>[1]),
  };
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = validated(schema, value, what);
  if ('problem' in result) throw new ControlRefusal(422, result.problem);
  return result.value;
}
