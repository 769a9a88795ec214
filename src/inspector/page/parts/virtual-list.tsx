import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../model/keys.js';
import type { Model } from '../model/model.js';

interface Props<T> {
  readonly model: Model;
  readonly label: string;
  readonly items: readonly T[];
  /** In pixels, at the usual size of the text. */
  readonly rowHeight: number;
  keyOf(item: T): number | string;
  draw(item: T): ComponentChildren;
}

/** Rows above and below the visible ones, so that a fast scroll shows no gap. */
const SPARE = 8;

/** The part that scrolls: the list, or a panel that scrolls as a whole. */
const scrollerOf = (box: HTMLElement): HTMLElement => box.closest<HTMLElement>('.scrolls') ?? box;

/** How far the start of the list is above the visible part. */
const offsetIn = (scroller: HTMLElement, box: HTMLElement): number =>
  scroller === box ? box.scrollTop : scroller.getBoundingClientRect().top - box.getBoundingClientRect().top;

/**
 * A long list of links, of which only the visible ones are in the document. New items at the start do not move what the
 * user reads. j, k and the arrow keys move the focus.
 */
export function VirtualList<T>({ model, label, items, rowHeight: baseHeight, keyOf, draw }: Props<T>) {
  const rowHeight = baseHeight * useTextScale();
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
    const scroller = scrollerOf(element);
    const observer = new ResizeObserver(() => setHeight(scroller.clientHeight));
    observer.observe(scroller);
    const follow = () => setFirst(Math.max(0, Math.floor(offsetIn(scroller, element) / rowHeight)));
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', follow);
    };
  }, [rowHeight]);

  useLayoutEffect(() => {
    const element = box.current;
    const added = head.current === undefined ? 0 : items.findIndex((item) => keyOf(item) === head.current);
    head.current = items[0] === undefined ? undefined : keyOf(items[0]);
    if (!element || added <= 0) return;
    const scroller = scrollerOf(element);
    if (offsetIn(scroller, element) > 0) scroller.scrollTop += added * rowHeight;
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
    const scroller = scrollerOf(element);
    const offset = offsetIn(scroller, element);
    const below = (next + 1) * rowHeight - offset - scroller.clientHeight;
    if (next * rowHeight < offset) scroller.scrollTop += next * rowHeight - offset;
    else if (below > 0) scroller.scrollTop += below;
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
    <div class="list" ref={box}>
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

/** In pixels: the size of the text for which heights are given. */
const USUAL_SIZE = 15;

const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_SIZE || 1;

/** How much larger the text is than usual. It is larger on a large screen. */
function useTextScale(): number {
  const [scale, setScale] = useState(textScale);
  useEffect(() => {
    const update = () => setScale(textScale());
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, []);
  return scale;
}
