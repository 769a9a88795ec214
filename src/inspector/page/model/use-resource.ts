import { useEffect, useState } from 'preact/hooks';
import type { Model } from './model.js';

export interface Resource<T> {
  readonly value: T | undefined;
  readonly problem: string | undefined;
}

/** Reads a value of the server, and reads it again when `again` changes. The old value stays until the new one is there. */
export function useResource<T>({ api }: Pick<Model, 'api'>, path: string | undefined, again: unknown = 0): Resource<T> {
  const [resource, set] = useState<Resource<T> & { readonly path?: string | undefined }>(EMPTY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is what asks for the value again.
  useEffect(() => {
    let isCurrent = true;
    if (path === undefined) return;
    api.get<T>(path).then(
      (value) => isCurrent && set({ path, value, problem: undefined }),
      (error: Error) => isCurrent && set({ path, value: undefined, problem: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, path, again]);
  return resource.path === path ? resource : EMPTY;
}

const EMPTY = { value: undefined, problem: undefined };
