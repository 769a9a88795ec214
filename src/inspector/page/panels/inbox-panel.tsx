import { useState } from 'preact/hooks';
import { hasWords, wordsIn } from '../model/matcher.js';
import type { Model } from '../model/model.js';
import { useResource } from '../model/use-resource.js';
import { CopyButton, Empty, OtherCredentials } from '../parts/code.js';
import { counted, dateAndTime } from '../parts/format.js';

interface Delivery {
  readonly id: string;
  readonly at: string;
  readonly to: string;
  readonly channel: string;
  readonly text: string;
  readonly code?: string;
}

const MAX_SHOWN = 200;
const COMMAND =
  'curl -u "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN" -d \'{ "to": "+13035550111" }\' -H "content-type: application/json" "$PLATFORM_SPACE/api/relay/rest/mfa/sms"';

/** What the platform sent to phones: messages, and calls that read a code. */
export function InboxPanel({ model }: { readonly model: Model }) {
  const { value, problem } = useResource<readonly Delivery[]>(model, 'control/inbox', model.version.value);
  const [text, setText] = useState('');
  const all = value?.toReversed() ?? [];
  const words = wordsIn(text);
  const shown = all.filter((one) => hasWords(words, `${one.to} ${one.channel} ${one.text}`));
  return (
    <div class="panel">
      <div class="head">
        <h1>Inbox</h1>
        {value && <span class="quiet">{counted(all.length, 'message')}</span>}
      </div>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {value?.length === 0 && (
        <Empty model={model} title="No messages yet" command={COMMAND}>
          <p>Messages, and calls that read a code, appear here when the platform sends them to a phone.</p>
          <OtherCredentials model={model} />
        </Empty>
      )}
      {all.length > 0 && (
        <>
          <search class="filters">
            <input
              type="search"
              aria-label="Filter messages"
              placeholder="Filter by number or text"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </search>
          <ul class="cards" aria-label="Messages, the latest first">
            {shown.slice(0, MAX_SHOWN).map((one) => (
              <li key={one.id} class="card delivery">
                <div class="delivery-head">
                  <strong>{one.to}</strong>
                  <span class="quiet">{one.channel === 'call' ? 'call' : one.channel.toUpperCase()}</span>
                  <time class="quiet" dateTime={one.at}>
                    {dateAndTime(one.at)}
                  </time>
                </div>
                <p class="delivery-text">{one.text}</p>
                {one.code !== undefined && (
                  <p class="delivery-code">
                    <span class="quiet">Code</span> <strong class="mono">{one.code}</strong>
                    <CopyButton model={model} text={one.code} label="Copy the code" />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
