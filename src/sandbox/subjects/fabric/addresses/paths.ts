import { collection, type State } from '../../../state/state.js';

/** The resource of each path. The path is the id. */
const allPaths = collection<{ readonly id: string; readonly resource_id: string }>('address paths');

/** Reserves a path that is derived from the title. A number is appended if the path is taken. */
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
