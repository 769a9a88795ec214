import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CallStory } from '../../../sandbox/index.js';
import type { DocumentStep } from '../../contract.js';
import type { Model } from '../model/model.js';
import { type CallEvent, responseText } from './call-events.js';
import { type DocumentLine, jsonLines, lineAt, textLines } from './document-lines.js';

/** A longer document would make the page slow. */
const MAX_LINES = 2_000;

interface Props {
  readonly model: Model;
  readonly story: CallStory;
  readonly events: readonly CallEvent[];
  readonly chosen: CallEvent | undefined;
}

/** The document of the chosen line, with its step marked. Without one, that of the last step that ran. */
export function DocumentView({ model, story, events, chosen }: Props) {
  const shown = chosen ?? events.findLast(({ step }) => step);
  const { step, exchange, document = firstDocument(story) } = shown ?? {};
  const lines = useDocumentLines(model, document?.text ?? swmlText(story));
  const marked = step && exchange !== document ? lineAt(lines, step.at) : -1;
  // A step without an end is running, unless the call has ended in it.
  const isRunning = step !== undefined && step === story.steps.at(-1) && story.duration === null;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>(`[data-line="${marked}"]`);
    if (box.current && line) box.current.scrollTop = line.offsetTop - box.current.clientHeight / 3;
  }, [marked]);
  if (lines.length === 0) return <p class="hint">{missingText(story)}</p>;
  return (
    <section>
      <h2>Document</h2>
      <p class="mono url quiet">{document?.url ?? 'part of the request that created the call'}</p>
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

const firstDocument = ({ requests, document }: CallStory) => requests.findLast(({ url }) => url === document);

const swmlText = ({ swml }: CallStory): string | undefined => (swml === null ? undefined : JSON.stringify(swml));

/** Why there is no document to show. */
function missingText({ document, parent, duration, requests }: CallStory): string {
  const [request] = requests;
  if (request) return `The document was not received: ${responseText(request)}.`;
  if (document !== null)
    return duration === null
      ? `The platform requests the document when the call is answered: ${document}`
      : `The call was not answered, so the platform did not request its document: ${document}`;
  return parent === null
    ? 'This call has no document.'
    : 'Another call dialled this call, and controls it with its own document. See “Related calls”.';
}

/** The lines of a document. The server finds the steps in YAML, because the page has no parser for it. */
function useDocumentLines({ api }: Model, text: string | undefined): readonly DocumentLine[] {
  const [yaml, setYaml] = useState<{ readonly text: string; readonly steps: readonly DocumentStep[] }>();
  const formatted = useMemo(() => (text === undefined ? [] : (jsonLines(text) ?? xmlLines(text))), [text]);
  useEffect(() => {
    if (formatted || text === undefined) return;
    // Without positions, the page shows the text alone.
    api.post<readonly DocumentStep[]>('document/steps', text).then(
      (steps) => setYaml({ text, steps }),
      () => {},
    );
  }, [api, text, formatted]);
  return useMemo(
    () => formatted ?? textLines(text ?? '', yaml?.text === text ? (yaml?.steps ?? []) : []),
    [text, formatted, yaml],
  );
}

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
  const at = path === '' ? {} : { paths: [path] };
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
