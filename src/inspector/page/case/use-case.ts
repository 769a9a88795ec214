import { useEffect, useState } from 'preact/hooks';
import type { CasePartName, CaseState } from '../../case-contract.js';
import type { Model } from '../model/model.js';
import { type Resource, useResource } from '../model/use-resource.js';
import { messageOf } from '../parts/format.js';

/** Between two looks. The server answers when there is progress. */
const PAUSE_MS = 150;

/** The case of this session, and what the page can do with it. */
export interface OpenedCase {
  readonly model: Model;
  readonly state: CaseState | undefined;
  /** Why the page could not reach the server, or why the server refused. */
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  /** Sends a request that returns the new state. */
  run(work: () => Promise<CaseState>): Promise<boolean>;
}

/** Follows the case while something runs. */
export function useCase(model: Model): OpenedCase {
  const [state, setState] = useState<CaseState>();
  const [failure, setFailure] = useState<string>();
  const run = async (work: () => Promise<CaseState>): Promise<boolean> => {
    try {
      setState(await work());
      setFailure(undefined);
      return true;
    } catch (error) {
      setFailure(messageOf(error));
      return false;
    }
  };
  const isBusy = state === undefined || state.work !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state that is busy starts the next look.
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(
      () => void run(() => model.api.get<CaseState>(state ? 'case/next' : 'case')),
      state ? PAUSE_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [state, isBusy]);
  return { model, state, failure, isBusy, run };
}

/** A part of the case, read again when the server made it again. */
export function useCasePart<T>({ model, state }: OpenedCase, name: CasePartName): Resource<T> {
  const count = state?.parts[name];
  return useResource<T>(model, count === undefined ? undefined : `case/part/${name}`, count);
}
