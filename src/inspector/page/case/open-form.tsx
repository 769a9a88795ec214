import { useEffect, useState } from 'preact/hooks';
import type { CaseState } from '../../case-contract.js';
import { open } from '../model/model.js';
import { uploadOf } from './upload.js';
import type { OpenedCase } from './use-case.js';

/** Opens a case: files that are dropped or chosen, or a text that is pasted. */
export function OpenForm({ one }: { readonly one: OpenedCase }) {
  const { model, isBusy, run } = one;
  const [isOver, setOver] = useState(false);
  const [text, setText] = useState('');
  const [keep, setKeep] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async (files: readonly File[]) => {
    if (files.length === 0 || isBusy || isSending) return;
    setSending(true);
    await run(async () => {
      const form = await uploadOf(files, keep);
      const state = await model.api.post<CaseState>('case', form);
      open({ panel: 'case', words: ['import'] });
      return state;
    });
    setSending(false);
  };
  const sendText = (pasted: string) => void send([textFile(pasted)]);
  usePaste((files) => void send(files));
  if (isBusy || isSending)
    return (
      <div class="actions">
        <p role="status">Reading the files…</p>
        <button type="button" onClick={() => void run(() => model.api.delete<CaseState>('case'))}>
          Cancel
        </button>
      </div>
    );
  return (
    <form
      class={`open-case ${isOver ? 'over' : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') sendText(text);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = [...(event.dataTransfer?.files ?? [])];
        const words = event.dataTransfer?.getData('text') ?? '';
        if (dropped.length > 0) void send(dropped);
        else if (words !== '') sendText(words);
      }}
    >
      <div class="drop">
        <h2>Drop the files of a ticket here</h2>
        <p>
          HAR files, curl commands, logs, .http files, Postman, Insomnia and Bruno collections, .zip and .gz, or a
          recording. The files stay on this machine. The server reads them into memory, and runs nothing that they
          contain.
        </p>
        <label class="button primary choose">
          Choose files
          <input
            type="file"
            multiple
            class="hidden"
            onChange={({ currentTarget }) => {
              void send([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
      <label>
        Or paste curl commands, log lines or a conversation
        <textarea
          rows={6}
          spellcheck={false}
          value={text}
          placeholder="curl https://example.com/api/relay/rest/queues/…"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <details>
        <summary>Keep other requests</summary>
        <label>
          Keep requests whose URL contains
          <input
            value={keep}
            maxLength={200}
            placeholder="billing.example.com"
            onInput={({ currentTarget }) => setKeep(currentTarget.value)}
          />
        </label>
      </details>
      <button type="submit" class="primary" disabled={text.trim() === ''}>
        Open the pasted text
      </button>
    </form>
  );
}

const textFile = (text: string) => new File([text], 'the pasted text');

/** Opens what is pasted anywhere on the page, but not in a field. */
function usePaste(open: (files: readonly File[]) => void): void {
  useEffect(() => {
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      if (target instanceof HTMLElement && target.matches('textarea, input')) return;
      const files = [...(clipboardData?.files ?? [])];
      const text = clipboardData?.getData('text') ?? '';
      if (files.length > 0) open(files);
      else if (text !== '') open([textFile(text)]);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  });
}
