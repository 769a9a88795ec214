import { useState } from 'preact/hooks';
import type { RequestDetail, RequestExplanation, RequestRow, SentAgain } from '../../contract.js';
import { useKeys } from '../model/keys.js';
import { wordsIn } from '../model/matcher.js';
import { type Model, open } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { useResource } from '../model/use-resource.js';
import { Code } from '../parts/code.js';
import { dateAndTime, messageOf, milliseconds } from '../parts/format.js';
import { Sheet } from '../parts/sheet.js';
import { isFailed } from './filter.js';
import { Message } from './message.js';
import { Outcome } from './request-list.js';
import { isCutShort, titleOf } from './row-text.js';

interface Props {
  readonly model: Model;
  readonly id: number;
}

/** One request in full. */
export function RequestView({ model, id }: Props) {
  // A link can name a request that is still to come.
  const hasArrived = (model.rows.value[0]?.id ?? 0) >= id;
  const { value, problem } = useResource<RequestDetail>(model, `requests/${id}`, hasArrived);
  if (problem !== undefined) return <p class="problem">{problem}</p>;
  if (!value) return <p class="hint">Loading…</p>;
  const { row, url, request, response, curl, typescript, noTypescript } = value;
  const words = wordsIn(model.route.value.query.text ?? '');
  return (
    <article class="request">
      <div class="head">
        <button type="button" class="back" onClick={() => open({ panel: 'requests', query: model.route.value.query })}>
          ← Requests
        </button>
        <h2>{titleOf(row)}</h2>
        <Outcome row={row} />
      </div>
      <p class="mono url">
        {row.method} {url}
      </p>
      <p class="quiet">
        Request {row.id}
        {row.kind === 'webhook' && ', from the sandbox to your server'}
        {row.at !== null && ` · ${dateAndTime(row.at)}`} · {milliseconds(row.ms)}
      </p>
      {value.calls.length > 0 && (
        <p class="links">
          {value.calls.map((call, index) => (
            <a key={call} href={hashOf({ panel: 'calls', words: [call] })}>
              {value.calls.length === 1 ? 'Show the call' : `Show call ${index + 1} of ${value.calls.length}`}
            </a>
          ))}
        </p>
      )}
      <Actions model={model} detail={value} />
      {row.injected !== undefined && <p class="notice">{injectedText(row.injected)}</p>}
      {isCutShort(row) && (
        <p class="notice">
          The client received status {row.status} and a part of the body. Then the connection closed, so the client
          reports an error. The response below is the whole one.
        </p>
      )}
      {row.warning !== undefined && <p class="notice">Likely typo: {row.warning}</p>}
      {(isFailed(row) || row.warning !== undefined) && <Explanation model={model} row={row} />}
      {response ? <Message title="Response" message={response} words={words} /> : <NoResponse detail={value} />}
      {request && <Message title="Request" message={request} words={words} />}
      {(typescript ?? noTypescript) !== null && (
        <section>
          <h3>TypeScript</h3>
          {typescript !== null && <Code model={model} text={typescript} />}
          {typescript !== null && isOther(value.credentials) && (
            <p class="quiet">The client sends its own credentials. This request had {WORDS[value.credentials]}.</p>
          )}
          {noTypescript !== null && <p class="quiet">No TypeScript call sends this request. {noTypescript}</p>}
        </section>
      )}
      {curl !== null && (
        <section>
          <h3>curl</h3>
          <Code model={model} text={curl} />
        </section>
      )}
    </article>
  );
}

const WORDS = { none: 'none', other: 'others' } as const;
const isOther = (credentials: RequestDetail['credentials']): credentials is keyof typeof WORDS =>
  credentials === 'none' || credentials === 'other';

const againWith = (credentials: RequestDetail['credentials']): string =>
  isOther(credentials) ? ` with the credentials of this page (request had ${WORDS[credentials]})` : '';

const injectedText = (fault: string): string =>
  `The sandbox injected this fault, which was added in the Faults panel or with the API: ${fault}.`;

const NoResponse = ({ detail: { request, row } }: { readonly detail: RequestDetail }) => (
  <p class="notice">
    {request === null
      ? 'The log has the details of the latest requests only.'
      : `There was no response: ${row.fault ?? 'the connection ended'}.`}
  </p>
);

function Actions({ model, detail }: { readonly model: Model; readonly detail: RequestDetail }) {
  const { row, notRepeatable } = detail;
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<string>();
  const again = async () => {
    setSent(undefined);
    try {
      const { status, credentials } = await model.api.post<SentAgain>(`requests/${row.id}/again`);
      setProblem(undefined);
      const text = `Sent again${againWith(credentials)}: status ${status}`;
      setSent(text);
      model.report.value = text;
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const isPinned = model.pins.value.includes(row.id);
  const pin = () => {
    const others = model.pins.value.filter((one) => one !== row.id);
    model.pins.value = isPinned ? others : [...others.slice(-1), row.id];
  };
  useKeys(model, { p: pin, ...(notRepeatable === null && { s: () => void again() }) });
  return (
    <>
      <div class="actions">
        {notRepeatable === null && (
          <button type="button" onClick={() => void again()}>
            Send again <kbd>s</kbd>
          </button>
        )}
        <button type="button" aria-pressed={isPinned} onClick={pin}>
          {isPinned ? 'Unpin' : 'Pin'} <kbd>p</kbd>
        </button>
        {sent !== undefined && <span class="quiet sent">{sent}</span>}
      </div>
      {notRepeatable !== null && <p class="quiet">{notRepeatable}</p>}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** The cause of a failure. A correction is tried on copies of the sandbox, which takes a moment, so the user asks for it. */
function Explanation({
  model,
  row: { id, kind, injected, warning },
}: {
  readonly model: Model;
  readonly row: RequestRow;
}) {
  const isQuick = kind === 'webhook' || injected !== undefined;
  const [isWanted, setWanted] = useState(isQuick);
  const path = isWanted ? `requests/${id}/explanation` : undefined;
  const { value, problem } = useResource<RequestExplanation>(model, path);
  useKeys(model, { e: () => setWanted(true) });
  return (
    <section class="explanation" aria-live="polite">
      <h3>{warning === undefined ? 'Why it failed' : 'What is wrong'}</h3>
      {!isWanted && (
        <button type="button" class="primary" onClick={() => setWanted(true)}>
          Explain <kbd>e</kbd>
        </button>
      )}
      {isWanted && !value && problem === undefined && (
        <p class="hint">{isQuick ? 'Loading…' : 'Trying corrections on a copy of the sandbox…'}</p>
      )}
      {problem !== undefined && <p class="problem">{problem}</p>}
      {value && <Sheet model={model} parts={value.parts} />}
    </section>
  );
}
