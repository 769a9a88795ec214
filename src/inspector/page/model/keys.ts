import { useLayoutEffect, useRef } from 'preact/hooks';

/** What a key does, by its name. */
export type Bindings = Readonly<Record<string, () => void>>;

/** The keys of the parts that are on the screen. A part that came later has priority. */
export class Keys {
  readonly #bindings: Bindings[] = [];

  constructor(target: Pick<Window, 'addEventListener'>) {
    target.addEventListener('keydown', (event) => this.#press(event));
  }

  /** Adds keys. The returned function removes them. */
  bind(bindings: Bindings): () => void {
    this.#bindings.push(bindings);
    return () => void this.#bindings.splice(this.#bindings.indexOf(bindings), 1);
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (target instanceof HTMLElement && isTyping(target)) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if (document.querySelector('dialog[open]') || isScrolling(event)) return;
    const found = this.#bindings.findLast((bindings) => Object.hasOwn(bindings, event.key));
    if (!found) return;
    event.preventDefault();
    found[event.key]?.();
  }
}

const isTyping = (element: HTMLElement): boolean =>
  element.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');

/** The arrow keys scroll a part that has the focus for that. */
const isScrolling = ({ key, target }: KeyboardEvent): boolean =>
  key.startsWith('Arrow') && target instanceof HTMLElement && target.matches('section[tabindex="0"]');

/** Adds keys while a part is on the screen. Each key does what the latest drawing of the part says. */
export function useKeys({ keys }: { readonly keys: Keys }, bindings: Bindings): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  const names = Object.keys(bindings).join(' ');
  // Before the user can press one of them.
  useLayoutEffect(
    () => keys.bind(Object.fromEntries(names.split(' ').map((name) => [name, () => latest.current[name]?.()]))),
    [keys, names],
  );
}
