import { useState } from 'preact/hooks';
import type { SnapshotRow } from '../../contract.js';
import type { Model } from '../model/model.js';
import { useResource } from '../model/use-resource.js';
import { Empty } from '../parts/code.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { dateAndTime, messageOf, size } from '../parts/format.js';
import { CompareForm, SnapshotChangesView } from './snapshot-changes.js';

/** States of the sandbox that the user saved, to return to them and to compare them. */
export function SnapshotsPanel({ model }: { readonly model: Model }) {
  const [word, before, after] = model.route.value.words;
  return word === 'compare' && before !== undefined && after !== undefined ? (
    <SnapshotChangesView key={`${before} ${after}`} model={model} before={before} after={after} />
  ) : (
    <SnapshotList model={model} />
  );
}

function SnapshotList({ model }: { readonly model: Model }) {
  const [count, setCount] = useState(0);
  const { value: saved, problem } = useResource<readonly SnapshotRow[]>(
    model,
    'snapshots',
    count + model.version.value,
  );
  const [isReset, setReset] = useState(false);
  const name = model.snapshotName.value;
  const setName = (text: string) => {
    model.snapshotName.value = text;
  };
  const [report, setReport] = useState('');
  const [choice, choose] = useState({ before: '', after: 'now' });
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      setReport(done);
    } catch (error) {
      setReport(messageOf(error));
    }
    setCount(count + 1);
  };
  const clearList = () =>
    run(async () => {
      await model.api.post('requests/clear');
      model.pins.value = [];
      setReset(false);
    }, 'The list of requests is empty, on each page.');
  return (
    <div class="panel">
      <div class="head">
        <h1>Snapshots</h1>
        <ConfirmButton
          label="Reset the sandbox"
          question={`The present calls, messages, resources, faults and clock are lost${saved && saved.length > 0 ? '' : ', and no snapshot has them'}. The list of requests, your pins and the snapshots stay.`}
          onConfirm={() =>
            void run(async () => {
              await model.api.post('control/reset');
              setReset(true);
            }, 'The sandbox has its initial state again. The list still has the requests of before.')
          }
        />
      </div>
      {problem !== undefined && <p class="problem">{problem}</p>}
      <div class="columns">
        <div class="column">
          <form
            class="inline"
            onSubmit={(event) => {
              event.preventDefault();
              setName('');
              void run(() => model.api.post('snapshots', name), 'Saved.');
            }}
          >
            <label>
              Name
              <input
                value={name}
                maxLength={80}
                placeholder="the time and what it has"
                onInput={({ currentTarget }) => setName(currentTarget.value)}
              />
            </label>
            <button type="submit" class="primary">
              Save a snapshot
            </button>
          </form>
          <p class="quiet report" role="status">
            {report}
          </p>
          {isReset && (
            <p class="actions">
              <button type="button" onClick={() => void clearList()}>
                Clear the list
              </button>
            </p>
          )}
          {saved && saved.length > 0 && (
            <CompareForm
              saved={saved}
              before={choice.before || (saved[0]?.id ?? '')}
              after={choice.after}
              onChange={choose}
            />
          )}
        </div>
        {saved?.length === 0 && (
          <Empty model={model} title="No snapshots yet">
            <p>
              A snapshot is the whole state of the sandbox: numbers, calls, messages and the clock. Save one before a
              test, and restore it afterwards, or see what the test changed. Snapshots are kept until the sandbox stops.
            </p>
          </Empty>
        )}
        {saved && saved.length > 0 && <Saved model={model} saved={saved} run={run} />}
      </div>
    </div>
  );
}

interface SavedProps {
  readonly model: Model;
  readonly saved: readonly SnapshotRow[];
  run(work: () => Promise<unknown>, done: string): Promise<void>;
}

const Saved = ({ model, saved, run }: SavedProps) => (
  <ul class="cards" aria-label="Snapshots, the latest first">
    {saved.map(({ id, name: title, now, bytes }) => (
      <li key={id} class="card rule">
        <span>
          <strong>{title}</strong>
          <span class="quiet">
            {dateAndTime(now)} · {size(bytes)}
          </span>
        </span>
        <span class="actions">
          <ConfirmButton
            label="Restore"
            name={`Restore ${title}`}
            question="The present state is lost."
            isSmall
            onConfirm={() => void run(() => model.api.post(`snapshots/${id}/restore`), `Restored: ${title}`)}
          />
          <ConfirmButton
            label="Delete"
            name={`Delete ${title}`}
            question="The snapshot is lost."
            isSmall
            onConfirm={() => void run(() => model.api.delete(`snapshots/${id}`), `Deleted: ${title}`)}
          />
        </span>
      </li>
    ))}
  </ul>
);
