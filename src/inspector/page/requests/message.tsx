import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ShownMessage } from '../../contract.js';
import { size } from '../parts/format.js';

interface Props {
  readonly title: string;
  readonly message: ShownMessage;
  /** The words of the filter, which are marked. */
  readonly words?: readonly string[];
}

/** The headers and the body of a request or a response. */
export function Message({ title, message, words }: Props) {
  const { headers, body, bytes, isCut } = message;
  return (
    <section class="message">
      <h3>
        {title} <span class="quiet">{bytes === 0 ? 'no body' : size(bytes)}</span>
      </h3>
      {body !== '' && <Body label={`${title} body`} text={body} words={words} />}
      {isCut && (
        <p class="quiet">
          The page shows the first {size(body.length)} of {size(bytes)}.
        </p>
      )}
      {headers.length > 0 && (
        <details>
          <summary>
            {title} headers ({headers.length})
          </summary>
          <dl class="pairs mono">
            {headers.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

interface BodyProps {
  readonly label: string;
  readonly text: string;
  readonly words?: readonly string[] | undefined;
}

/** A long text that scrolls, to the first marked word. */
export function Body({ label, text, words = [] }: BodyProps) {
  const box = useRef<HTMLElement>(null);
  const sought = words.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words mark other parts of the text.
  useEffect(() => {
    const [element, mark] = [box.current, box.current?.querySelector('mark')];
    if (element && mark) element.scrollTop += mark.offsetTop - element.offsetTop - element.clientHeight / 3;
  }, [sought]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard.
    <section class="body" ref={box} tabIndex={0} aria-label={label}>
      <pre>{marked(text, words)}</pre>
    </section>
  );
}

const MAX_MARKS = 200;

/** The text with an element around each of the words. */
function marked(text: string, words: readonly string[]): ComponentChildren {
  if (words.length === 0) return text;
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`, 'i');
  const parts = text.split(pattern, MAX_MARKS * 2);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const shown = parts.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
  return [...shown, text.slice(length)];
}
