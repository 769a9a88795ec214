import type { Argument, Route } from './row-types.js';

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
  for (const [index, declared] of parts.filter((_, part) => part % 2 === 1).entries()) {
    const parameter = { ...parseArgument(declared), collection: path.replace(/\/$/, '') };
    parameters.push(parameter);
    path += `{${parameter.name}}${literals[index + 1]}`;
  }
  return { method: route.slice(0, space) as Route['method'], path, literals, parameters };
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
