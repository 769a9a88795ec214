import type { ShownMessage } from '../../contract.js';
import { size } from '../parts/format.js';

/** The headers and the body of a request or a response. */
export function Message({ title, message }: { readonly title: string; readonly message: ShownMessage }) {
  const { headers, body, bytes, isCut } = message;
  return (
    <section class="message">
      <h3>
        {title} <span class="quiet">{bytes === 0 ? 'no body' : size(bytes)}</span>
      </h3>
      {body !== '' && <Body label={`${title} body`} text={body} />}
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

/** A long text that scrolls. */
export const Body = ({ label, text }: { readonly label: string; readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard.
  <section class="body" tabIndex={0} aria-label={label}>
    <pre>{text}</pre>
  </section>
);
