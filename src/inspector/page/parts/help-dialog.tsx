import { useEffect, useRef } from 'preact/hooks';

const KEYS = [
  ['1 – 9, 0', 'Open a panel'],
  ['j, ↓ · k, ↑', 'Move in a list or a timeline'],
  ['Enter', 'Open'],
  ['/', 'Filter'],
  ['Esc', 'Close or go back'],
  ['e', 'Explain a failed request'],
  ['s', 'Send a request again'],
  ['p', 'Pin a request. Pin two to compare them'],
  ['[ · ]', 'Go to the step before or after, in a case'],
  ['?', 'List the keys'],
] as const;

/** The keys of the page. */
export function HelpDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={onClose}>
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
