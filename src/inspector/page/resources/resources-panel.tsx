import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ResourceList, ResourceListRow, ResourceNamespace } from '../../contract.js';
import { useKeys } from '../model/keys.js';
import { type Model, open } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { useCalm } from '../model/use-calm.js';
import { useResource } from '../model/use-resource.js';
import { Empty } from '../parts/code.js';
import { counted } from '../parts/format.js';
import { SampleAccount } from '../parts/source.js';
import { VirtualList } from '../parts/virtual-list.js';
import { filtered } from './filter.js';
import { OperationPicker } from './operation-picker.js';
import { ResourceView } from './resource-view.js';

const ROW_HEIGHT = 58;
const keyOf = ({ namespace, id }: ResourceListRow) => `${namespace} ${id}`;

/** What a row names below its title, which can be one of them. */
const named = ({ title, number, id }: ResourceListRow) => [number, id].filter((one) => one !== null && one !== title);

/** What the API lists, by namespace, and one resource in full. */
export function ResourcesPanel({ model }: { readonly model: Model }) {
  const { words, query } = model.route.value;
  const { value, problem } = useResource<ResourceList>(model, 'resources', useCalm(model.version.value));
  const rows = value?.rows;
  const shown = useMemo(() => filtered(rows ?? [], query), [rows, query]);
  const search = useRef<HTMLInputElement>(null);
  const [name, id, operation] = words;
  const isNew = name === 'new';
  const [deleted, setDeleted] = useState<string>();
  const isOpened = words.length > 0;
  // What was deleted is of interest until another resource is opened.
  useEffect(() => {
    if (isOpened) setDeleted(undefined);
  }, [isOpened]);
  useKeys(model, {
    '/': () => search.current?.focus(),
    Escape: () => open(words.length === 0 ? { panel: 'resources' } : { panel: 'resources', query }),
  });
  const namespace = value?.namespaces.find((one) => one.name === query.namespace);
  return (
    <div class={`panel split ${words.length === 0 ? '' : 'opened'}`}>
      <h1 class="hidden" id="resources-title">
        Resources
      </h1>
      <section class="master" aria-labelledby="resources-title">
        <div class="head">
          <p class="title" aria-hidden="true">
            Resources
          </p>
          {value && <span class="quiet">{counted(shown.length, 'resource')}</span>}
          <a class="button primary" href={hashOf({ panel: 'resources', words: ['new'], query })}>
            New resource
          </a>
        </div>
        <FilterBar model={model} namespaces={value?.namespaces ?? []} searchRef={search} />
        {namespace?.isCut && <p class="notice">The list has the first {namespace.count} resources.</p>}
        {problem !== undefined && <p class="problem">{problem}</p>}
        {deleted !== undefined && <p class="notice">{deleted}</p>}
        {shown.length > 0 ? (
          <VirtualList
            model={model}
            label="Resources"
            items={shown}
            rowHeight={ROW_HEIGHT}
            keyOf={keyOf}
            draw={(row) => (
              <a
                class="row resource-row"
                href={hashOf({ panel: 'resources', words: [row.namespace, row.id], query })}
                aria-current={row.namespace === name && row.id === id ? 'true' : undefined}
              >
                <span class="row-main">
                  <span class="row-title">
                    <bdi>{row.title}</bdi>
                  </span>
                  <span class="row-text">
                    {row.namespace}
                    {named(row).map((one) => (
                      <span key={one} class="mono">
                        {` ${one}`}
                      </span>
                    ))}
                  </span>
                </span>
              </a>
            )}
          />
        ) : (
          value && <NoResources model={model} isFiltered={value.rows.length > 0} namespace={namespace} />
        )}
      </section>
      <section class="detail" aria-label={isNew ? 'New resource' : 'Resource'}>
        {isNew && value && <NewResource model={model} namespaces={value.namespaces} chosen={namespace} />}
        {!isNew && name !== undefined && id !== undefined && (
          <ResourceView
            key={`${name} ${id} ${operation}`}
            model={model}
            namespace={name}
            id={id}
            operation={operation}
            onDeleted={(text) => {
              setDeleted(text);
              model.report.value = text;
              open({ panel: 'resources', query });
            }}
          />
        )}
        {words.length === 0 && (
          <p class="hint">Choose a resource to see its fields, its relations and how to change it.</p>
        )}
      </section>
    </div>
  );
}

interface FilterProps {
  readonly model: Model;
  readonly namespaces: readonly ResourceNamespace[];
  readonly searchRef: { current: HTMLInputElement | null };
}

function FilterBar({ model, namespaces, searchRef }: FilterProps) {
  const { words, query } = model.route.value;
  const change = (part: Readonly<Record<string, string>>) => {
    const kept = words[0] === 'new' ? [] : words;
    history.replaceState(null, '', hashOf({ panel: 'resources', words: kept, query: { ...query, ...part } }));
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return (
    <search class="filters">
      <input
        ref={searchRef}
        type="search"
        aria-label="Filter by the text of any field"
        placeholder="Filter  /"
        value={query.text ?? ''}
        onInput={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <select
        aria-label="Namespace"
        value={query.namespace ?? ''}
        onChange={({ currentTarget }) => change({ namespace: currentTarget.value })}
      >
        <option value="">All namespaces</option>
        {namespaces.map(({ name, count }) => (
          <option key={name} value={name}>
            {name} ({count})
          </option>
        ))}
      </select>
    </search>
  );
}

function NoResources(props: { model: Model; isFiltered: boolean; namespace: ResourceNamespace | undefined }) {
  const { model, isFiltered, namespace } = props;
  if (namespace && namespace.count === 0)
    return (
      <Empty model={model} title={`No ${namespace.name} yet`}>
        <p>Create one with “New resource”, or with the API.</p>
      </Empty>
    );
  return (
    <Empty model={model} title={isFiltered ? 'No resource matches the filter' : 'The project has no resources'}>
      {isFiltered ? (
        <button type="button" onClick={() => open({ panel: 'resources' })}>
          Clear the filter
        </button>
      ) : (
        <>
          <p>Create one with “New resource”, or with the API.</p>
          <SampleAccount model={model} />
        </>
      )}
    </Empty>
  );
}

interface NewProps {
  readonly model: Model;
  readonly namespaces: readonly ResourceNamespace[];
  readonly chosen: ResourceNamespace | undefined;
}

/** The operations that need no resource, of one namespace. */
function NewResource({ model, namespaces, chosen }: NewProps) {
  const { query } = model.route.value;
  const choices = namespaces.filter(({ operations }) => operations.length > 0);
  return (
    <article class="request">
      <div class="head">
        <button type="button" class="back" onClick={() => open({ panel: 'resources', query })}>
          ← Resources
        </button>
        <h2>New resource</h2>
      </div>
      <label>
        In the namespace
        <select
          value={chosen?.name ?? ''}
          onChange={({ currentTarget: { value } }) =>
            open({ panel: 'resources', words: ['new'], query: { ...query, namespace: value } })
          }
        >
          <option value="">Choose one</option>
          {choices.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {chosen && <OperationPicker key={chosen.name} model={model} operations={chosen.operations} label="Operation" />}
    </article>
  );
}
