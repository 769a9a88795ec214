import type { RequestRow } from '../../contract.js';
import { type Model, open } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { Empty } from '../parts/code.js';
import { milliseconds, timeOfDay } from '../parts/format.js';
import { VirtualList } from '../parts/virtual-list.js';
import { NO_REQUESTS, outcomeOf, targetOf, titleOf, toneOf } from './row-text.js';

const ROW_HEIGHT = 58;

interface Props {
  readonly model: Model;
  readonly rows: readonly RequestRow[];
  readonly id: number | undefined;
  readonly query: Readonly<Record<string, string>>;
}

const keyOf = ({ id }: RequestRow) => id;

/** The list of requests, the latest first. */
export function RequestList({ model, rows, id, query }: Props) {
  return (
    <VirtualList
      model={model}
      label="Requests, the latest first"
      items={rows}
      rowHeight={ROW_HEIGHT}
      keyOf={keyOf}
      draw={(row) => (
        <a
          class="row"
          href={hashOf({ panel: 'requests', words: [String(row.id)], query })}
          aria-current={row.id === id ? 'true' : undefined}
        >
          <Outcome status={row.status} fault={row.fault} />
          <span class="row-main">
            <span class="row-title">{titleOf(row)}</span>
            <span class="row-text mono">{targetOf(row)}</span>
          </span>
          <span class="row-end">
            <span>{timeOfDay(row.at)}</span>
            <span class="quiet">{milliseconds(row.ms)}</span>
          </span>
        </a>
      )}
    />
  );
}

/** The status of a request, or its fault. */
export const Outcome = (result: Pick<RequestRow, 'status' | 'fault'>) => (
  <span class={`outcome ${toneOf(result)}`}>{outcomeOf(result)}</span>
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
  const { title, text, command } = NO_REQUESTS[model.source.value?.kind ?? 'sandbox'];
  return (
    <Empty model={model} title={title} {...(command !== undefined && { command })}>
      {text !== undefined && (
        <p>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</p>
      )}
    </Empty>
  );
}
