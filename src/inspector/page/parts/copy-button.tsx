import { useState } from 'preact/hooks';
import type { Model } from '../model/model.js';

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
