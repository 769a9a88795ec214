import { useEffect, useRef, useState } from 'preact/hooks';
import type { CallPreview, CallResult, OperationCall, OperationForm } from '../../contract.js';
import type { Model } from '../model/model.js';
import { Code } from '../parts/code.js';
import { messageOf } from '../parts/format.js';
import { Body } from '../requests/message.js';
import { Outcome } from '../requests/request-list.js';

interface Props {
  readonly model: Model;
  readonly operations: readonly OperationForm[];
  readonly label: string;
  /** The operation that is chosen first, and that the page scrolls to. */
  readonly first?: string | undefined;
  /** Called after a request succeeded. */
  onSucceeded?(operation: string, status: number): void;
}

/** Chooses an operation of the API. */
export function OperationPicker({ model, operations, label, first, onSucceeded }: Props) {
  const [name, setName] = useState(first ?? '');
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (first !== undefined) box.current?.scrollIntoView();
  }, [first]);
  const chosen = operations.find((one) => one.name === name) ?? operations[0];
  if (!chosen) return <p class="hint">The API has no operation that changes this resource.</p>;
  return (
    <section class="change" ref={box}>
      <label>
        {label}
        <select value={chosen.name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
          {operations.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <CallForm key={chosen.name} model={model} form={chosen} onSucceeded={onSucceeded} />
    </section>
  );
}

/** The arguments of a call. It is sent only after the page has shown the request. */
function CallForm({
  model,
  form,
  onSucceeded,
}: Pick<Props, 'model' | 'onSucceeded'> & { readonly form: OperationForm }) {
  const draftKey = JSON.stringify([form.name, form.args]);
  const draft = model.callDrafts.get(draftKey);
  const [args, setArgs] = useState(draft?.args ?? form.args.map(({ value }) => value));
  const [fields, setFields] = useState(draft?.fields ?? form.fields);
  const [preview, setPreview] = useState<CallPreview>();
  const [result, setResult] = useState<CallResult>();
  const [problem, setProblem] = useState<string>();
  const call: OperationCall = { operation: form.name, args, fields };
  const typed = (part: Partial<OperationCall>) => {
    const next = { ...call, ...part };
    model.callDrafts.set(draftKey, next);
    setArgs(next.args);
    setFields(next.fields);
    changed();
  };
  const changed = () => {
    setPreview(undefined);
    setResult(undefined);
    setProblem(undefined);
  };
  const run = async (work: () => Promise<void>) => {
    try {
      setProblem(undefined);
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const show = () => run(async () => setPreview(await model.api.post<CallPreview>('call/preview', call)));
  const send = () =>
    run(async () => {
      const answer = await model.api.post<CallResult>('call/send', call);
      setResult(answer);
      setPreview(undefined);
      model.report.value = `Sent: status ${answer.status}`;
      if (answer.status < 300) model.callDrafts.delete(draftKey);
      if (answer.status < 300) onSucceeded?.(form.name, answer.status);
    });
  return (
    <form
      class="call-form"
      onSubmit={(event) => {
        event.preventDefault();
        void (preview ? send() : show());
      }}
    >
      <p class="quiet">{form.help}</p>
      {form.args.map(({ name }, index) => (
        <label key={name}>
          {name}
          <input
            class="mono"
            value={args[index]}
            onInput={({ currentTarget }) => {
              typed({ args: args.map((one, other) => (other === index ? currentTarget.value : one)) });
            }}
          />
        </label>
      ))}
      {fields !== null && (
        <label>
          Fields, as JSON or YAML
          <textarea
            class="mono"
            rows={Math.min(14, fields.split('\n').length + 1)}
            spellcheck={false}
            value={fields}
            onInput={({ currentTarget }) => {
              typed({ fields: currentTarget.value });
            }}
          />
        </label>
      )}
      {fields !== null && <FieldNames form={form} />}
      {preview && <Preview model={model} preview={preview} />}
      <div class="actions">
        <button type="submit" class="primary">
          {preview ? 'Send this request' : 'Show the request'}
        </button>
        {preview && (
          <button type="button" onClick={changed}>
            Cancel
          </button>
        )}
      </div>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {result && <Result result={result} />}
    </form>
  );
}

function FieldNames({ form: { needs, oneOf, takes } }: { readonly form: OperationForm }) {
  if (needs.length + oneOf.length + takes.length === 0) return null;
  return (
    <p class="quiet field-names">
      {needs.length > 0 && <>Required: {needs.join(', ')}. </>}
      {oneOf.length > 0 && <>One of these is required: {oneOf.join('; or ')}. </>}
      {takes.length > 0 && <>Optional: {takes.join(', ')}.</>}
    </p>
  );
}

const Preview = ({ model, preview }: { readonly model: Model; readonly preview: CallPreview }) => (
  <section aria-label="The request" aria-live="polite">
    <p class="mono url">{preview.line}</p>
    {preview.notices.map((text) => (
      <p key={text} class="notice">
        {text}
      </p>
    ))}
    {preview.typescript !== null && <Code model={model} text={preview.typescript} label="Copy TypeScript" />}
    <Code model={model} text={preview.curl} label="Copy curl" />
  </section>
);

const Result = ({ result: { status, body } }: { readonly result: CallResult }) => (
  <section aria-label="The response">
    <p>
      Sent. The status is <Outcome row={{ status: status, fault: null }} />
    </p>
    {body !== '' && <Body label="Response body" text={formatted(body)} />}
  </section>
);

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // Not JSON, or a part of it.
  }
}
