import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CallStory } from '../../../sandbox/index.js';
import type { ReadDocument } from '../../contract.js';
import type { Model } from '../model/model.js';
import { type CallEvent, responseText, senderOf } from './call-events.js';
import { type DocumentLine, documentLines, lineAt, shownText, withProblems } from './document-lines.js';

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
  const sent = document?.text ?? swmlText(story);
  const { text, isBroken } = useMemo(() => shownText(sent), [sent]);
  const found = useDocumentLines(model, text);
  const lines = useMemo(() => withProblems(found, problemsIn(events, document)), [found, events, document]);
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
      {isBroken && <p class="quiet">{senderOf(document)} this in one line.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard. */}
      <section class="document" ref={box} tabIndex={0} aria-label="Document">
        <ol>
          {lines.slice(0, MAX_LINES).map((line, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
              key={index}
              data-line={index}
              class={`${index === marked ? 'marked' : ''} ${line.problems.length > 0 ? 'wrong' : ''}`}
              aria-current={index === marked ? 'step' : undefined}
            >
              {line.text}
              {index === marked && isRunning && <span class="running">running</span>}
              {line.problems.map((problem) => (
                <strong key={problem} class="line-problem">
                  {problem}
                </strong>
              ))}
            </li>
          ))}
        </ol>
        {lines.length > MAX_LINES && <p class="quiet">{lines.length - MAX_LINES} more lines are not shown.</p>}
      </section>
    </section>
  );
}

const firstDocument = ({ requests, document }: CallStory) => requests.findLast(({ url }) => url === document);

const swmlText = ({ swml }: CallStory): string => (swml === null ? '' : JSON.stringify(swml));

/** The problems of the steps of a document. A step of another document can have the same position. */
const problemsIn = (events: readonly CallEvent[], document: CallEvent['document']) =>
  events.flatMap(({ step, problem: problems, document: own }) =>
    step && problems && own === document ? { at: step.at, problems } : [],
  );

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

/** The lines of a document. The server finds the steps and the problems, because it has the parsers. */
function useDocumentLines({ api }: Model, text: string): readonly DocumentLine[] {
  const [read, setRead] = useState<{ readonly text: string; readonly found: ReadDocument }>();
  useEffect(() => {
    if (text === '') return;
    let isCurrent = true;
    // Without positions, the page shows the text alone.
    api.post<ReadDocument>('document/read', text).then(
      (found) => isCurrent && setRead({ text, found }),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [api, text]);
  return useMemo(() => documentLines(text, read?.text === text ? read.found : undefined), [text, read]);
}
