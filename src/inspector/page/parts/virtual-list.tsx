import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../model/keys.js';
import type { Model } from '../model/model.js';

interface Props<T> {
  readonly model: Model;
  readonly label: string;
  readonly items: readonly T[];
  readonly rowHeight: number;
  keyOf(item: T): number | string;
  draw(item: T): ComponentChildren;
}

/** Rows above and below the visible ones, so that a fast scroll shows no gap. */
const SPARE = 8;

/**
 * A long list of links, of which only the visible ones are in the document. New items at the start do not move what the
 * user reads. j, k and the arrow keys move the focus.
 */
export function VirtualList<T>({ model, label, items, rowHeight, keyOf, draw }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [height, setHeight] = useState(800);
  const [focused, setFocused] = useState<number | string>();
  const head = useRef<number | string | undefined>(undefined);
  const moved = useRef<number | undefined>(undefined);
  const position = focused === undefined ? -1 : items.findIndex((item) => keyOf(item) === focused);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    const added = head.current === undefined ? 0 : items.findIndex((item) => keyOf(item) === head.current);
    head.current = items[0] === undefined ? undefined : keyOf(items[0]);
    if (element && element.scrollTop > 0 && added > 0) element.scrollTop += added * rowHeight;
  }, [items, keyOf, rowHeight]);

  // The row that the user moved to is in the document after the drawing.
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    box.current?.querySelector<HTMLElement>(`[data-row="${moved.current}"] a`)?.focus();
    moved.current = undefined;
  });

  const move = (step: number) => {
    const element = box.current;
    const next = Math.max(0, Math.min(items.length - 1, position === -1 ? 0 : position + step));
    const item = items[next];
    if (!element || item === undefined) return;
    if (next * rowHeight < element.scrollTop) element.scrollTop = next * rowHeight;
    const end = (next + 1) * rowHeight;
    if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
    setFocused(keyOf(item));
    moved.current = next;
  };
  useKeys(model, { j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1) });

  const start = Math.max(0, first - SPARE);
  const end = Math.min(items.length, first + Math.ceil(height / rowHeight) + SPARE);
  const shown = items.slice(start, end).map((item, index) => ({ item, index: start + index }));
  // The row with the focus stays in the document, or the focus would be lost.
  const held = position >= 0 && (position < start || position >= end) ? items[position] : undefined;
  if (held !== undefined) shown.push({ item: held, index: position });
  return (
    <div
      class="list"
      ref={box}
      onScroll={({ currentTarget }) => setFirst(Math.floor(currentTarget.scrollTop / rowHeight))}
    >
      <ol aria-label={label} style={{ height: `${items.length * rowHeight}px` }}>
        {shown.map(({ item, index }) => (
          <li
            key={keyOf(item)}
            data-row={index}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
            onFocusCapture={() => setFocused(keyOf(item))}
          >
            {draw(item)}
          </li>
        ))}
      </ol>
    </div>
  );
}
