import { useEffect, useRef } from 'preact/hooks';
import type { Bindings } from './keys.js';
import type { Model } from './model.js';

/** Adds keys while a part is on the screen. Each key does what the latest drawing of the part says. */
export function useKeys({ keys }: Pick<Model, 'keys'>, bindings: Bindings): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  const names = Object.keys(bindings).join(' ');
  useEffect(
    () => keys.bind(Object.fromEntries(names.split(' ').map((name) => [name, () => latest.current[name]?.()]))),
    [keys, names],
  );
}
