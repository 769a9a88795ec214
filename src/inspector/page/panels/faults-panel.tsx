import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FaultRule } from '../model/faults.js';
import type { Model } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { useResource } from '../model/use-resource.js';
import { Empty } from '../parts/code.js';
import { messageOf } from '../parts/format.js';

const KINDS = [
  ['status', 'Error status'],
  ['timeout', 'No response'],
  ['reset', 'Connection closed before the response'],
  ['truncated', 'Connection closed during the response'],
  ['slow', 'Slow response'],
] as const;
type Kind = (typeof KINDS)[number][0];

/** Responses that the sandbox makes fail. */
export function FaultsPanel({ model }: { readonly model: Model }) {
  const rules = model.faults.value;
  const hasAnswered = model.rows.value.some((row) => row.injected !== undefined);
  const [failure, setFailure] = useState<string>();
  const run = async (work: () => Promise<readonly FaultRule[]>) => {
    try {
      model.faults.value = await work();
      setFailure(undefined);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const panel = useRef<HTMLDivElement>(null);
  const removed = useRef<number | undefined>(undefined);
  // The button of what was removed is gone: the focus goes to the next one, or to the panel.
  useLayoutEffect(() => {
    const { current: index } = removed;
    if (index === undefined || !rules) return;
    removed.current = undefined;
    const buttons = [...(panel.current?.querySelectorAll<HTMLElement>('.rule button') ?? [])];
    (buttons[Math.min(index, buttons.length - 1)] ?? panel.current)?.focus();
  }, [rules]);
  const clear = (index: number, operation?: string) => {
    removed.current = index;
    return run(() =>
      model.api.delete<readonly FaultRule[]>(
        `control/faults${operation === undefined ? '' : `?operation=${encodeURIComponent(operation)}`}`,
      ),
    );
  };
  return (
    <div class="panel" ref={panel} tabIndex={-1}>
      <div class="head">
        <h1>Faults</h1>
        {rules && rules.length > 0 && (
          <button type="button" onClick={() => void clear(0)}>
            Remove all
          </button>
        )}
      </div>
      {failure !== undefined && (
        <p class="problem" role="alert">
          {failure}
        </p>
      )}
      <div class="columns">
        <div class="column">
          <FaultForm model={model} run={run} />
          {hasAnswered && (
            <p>
              <a href={hashOf({ panel: 'requests', query: { status: 'fault' } })}>
                Show the requests that faults answered
              </a>
            </p>
          )}
        </div>
        {rules?.length === 0 && (
          <Empty model={model} title="No faults">
            <p>Add a fault to see how your program handles an error. The next requests of the operation then fail.</p>
          </Empty>
        )}
        {rules && rules.length > 0 && (
          <ul class="cards" aria-label="Faults">
            {rules.map(({ operation, fault, times }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a fault has no id, and two can be equal.
              <li key={index} class="card rule">
                <span>
                  <strong>{operation === '*' ? 'All operations' : operation}</strong>
                  <span class="quiet">
                    {faultText(fault)} · {timesText(times)}
                  </span>
                </span>
                <button
                  type="button"
                  class="small"
                  aria-label={`Remove the faults of ${operation}`}
                  onClick={() => void clear(index, operation)}
                >
                  Remove
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const faultText = ({ status, kind, ms }: FaultRule['fault']): string =>
  status !== undefined
    ? `status ${status}`
    : kind === 'slow'
      ? `${ms} ms late`
      : (KINDS.find(([name]) => name === kind)?.[1] ?? '');

const timesText = (times: number | null): string =>
  times === null ? 'every request' : times === 1 ? 'the next request' : `the next ${times} requests`;

function FaultForm({
  model,
  run,
}: {
  readonly model: Model;
  run(work: () => Promise<readonly FaultRule[]>): Promise<void>;
}) {
  const [operation, setOperation] = useState('');
  const [kind, setKind] = useState<Kind>('status');
  const [number, setNumber] = useState('503');
  const [times, setTimes] = useState('1');
  const { value: names = [] } = useResource<readonly string[]>(model, 'operations');
  // The operations that programs used come first.
  const choices = [...new Set([...names.filter((name) => model.operations.value.has(name)), ...names])];
  const add = (event: Event) => {
    event.preventDefault();
    const fault =
      kind === 'status' ? { status: Number(number) } : kind === 'slow' ? { kind, ms: Number(number) } : { kind };
    void run(() =>
      model.api.post<readonly FaultRule[]>('control/faults', {
        operation: operation.trim() || '*',
        fault,
        ...(times.trim() !== '' && { times: Number(times) }),
      }),
    );
  };
  return (
    <form class="card fields" onSubmit={add}>
      <h2>Add a fault</h2>
      <label>
        Operation
        <input
          list="operations"
          value={operation}
          placeholder="all operations"
          onInput={({ currentTarget }) => setOperation(currentTarget.value)}
        />
      </label>
      <datalist id="operations">
        {choices.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <label>
        Fault
        <select
          value={kind}
          onChange={({ currentTarget }) => {
            const chosen = KINDS.find(([name]) => name === currentTarget.value)?.[0] ?? 'status';
            setKind(chosen);
            setNumber(chosen === 'slow' ? '3000' : '503');
          }}
        >
          {KINDS.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {(kind === 'status' || kind === 'slow') && (
        <label>
          {kind === 'status' ? 'Status' : 'Milliseconds'}
          <input type="number" min="0" value={number} onInput={({ currentTarget }) => setNumber(currentTarget.value)} />
        </label>
      )}
      <label>
        Number of requests
        <input
          type="number"
          min="1"
          placeholder="all"
          value={times}
          onInput={({ currentTarget }) => setTimes(currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        Add
      </button>
    </form>
  );
}
