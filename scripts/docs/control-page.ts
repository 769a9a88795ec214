import { CONTROL_BASE, openApiOf } from '../../src/sandbox/control/api/openapi.js';
import { controlRoutes } from '../../src/sandbox/control/api/routes.js';
import { GENERATED } from './reference-page.js';

export const OPENAPI_FILE = 'docs/reference/control-api.openapi.json';

/** The description of the control API as OpenAPI 3.1. */
export const openApiText = (): string => `${JSON.stringify(openApiOf(controlRoutes), null, 2)}\n`;

interface Schema {
  readonly [key: string]: unknown;
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: { readonly 'application/json': { readonly schema: Schema } } }
    >
  >;
}

/** The reference page of the control API. */
export function controlPage(): string {
  // Its own schemas become plain JSON.
  const { paths, components } = JSON.parse(JSON.stringify(openApiOf(controlRoutes))) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  const sections = controlRoutes.map((route) => {
    const operation = paths[route.path]?.[route.method.toLowerCase()];
    if (!operation) throw new Error(`no operation for ${route.method} ${route.path}`);
    const body = operation.requestBody?.content['application/json'].schema;
    const parameters = operation.parameters ?? [];
    const query = parameters.map(({ name, schema, required, description = '' }) =>
      row(name, schema, required, description),
    );
    const example =
      route.example?.body === undefined ? '' : `\`\`\`json\n${JSON.stringify(route.example.body)}\n\`\`\`\n`;
    const result = operation.responses[200]?.content?.['application/json'].schema;
    const refusals = Object.entries(operation.responses)
      .filter(([status]) => status !== '200' && status !== '401')
      .map(([status, { description }]) => `- ${status}: ${description}`);
    return [
      `## ${route.method} ${route.path}\n\n${route.summary}\n`,
      ...(query.length > 0 ? [`${table('query field', query)}`] : []),
      ...(body ? [fieldsOf(body)] : []),
      example,
      `Returns ${result ? typeText(result) : 'nothing'}.\n`,
      ...(refusals.length > 0 ? [`${refusals.join('\n')}\n`] : []),
    ]
      .filter((part) => part !== '')
      .join('\n');
  });
  const types = Object.entries(components.schemas).map(([name, schema]) => `### ${name}\n\n${fieldsOf(schema)}`);
  return `${GENERATED}# Control API

This page is a reference of the requests to \`${CONTROL_BASE}\` of a served [sandbox](../sandbox.md). They use HTTP basic
authentication, with the project and the token of the sandbox. [The OpenAPI file](control-api.openapi.json) describes them for
programs, and \`GET ${CONTROL_BASE}/openapi.json\` returns it. An invalid request receives \`{ "error": "…" }\` with the reason.

${controlRoutes.map(({ method, path, summary }) => `- [\`${method} ${path}\`](#${anchor(method, path)}): ${summary}`).join('\n')}

${sections.join('\n')}
## Types

${types.join('\n')}`;
}

const anchor = (method: string, path: string) =>
  `${method} ${path}`.toLowerCase().replaceAll('/', '').replaceAll(' ', '-');

const table = (head: string, rows: readonly string[]) =>
  `| ${head} | type | | |\n|---|---|---|---|\n${rows.join('\n')}\n`;

const row = (name: string, schema: Schema, isRequired: boolean, description = schema.description ?? '') =>
  `| \`${name}\` | ${typeText(schema)} | ${isRequired ? 'required' : ''} | ${cell(description)} |`;

function fieldsOf(schema: Schema): string {
  const { properties, required = [], description = '' } = schema;
  const about = description === '' ? '' : `${description}\n\n`;
  if (!properties || Object.keys(properties).length === 0) return `${about}${typeText(schema)}\n`;
  const rows = Object.entries(properties).map(([name, one]) => row(name, one, required.includes(name)));
  return `${about}${table('field', rows)}`;
}

function typeText(schema: Schema): string {
  const { $ref, anyOf, items, type, enum: values, const: value, properties } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (Array.isArray(values)) return values.map((one) => `\`${JSON.stringify(one)}\``).join(', ');
  if (anyOf) return anyOf.map(typeText).join(' or ');
  if (items) return `list of ${typeText(items)}`;
  if (properties && Object.keys(properties).length > 0)
    return `{ ${Object.entries(properties)
      .map(([name, one]) => `${name}: ${typeText(one)}`)
      .join(', ')} }`;
  return type === undefined ? 'any value' : [type].flat().join(' or ');
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
