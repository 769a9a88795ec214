import { kind, type State } from '../../../state/state.js';

/** Which resource has which path; the path is the id. */
const allPaths = kind<{ readonly id: string; readonly resource_id: string }>('address paths');

/** The path that a resource gets for its name, with a number behind it when another one has it. */
export function takePath(state: State, resource_id: string, context: 'public' | 'private', title: string): string {
  const name =
    title
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-|-$/g, '') || 'resource';
  let path = `/${context}/${name}`;
  for (let i = 2; allPaths(state).get(path); i++) path = `/${context}/${name}-${i}`;
  allPaths(state).add({ id: path, resource_id });
  return path;
}

export const hasPath = (state: State, path: string): boolean => allPaths(state).get(path) !== undefined;

export const freePath = (state: State, path: string) => void allPaths(state).delete(path);
