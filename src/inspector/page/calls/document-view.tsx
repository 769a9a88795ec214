import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { CallStory } from '../../../sandbox/index.js';
import type { CallEvent } from './call-events.js';
import { type DocumentLine, jsonLines, lineAt } from './document-lines.js';

/** A longer document would make the page slow. */
const MAX_LINES = 2_000;

interface Props {
  readonly story: CallStory;
  readonly chosen: CallEvent | undefined;
}

/** The document of a call, with the chosen step marked. Without one, the last step that ran is marked. */
export function DocumentView({ story, chosen }: Props) {
  const step = chosen?.step ?? story.steps.at(-1);
  const url = step?.document ?? story.document;
  const text = story.requests.find((one) => one.url === url)?.text;
  const lines = useMemo(() => (text === undefined ? [] : documentLines(text)), [text]);
  const marked = step ? lineAt(lines, step.at) : -1;
  // A step without an end is running, unless the call has ended in it.
  const isRunning = step !== undefined && step === story.steps.at(-1) && story.duration === null;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>(`[data-line="${marked}"]`);
    if (box.current && line) box.current.scrollTop = line.offsetTop - box.current.clientHeight / 3;
  }, [marked]);
  if (text === undefined || text === '')
    return <p class="hint">This call has no document that the sandbox could read from a URL.</p>;
  return (
    <section>
      <h2>Document</h2>
      <p class="mono url quiet">{url}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard. */}
      <section class="document" ref={box} tabIndex={0} aria-label="Document">
        <ol>
          {lines.slice(0, MAX_LINES).map((line, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
              key={index}
              data-line={index}
              class={index === marked ? 'marked' : ''}
              aria-current={index === marked ? 'step' : undefined}
            >
              {line.text}
              {index === marked && isRunning && <span class="running">running</span>}
            </li>
          ))}
        </ol>
        {lines.length > MAX_LINES && <p class="quiet">{lines.length - MAX_LINES} more lines are not shown.</p>}
      </section>
    </section>
  );
}

/** The lines of a document. A text in another format has no positions. */
const documentLines = (text: string): DocumentLine[] =>
  jsonLines(text) ?? xmlLines(text) ?? text.split('\n').map((line) => ({ text: line }));

/** Formats an XML document with the parser of the browser, which runs nothing. Undefined for other texts. */
function xmlLines(text: string): DocumentLine[] | undefined {
  if (!/^\s*</.test(text)) return undefined;
  const { documentElement } = new DOMParser().parseFromString(text, 'application/xml');
  return documentElement.querySelector('parsererror') || documentElement.localName === 'parsererror'
    ? undefined
    : elementLines(documentElement, '', '');
}

function elementLines(element: Element, path: string, indent: string): DocumentLine[] {
  const attributes = [...element.attributes].map(({ name, value }) => ` ${name}="${value}"`).join('');
  const start = `${indent}<${element.tagName}${attributes}`;
  const at = path === '' ? {} : { path };
  const children = [...element.children];
  if (children.length === 0) {
    const content = (element.textContent ?? '').trim();
    return [{ text: content === '' ? `${start}/>` : `${start}>${content}</${element.tagName}>`, ...at }];
  }
  const inner = children.flatMap((child, index) =>
    elementLines(child, `${path === '' ? '' : `${path}.`}${child.tagName}[${index}]`, `${indent}  `),
  );
  return [{ text: `${start}>`, ...at }, ...inner, { text: `${indent}</${element.tagName}>` }];
}
