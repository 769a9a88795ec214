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

/** Copies a text. The button shows for a moment that it did. */
export function CopyButton({ model, text, label = 'Copy' }: { model: Model; text: string; label?: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    model.report.value = 'Copied';
    setDone(true);
    setTimeout(() => setDone(false), 1_500);
  };
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      {isDone ? 'Copied' : label}
    </button>
  );
}
