import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Model } from '../model/model.js';

/** What to do when there is nothing to show, with a command to copy. */
export function Empty(props: { model: Model; title: string; command?: string; children?: ComponentChildren }) {
  const { model, title, command, children } = props;
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
      {command !== undefined && <Code model={model} text={command} />}
    </div>
  );
}

/** A text in which the words in backticks are code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <p>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</p>
);

/** The credentials that a command needs, if the page shows another project than the first one. */
export function OtherCredentials({ model }: { readonly model: Model }) {
  const text = model.source.value?.credentials ?? null;
  return text === null ? null : <Prose text={text} />;
}

/** Code with a button that copies it. */
export function Code({ model, text, label = 'Copy' }: { model: Model; text: string; label?: string }) {
  return (
    <div class="code">
      <pre>{text}</pre>
      <CopyButton model={model} text={text} label={label} />
    </div>
  );
}

/**
 * Copies a text. The button shows for a moment that it did. A browser has no clipboard for a page over http from another
 * machine: the page then selects the text.
 */
export function CopyButton({ model, text, label = 'Copy' }: { model: Model; text: string; label?: string }) {
  const [done, setDone] = useState<string>();
  const [isShown, setShown] = useState(false);
  const copy = async () => {
    const isCopied = await writeText(text);
    setShown(!isCopied);
    const report = isCopied ? 'Copied' : NOT_COPIED;
    model.report.value = report;
    if (!isCopied) return;
    setDone(report);
    setTimeout(() => setDone(undefined), 1_500);
  };
  return (
    <>
      <button type="button" class="small" onClick={() => void copy()}>
        {done ?? label}
      </button>
      {isShown && (
        <label class="to-copy">
          {NOT_COPIED}
          <textarea class="mono" readonly rows={3} value={text} ref={selected} onBlur={() => setShown(false)} />
        </label>
      )}
    </>
  );
}

const NOT_COPIED = 'The browser does not let this page copy. The text is selected: copy it with Ctrl+C or ⌘C.';

/** Returns false without a clipboard, and if the browser refuses. */
const writeText = (text: string): Promise<boolean> =>
  (navigator.clipboard as Clipboard | undefined)?.writeText(text).then(
    () => true,
    () => false,
  ) ?? Promise.resolve(false);

function selected(area: HTMLTextAreaElement | null): void {
  area?.focus();
  area?.select();
}
