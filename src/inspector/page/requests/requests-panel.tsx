import { useMemo, useRef } from 'preact/hooks';
import { useKeys } from '../model/keys.js';
import { MAX_SEARCHED_KB } from '../model/matcher.js';
import { type Model, open } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { counted } from '../parts/format.js';
import { CompareView } from './compare-view.js';
import { type Filter, filtered, filterOf, STATUSES } from './filter.js';
import { NoRequests, RequestList } from './request-list.js';
import { RequestView } from './request-view.js';
import { missedText } from './row-text.js';
import { useFoundBodies } from './use-found-bodies.js';

/** The requests as they happen, and one of them in full. */
export function RequestsPanel({ model }: { readonly model: Model }) {
  const { words, query } = model.route.value;
  const rows = model.rows.value;
  const filter = useMemo(() => filterOf(query), [query]);
  const bodies = useFoundBodies(model, filter.text);
  const shown = useMemo(() => filtered(rows, filter, bodies.found), [rows, filter, bodies.found]);
  const [word, left, right] = words;
  const id = word !== undefined && /^\d+$/.test(word) ? Number(word) : undefined;
  const isComparing = word === 'compare' && left !== undefined && right !== undefined;
  const search = useRef<HTMLInputElement>(null);
  useKeys(model, {
    '/': () => search.current?.focus(),
    Escape: () => open(word === undefined ? { panel: 'requests' } : { panel: 'requests', query }),
  });
  if (isComparing) return <CompareView model={model} left={left} right={right} />;
  return (
    <div class={`panel split ${id === undefined ? '' : 'opened'}`}>
      <h1 class="hidden" id="requests-title">
        Requests
      </h1>
      <section class="master" aria-labelledby="requests-title">
        <div class="head">
          <p class="title" aria-hidden="true">
            Requests
          </p>
          <span class="quiet">{counted(shown.length, 'request')}</span>
        </div>
        <FilterBar model={model} filter={filter} searchRef={search} />
        {filter.text !== '' && (
          <p class="quiet small-text">The filter also searches bodies of up to {MAX_SEARCHED_KB} kB.</p>
        )}
        <Pins model={model} />
        {model.missed.value > 0 && <p class="notice">{missedText(model.missed.value)}</p>}
        {shown.length > 0 ? (
          <RequestList model={model} rows={shown} id={id} query={query} found={bodies.found} />
        ) : bodies.isSearching ? (
          <p class="hint">Searching the bodies…</p>
        ) : (
          <NoRequests model={model} isFiltered={rows.length > 0} />
        )}
      </section>
      <section class="detail" aria-label="Request">
        {id !== undefined ? (
          <RequestView key={id} model={model} id={id} />
        ) : (
          <p class="hint">Choose a request to see its headers, bodies and explanation.</p>
        )}
      </section>
    </div>
  );
}

interface FilterProps {
  readonly model: Model;
  readonly filter: Filter;
  readonly searchRef: { current: HTMLInputElement | null };
}

/** The filter is in the address, so that a link shows the same requests. */
function FilterBar({ model, filter, searchRef }: FilterProps) {
  const { words } = model.route.value;
  const change = (part: Partial<Filter>) => {
    history.replaceState(null, '', hashOf({ panel: 'requests', words, query: { ...filter, ...part } }));
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const operations = [...model.operations.value].sort();
  if (filter.operation !== '' && !operations.includes(filter.operation)) operations.unshift(filter.operation);
  return (
    <search class="filters">
      <input
        ref={searchRef}
        type="search"
        aria-label="Filter by text"
        placeholder="Filter  /"
        value={filter.text}
        onInput={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <select
        aria-label="Operation"
        value={filter.operation}
        onChange={({ currentTarget }) => change({ operation: currentTarget.value })}
      >
        <option value="">All operations</option>
        {operations.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Status"
        value={filter.status}
        onChange={({ currentTarget }) => change({ status: currentTarget.value })}
      >
        {STATUSES.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </search>
  );
}

function Pins({ model }: { readonly model: Model }) {
  const pins = model.pins.value;
  const [left, right] = pins;
  if (left === undefined) return null;
  return (
    <p class="notice pins">
      <span>
        Pinned: {pins.map((id) => `request ${id}`).join(' and ')}.
        {right === undefined && ' Pin another one to compare.'}
      </span>
      {right !== undefined && (
        <a class="button" href={hashOf({ panel: 'requests', words: ['compare', `${left}`, `${right}`] })}>
          Compare
        </a>
      )}
      <button
        type="button"
        class="small"
        onClick={() => {
          model.pins.value = [];
        }}
      >
        Unpin
      </button>
    </p>
  );
}
