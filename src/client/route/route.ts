export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A positional argument of an operation. */
export interface Argument {
  readonly name: string;
  /** Whether the value is the id of a resource, a phone number, or any other text. */
  readonly kind: 'id' | 'number' | 'text';
  readonly doc: string;
  /** For a parameter of the path: the path before it, which is the collection that contains the resource. */
  readonly collection?: string;
}

/** The parsed route of an operation. */
export interface Route {
  readonly method: Method;
  /** The path with the names of its parameters: `/api/relay/rest/queues/{queue_id}`. */
  readonly path: string;
  /** The texts around the parameters. There is one more than there are parameters. */
  readonly literals: readonly string[];
  /** The parameters, in order. The client fills in `account` with the project. */
  readonly parameters: readonly Argument[];
}

/**
 * Parses a route such as `GET /api/queues/{queue_id}`. A parameter declares its kind after its name:
 * `{resource_id:AI agent}`, `{e164:number}`, `{country:text}`. The kind of `{queue_id}` is `queue`.
 */
export function parseRoute(route: string): Route {
  const space = route.indexOf(' ');
  const parts = route.slice(space + 1).split(/\{([^}]+)\}/);
  const literals = parts.filter((_, index) => index % 2 === 0);
  const parameters: Argument[] = [];
  let path = literals[0] as string;
  for (const [index, declared] of parts.filter((_, at) => at % 2 === 1).entries()) {
    const parameter = { ...parseArgument(declared), collection: path.replace(/\/$/, '') };
    parameters.push(parameter);
    path += `{${parameter.name}}${literals[index + 1]}`;
  }
  return { method: route.slice(0, space) as Method, path, literals, parameters };
}

/** Parses the declaration of an argument: a name that ends in `_id` or `_sid`, or a name and a kind. */
export function parseArgument(declared: string): Argument {
  const [name = '', explicit] = declared.split(':');
  const kind = explicit ?? (name === 'account' ? 'project' : /^(\w+)_s?id$/.exec(name)?.[1]?.replaceAll('_', ' '));
  if (kind === undefined)
    throw new Error(`{${declared}} does not declare its kind; write {${name}:text} or {${name}:queue}`);
  if (kind === 'text') return { name, kind, doc: '' };
  if (kind === 'number') return { name, kind, doc: 'a phone number in E.164' };
  return { name, kind: 'id', doc: `the id of ${indefinite(kind)}` };
}

export const indefinite = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
