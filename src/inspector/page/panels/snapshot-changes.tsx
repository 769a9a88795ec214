import type { ChangedResource, ResourceRow, SnapshotChanges, SnapshotRow, SnapshotSide } from '../../contract.js';
import { useKeys } from '../model/keys.js';
import { type Model, open } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { useCalm } from '../model/use-calm.js';
import { useResource } from '../model/use-resource.js';
import { counted, dateAndTime } from '../parts/format.js';

interface Props {
  readonly model: Model;
  readonly before: string;
  readonly after: string;
}

/** What differs between two snapshots, or between a snapshot and the present state. */
export function SnapshotChangesView({ model, before, after }: Props) {
  const isPresent = before === 'now' || after === 'now';
  const version = useCalm(model.version.value);
  const path = `snapshots/${encodeURIComponent(before)}/${encodeURIComponent(after)}`;
  const { value, problem } = useResource<SnapshotChanges>(model, path, isPresent ? version : 0);
  useKeys(model, { Escape: () => open({ panel: 'snapshots' }) });
  return (
    <div class="panel">
      <div class="head">
        <a class="button" href={hashOf({ panel: 'snapshots' })}>
          ← Snapshots
        </a>
        <h1>Changes</h1>
      </div>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {!value && problem === undefined && <p class="hint">Comparing…</p>}
      {value && <Changes changes={value} isPresent={after === 'now'} />}
    </div>
  );
}

function Changes({ changes, isPresent }: { readonly changes: SnapshotChanges; readonly isPresent: boolean }) {
  const { before, after, added, removed, changed, isCut } = changes;
  const count = added.length + removed.length + changed.length;
  return (
    <>
      <dl class="pairs">
        <State title="Before" state={before} />
        <State title="After" state={after} />
      </dl>
      <p>
        {count === 0
          ? 'The two states have the same resources.'
          : `${added.length} added, ${removed.length} removed, ${changed.length} changed`}
      </p>
      {isCut && <p class="notice">There are more changes than the page shows.</p>}
      <Resources title={`Added: only in “${after.name}”`} mark="+" rows={added} isLinked={isPresent} />
      <Resources title={`Removed: only in “${before.name}”`} mark="−" rows={removed} isLinked={false} />
      {changed.length > 0 && (
        <section class="changes">
          <h2>Changed: different in the two</h2>
          {changed.map((one) => (
            <Changed key={`${one.namespace} ${one.id}`} resource={one} states={[before, after]} isLinked={isPresent} />
          ))}
        </section>
      )}
    </>
  );
}

const State = ({ title, state: { name, now } }: { readonly title: string; readonly state: SnapshotSide }) => (
  <div>
    <dt>{title}</dt>
    <dd>
      <strong>{name}</strong> <span class="quiet">{dateAndTime(now)}</span>
    </dd>
  </div>
);

interface ResourcesProps {
  readonly title: string;
  readonly mark: string;
  readonly rows: readonly ResourceRow[];
  readonly isLinked: boolean;
}

function Resources({ title, mark, rows, isLinked }: ResourcesProps) {
  if (rows.length === 0) return null;
  return (
    <section class="changes">
      <h2>{title}</h2>
      <ul class="links">
        {rows.map((row) => (
          <li key={`${row.namespace} ${row.id}`}>
            <span class="change-mark" aria-hidden="true">
              {mark}
            </span>{' '}
            <Name row={row} isLinked={isLinked} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Name = ({ row: { namespace, id, title }, isLinked }: { row: ResourceRow; isLinked: boolean }) => (
  <>
    {isLinked ? (
      <a href={hashOf({ panel: 'resources', words: [namespace, id] })}>
        <bdi>{title}</bdi>
      </a>
    ) : (
      <strong>
        <bdi>{title}</bdi>
      </strong>
    )}{' '}
    <span class="quiet">
      {namespace} {title !== id && <span class="mono">{id}</span>}
    </span>
  </>
);

interface ChangedProps {
  readonly resource: ChangedResource;
  readonly states: readonly [SnapshotSide, SnapshotSide];
  readonly isLinked: boolean;
}

const Changed = ({ resource, states: [before, after], isLinked }: ChangedProps) => (
  <div class="card">
    <p>
      <Name row={resource} isLinked={isLinked} /> <span class="quiet">{counted(resource.fields.length, 'field')}</span>
    </p>
    <table class="field-changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{before.name}</th>
          <th scope="col">{after.name}</th>
        </tr>
      </thead>
      <tbody class="mono">
        {resource.fields.map((field) => (
          <tr key={field.path}>
            <th scope="row">{field.path}</th>
            <td>
              <del>
                <bdi>{field.before ?? 'absent'}</bdi>
              </del>
            </td>
            <td>
              <ins>
                <bdi>{field.after ?? 'absent'}</bdi>
              </ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface FormProps {
  readonly saved: readonly SnapshotRow[];
  readonly before: string;
  readonly after: string;
  onChange(choice: { readonly before: string; readonly after: string }): void;
}

/** Chooses what to compare. */
export function CompareForm({ saved, before, after, onChange }: FormProps) {
  const options = saved.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  return (
    <form
      class="inline stacked"
      onSubmit={(event) => {
        event.preventDefault();
        open({ panel: 'snapshots', words: ['compare', before, after] });
      }}
    >
      <label>
        Compare
        <select value={before} onChange={({ currentTarget }) => onChange({ before: currentTarget.value, after })}>
          {options}
        </select>
      </label>
      <label>
        with
        <select value={after} onChange={({ currentTarget }) => onChange({ before, after: currentTarget.value })}>
          <option value="now">The present state</option>
          {options}
        </select>
      </label>
      <button type="submit">Compare</button>
    </form>
  );
}
