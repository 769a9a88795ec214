import { z } from 'zod';
import { packageVersion } from '../../../util/index.js';
import type { ControlRoute } from './control-route.js';

/** The path below which the control API is served. */
export const CONTROL_BASE = '/_patchbay/api';

/** Describes the control API as OpenAPI 3.1, from its routes. */
export function openApiOf(routes: readonly ControlRoute[]) {
  const schemas: Record<string, unknown> = { Error: ERROR };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const { method, path, operation, summary, query, example } = route;
    const input = route.body && schemaOf(route.body, 'input', schemas);
    const parameters = query && parametersOf(schemaOf(query, 'input', schemas));
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: operation,
        summary,
        ...(route.isOpen && { security: [] }),
        ...(parameters && { parameters }),
        ...(input && {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: input, ...(example && { example: example.body }) } },
          },
        }),
        responses: {
          200: answer('The result.', schemaOf(route.result, 'output', schemas)),
          ...mapped(route.refusals ?? {}, (why) => answer(why, { $ref: '#/components/schemas/Error' })),
          ...((input || query) && { 422: answer('The input is not valid.', { $ref: '#/components/schemas/Error' }) }),
          ...(!route.isOpen && { 401: { description: 'The project or the token is missing or wrong.' } }),
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Patchbay sandbox control API',
      version: packageVersion(),
      description:
        'Controls a running sandbox: incoming calls, time, inbox, callbacks, faults, snapshots, projects and verifications.',
    },
    servers: [{ url: CONTROL_BASE }],
    security: [{ account: [] }],
    paths,
    components: { schemas, securitySchemes: { account: ACCOUNT } },
  };
}

const ACCOUNT = {
  type: 'http',
  scheme: 'basic',
  description: 'The project id and the API token of the sandbox, as for the API of the platform.',
};
const ERROR = { type: 'object', required: ['error'], properties: { error: { type: 'string' } } };

const answer = (description: string, schema: unknown) => ({
  description,
  content: { 'application/json': { schema } },
});

const mapped = <T>(values: Readonly<Record<string, string>>, work: (value: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, work(value)]));

type JsonSchema = Record<string, unknown>;

/** Converts a schema. Schemas with an id become components, to which the result refers. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Record<string, unknown>): JsonSchema {
  const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, { io, reused: 'inline' }) as JsonSchema;
  const toComponents = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, definition] of Object.entries($defs as JsonSchema)) components[name] = toComponents(definition);
  const { id } = rest;
  if (typeof id !== 'string') return toComponents(rest) as JsonSchema;
  components[id] = toComponents(rest);
  return { $ref: `#/components/schemas/${id}` };
}

const parametersOf = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
