import { useMemo, useState } from 'preact/hooks';
import type { CallStory, CallSummary } from '../../../sandbox/index.js';
import type { CallRequest } from '../../contract.js';
import { useKeys } from '../model/keys.js';
import { type Model, open } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { useResource } from '../model/use-resource.js';
import { dateAndTime, seconds } from '../parts/format.js';
import { Body } from '../requests/message.js';
import { type CallEvent, callbackOutcome, callEvents, responseText, serverOrigin } from './call-events.js';
import { DocumentView } from './document-view.js';
import { RunningCall } from './running-call.js';
import { sentRequests } from './sent-requests.js';
import { Timeline } from './timeline.js';

/** A call as a timeline, with its documents beside it. */
export function CallView({ model, id }: { readonly model: Model; readonly id: string }) {
  const path = `control/story?id=${encodeURIComponent(id)}`;
  const { value: story, problem } = useResource<CallStory>(model, path, model.version.value);
  const [chosenIndex, choose] = useState<number>();
  const { value: logged } = useResource<readonly CallRequest[]>(
    model,
    `calls/${encodeURIComponent(id)}/requests`,
    model.version.value,
  );
  const events = useMemo(() => (story ? callEvents(story) : []), [story]);
  const origin = useMemo(() => story && serverOrigin([...story.requests, ...story.webhooks]), [story]);
  useKeys(model, { Escape: () => open({ panel: 'calls' }) });
  const sent = useMemo(() => sentRequests(events, logged ?? []), [events, logged]);
  const chosen = chosenIndex === undefined ? undefined : events[chosenIndex];
  return (
    <div class="panel">
      <div class="head call-head">
        <a class="button" href={hashOf({ panel: 'calls' })}>
          ← Calls
        </a>
        <h1>{story ? `${story.from} → ${story.to}` : 'Call'}</h1>
      </div>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {story && (
        <>
          <p class="quiet">
            {dateAndTime(story.started)} · {story.direction} · <Status call={story} />
            {story.duration !== null && ` · ${seconds(story.duration)}`}
            {origin !== undefined && ` · your server is ${origin}`}
          </p>
          {story.duration === null && <RunningCall model={model} story={story} />}
          <div class="story">
            <Timeline
              model={model}
              events={events}
              origin={origin}
              person={story.direction === 'inbound' ? 'Caller' : 'Phone'}
              chosen={chosen}
              onChoose={(event) => choose(events.indexOf(event))}
            />
            <aside aria-label="Document and step">
              <DocumentView key={story.id} model={model} story={story} events={events} chosen={chosen} />
              {chosen && <Chosen event={chosen} request={sent.get(chosen)} />}
              <Legs story={story} />
            </aside>
          </div>
        </>
      )}
    </div>
  );
}

/** The status of a call, and why it failed. */
const Status = ({ call: { status, failure } }: { readonly call: Pick<CallSummary, 'status' | 'failure'> }) =>
  failure === null ? (
    status
  ) : (
    <strong class="failure">{isRefusal(status) || status === failure ? failure : `${status}: ${failure}`}</strong>
  );

/** Whether the failure says all that the status says. */
const isRefusal = (status: string): boolean => ['busy', 'no-answer', 'canceled'].includes(status);

interface ChosenProps {
  readonly event: CallEvent;
  /** The id of its request in the log. */
  readonly request: number | undefined;
}

/** The variables and the request of the chosen line. */
function Chosen({ event: { step, exchange, callback }, request }: ChosenProps) {
  const variables = Object.entries(step?.variables ?? {});
  return (
    <section aria-live="polite">
      {step && (
        <>
          <h2>
            {step.verb} <span class="quiet mono">{step.at}</span>
          </h2>
          {variables.length > 0 ? (
            <dl class="pairs mono">
              {variables.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}</dd>
                </div>
              ))}
            </dl>
          ) : (
            <p class="quiet">The step set no variables.</p>
          )}
          {step.ignored && <p class="quiet">No effect in the sandbox: {step.ignored.join(', ')}</p>}
        </>
      )}
      {exchange && (
        <>
          <h2>
            {exchange.method} <span class="quiet">{responseText(exchange)}</span>
          </h2>
          <p class="mono url">{exchange.url}</p>
          {exchange.body !== '' && <Body label="Request body" text={exchange.body.slice(0, MAX_SHOWN)} />}
          {exchange.text !== '' && <Body label="Response body" text={exchange.text.slice(0, MAX_SHOWN)} />}
        </>
      )}
      {callback && (
        <>
          <h2>
            {callback.event} <span class="quiet">{callbackOutcome(callback)}</span>
          </h2>
          <p class="mono url">
            {callback.method} {callback.url}
          </p>
          <Body label="Callback" text={JSON.stringify(callback.payload, null, 2).slice(0, MAX_SHOWN)} />
        </>
      )}
      {request !== undefined && (
        <p class="links">
          <a href={hashOf({ panel: 'requests', words: [String(request)] })}>Show in Requests</a>
        </p>
      )}
    </section>
  );
}

const MAX_SHOWN = 50_000;

/** The calls that this call dialled, and the call that dialled it. */
function Legs({ story: { called, parent } }: { readonly story: CallStory }) {
  if (called.length === 0 && parent === null) return null;
  return (
    <section>
      <h2>Related calls</h2>
      <ul class="links">
        {parent !== null && (
          <li>
            <a href={hashOf({ panel: 'calls', words: [parent] })}>The call that dialled this one</a>
          </li>
        )}
        {called.map(({ id, to, status, failure, duration }) => (
          <li key={id}>
            <a href={hashOf({ panel: 'calls', words: [id] })}>{to}</a>{' '}
            <span class="quiet">
              {failure ?? status}, {seconds(duration)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
