// What several steps show.
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { CaseMessages, CaseRows, CaseState } from '../../case-contract.js';
import { counted } from '../parts/format.js';
import { Message } from '../requests/message.js';
import type { OpenedCase } from './use-case.js';

interface RowsProps extends CaseRows {
  readonly label: string;
  /** The bodies of the requests. Without them, a request cannot be opened. */
  readonly messages?: readonly CaseMessages[] | undefined;
}

/** The requests of a recording: number, status and operation. Each one opens its bodies. */
export function RowsTable({ rows, more, label, messages }: RowsProps) {
  const [opened, setOpened] = useState<number>();
  return (
    <>
      <table class="plain-table">
        <caption class="hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Status</th>
            <th scope="col">Request</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ first, last, status, request }) => {
            const found = messages?.find(({ number }) => number === first);
            const isOpen = found !== undefined && opened === first;
            return (
              <Fragment key={first}>
                <tr>
                  <td>{first === last ? first : `${first}–${last}`}</td>
                  <td>
                    <span class={`outcome ${toneOf(status)}`}>{status === '---' ? 'none' : status}</span>
                  </td>
                  <td class="wide">
                    {found ? (
                      <button
                        type="button"
                        class="row-button"
                        aria-expanded={isOpen}
                        onClick={() => setOpened(isOpen ? undefined : first)}
                      >
                        {request}
                      </button>
                    ) : (
                      request
                    )}
                  </td>
                </tr>
                {isOpen && (
                  <tr>
                    <td colSpan={3} class="row-messages">
                      <Messages messages={found} isFirst={first !== last} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {more > 0 && <p class="quiet">and {counted(more, 'other request')}</p>}
    </>
  );
}

const Messages = ({ messages, isFirst }: { readonly messages: CaseMessages; readonly isFirst: boolean }) => (
  <>
    {isFirst && (
      <p class="quiet">The requests of the row are equal. These are the bodies of request {messages.number}.</p>
    )}
    <p class="mono url">{messages.url}</p>
    <Message title="Request" message={messages.request} />
    {messages.response ? (
      <Message title="Response" message={messages.response} />
    ) : (
      <p class="quiet">The case has no response to this request.</p>
    )}
  </>
);

const toneOf = (status: string): string =>
  /^[123]/.test(status) ? 'good' : /^4/.test(status) ? 'warn' : /^5/.test(status) ? 'bad' : 'quiet';

interface Props {
  readonly one: OpenedCase;
  readonly text: string;
  readonly isStoppable?: boolean;
}

/** What runs, how far it is, and a button that stops it. */
export function Progress({ one, text, isStoppable = false }: Props) {
  const { model, state, run } = one;
  return (
    <div class="card progress">
      <p role="status">
        {text} <span class="quiet">{state?.work?.progress}</span>
      </p>
      <progress aria-label={text} />
      {isStoppable && (
        <button type="button" onClick={() => void run(() => model.api.post<CaseState>('case/stop'))}>
          Stop
        </button>
      )}
    </div>
  );
}
