import type { ChangedResource, ResourceRow, SnapshotChanges, SnapshotRow } from '../../contract.js';
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
        <h1>{value ? `${value.before.name} → ${value.after.name}` : 'Compare'}</h1>
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
      <p class="quiet">
        {dateAndTime(before.now)} → {dateAndTime(after.now)} ·{' '}
        {count === 0 ? 'no differences' : `${added.length} added, ${removed.length} removed, ${changed.length} changed`}
      </p>
      {isCut && <p class="notice">There are more changes than the page shows.</p>}
      <Resources title="Added" mark="+" rows={added} isLinked={isPresent} />
      <Resources title="Removed" mark="−" rows={removed} isLinked={false} />
      {changed.length > 0 && (
        <section class="changes">
          <h2>Changed</h2>
          {changed.map((one) => (
            <Changed key={`${one.namespace} ${one.id}`} resource={one} isLinked={isPresent} />
          ))}
        </section>
      )}
    </>
  );
}

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

const Changed = ({ resource, isLinked }: { readonly resource: ChangedResource; readonly isLinked: boolean }) => (
  <div class="card">
    <p>
      <Name row={resource} isLinked={isLinked} /> <span class="quiet">{counted(resource.fields.length, 'field')}</span>
    </p>
    <dl class="field-changes mono">
      {resource.fields.map(({ path, before, after }) => (
        <div key={path}>
          <dt>{path}</dt>
          <dd>
            <span class="hidden">before: </span>
            <del>
              <bdi>{before ?? 'absent'}</bdi>
            </del>
          </dd>
          <dd>
            <span class="hidden">after: </span>
            <ins>
              <bdi>{after ?? 'absent'}</bdi>
            </ins>
          </dd>
        </div>
      ))}
    </dl>
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
      class="inline"
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
          <option value="now">the present state</option>
          {options}
        </select>
      </label>
      <button type="submit">Compare</button>
    </form>
  );
}
