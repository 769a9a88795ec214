import type { RequestRow } from '../../contract.js';
import { type Model, open } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { Empty } from '../parts/code.js';
import { milliseconds, timeOfDay } from '../parts/format.js';
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

/** The status of a request, or its fault. The text alone says what happened. */
export function Outcome({ status, fault }: { readonly status: number | null; readonly fault: string | null }) {
  const text = status === null ? (fault ?? 'none') : String(status);
  return <span class={`outcome ${toneOf(status)}`}>{text}</span>;
}

const toneOf = (status: number | null): 'good' | 'warn' | 'bad' =>
  status === null || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';

const COMMAND = 'curl -u "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN" "$PLATFORM_SPACE/api/relay/rest/phone_numbers"';

export function NoRequests({ model, isFiltered }: { readonly model: Model; readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty model={model} title="No request matches the filter">
        <button type="button" onClick={() => open({ panel: 'requests' })}>
          Clear the filter
        </button>
      </Empty>
    );
  const kind = model.source.value?.kind;
  if (kind === 'recording') return <Empty model={model} title="The recording has no requests" />;
  if (kind === 'session')
    return (
      <Empty model={model} title="No requests yet" command="await platform.phone_numbers.list()">
        <p>The requests of the session appear here. To send one, type this at the prompt, or run it in a cell:</p>
      </Empty>
    );
  return (
    <Empty model={model} title="No requests yet" command={COMMAND}>
      <p>
        Requests appear here as programs send them. To send one, paste the <code>export</code> lines that{' '}
        <code>patchbay sandbox</code> printed into a shell, and run:
      </p>
    </Empty>
  );
}
