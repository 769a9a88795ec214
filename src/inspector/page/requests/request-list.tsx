import { h, type VNode } from 'preact';
import type { RequestRow } from '../../contract.js';
import { type Model, open } from '../model/model.js';
import { Empty, Prose } from '../parts/code.js';
import { VirtualList } from '../parts/virtual-list.js';
import { type FoundById, partIn } from './filter.js';
import { type Part, rowParts } from './row-parts.js';
import { noRequests, outcomeOf, toneOf } from './row-text.js';

const ROW_HEIGHT = 58;

interface Props {
  readonly model: Model;
  readonly rows: readonly RequestRow[];
  readonly id: number | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly found: FoundById;
}

const keyOf = ({ id }: RequestRow) => id;

/** The list of requests, the latest first. */
export function RequestList({ model, rows, id, query, found }: Props) {
  return (
    <VirtualList
      model={model}
      label="Requests, the latest first"
      items={rows}
      rowHeight={ROW_HEIGHT}
      keyOf={keyOf}
      draw={(row) => draw(rowParts(row, query, partIn(row, query.text ?? '', found)), row.id === id)}
    />
  );
}

const draw = ({ content, ...attributes }: Part, isCurrent = false): VNode =>
  h(
    attributes.href === undefined ? 'span' : 'a',
    { ...attributes, ...(isCurrent && { 'aria-current': 'true' }) },
    ...content.map((one) => (typeof one === 'string' ? one : draw(one))),
  );

/** The status of a request, or its fault. */
export const Outcome = ({ row }: { readonly row: Pick<RequestRow, 'status' | 'fault' | 'injected' | 'warning'> }) => (
  <span class={`outcome ${toneOf(row)}`}>{outcomeOf(row)}</span>
);

export function NoRequests({ model, isFiltered }: { readonly model: Model; readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty model={model} title="No request matches the filter">
        <button type="button" onClick={() => open({ panel: 'requests' })}>
          Clear the filter
        </button>
      </Empty>
    );
  const { title, text, command } = noRequests(model.source.value);
  return (
    <Empty model={model} title={title} {...(command !== undefined && { command })}>
      {text !== undefined && <Prose text={text} />}
    </Empty>
  );
}
