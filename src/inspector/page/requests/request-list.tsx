import type { RequestRow } from '../../contract.js';
import type { Model } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { milliseconds, timeOfDay } from '../parts/format.js';
import { Outcome } from '../parts/outcome.js';
import { VirtualList } from '../parts/virtual-list.js';

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
            <span class="row-text mono">
              {row.kind === 'webhook' && '→ '}
              {row.method} {row.path}
            </span>
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

/** The operation of a request, or what the sandbox asked a server of the user for. */
export const titleOf = ({ kind, operation }: RequestRow): string =>
  operation ?? (kind === 'webhook' ? 'request to your server' : 'unknown operation');
