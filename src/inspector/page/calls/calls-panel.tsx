import type { CallSummary } from '../../../sandbox/index.js';
import type { NumberRow } from '../../contract.js';
import type { Model } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { useResource } from '../model/use-resource.js';
import { Empty, OtherCredentials } from '../parts/code.js';
import { counted, seconds, timeOfDay } from '../parts/format.js';
import { VirtualList } from '../parts/virtual-list.js';
import { CallView } from './call-view.js';
import { CastForm } from './cast-form.js';
import { DialPad } from './dial-pad.js';

const ROW_HEIGHT = 58;
const MAX_DIALLED = 20;
const commandFor = (number: string): string =>
  `curl -u "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN" -d '{ "number": "${number}", "digits": ["1"] }' "$PLATFORM_SPACE/_patchbay/api/ring"`;
const keyOf = ({ id }: CallSummary) => id;

/** The calls of the sandbox, and one of them as a timeline. */
export function CallsPanel({ model }: { readonly model: Model }) {
  const [id] = model.route.value.words;
  return id === undefined ? <CallList model={model} /> : <CallView key={id} model={model} id={id} />;
}

function CallList({ model }: { readonly model: Model }) {
  const { value, problem } = useResource<readonly CallSummary[]>(model, 'control/calls', model.version.value);
  const calls = value?.toReversed();
  const dialled = [...new Set(calls?.flatMap(({ to, parent }) => (parent === null ? [] : to)))].slice(0, MAX_DIALLED);
  return (
    <div class="panel calls scrolls">
      <div class="head">
        <h1>Calls</h1>
        {calls && <span class="quiet">{counted(calls.length, 'call')}</span>}
      </div>
      <div class="call-forms">
        <DialPad model={model} dialled={dialled} />
        <CastForm model={model} />
      </div>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {calls?.length === 0 && <NoCalls model={model} />}
      {calls && calls.length > 0 && (
        <VirtualList
          model={model}
          label="Calls, the latest first"
          items={calls}
          rowHeight={ROW_HEIGHT}
          keyOf={keyOf}
          draw={(call) => <CallRow call={call} />}
        />
      )}
    </div>
  );
}

/** The command rings a number that the project has. Without one, nothing can be rung. */
function NoCalls({ model }: { readonly model: Model }) {
  const { value: numbers } = useResource<readonly NumberRow[]>(model, 'numbers');
  const [first] = numbers?.toSorted((a, b) => a.number.localeCompare(b.number)) ?? [];
  if (!numbers) return null;
  return first ? (
    <Empty model={model} title="No calls yet" command={commandFor(first.number)}>
      <p>Ring a number with the form, or from a shell:</p>
      <OtherCredentials model={model} />
    </Empty>
  ) : (
    <Empty model={model} title="No calls yet">
      <p>
        The project has no number to ring. <a href={hashOf({ panel: 'numbers' })}>What to do about it</a>
      </p>
    </Empty>
  );
}

const CallRow = ({ call }: { readonly call: CallSummary }) => (
  <a class="row call-row" href={hashOf({ panel: 'calls', words: [call.id] })}>
    <span class="row-main">
      <span class="row-title">
        {call.from} → {call.to}
      </span>
      <span class="row-text">
        {call.direction} · {call.failure === null ? call.status : <strong class="failure">{call.failure}</strong>}
        {call.duration !== null && ` · ${seconds(call.duration)}`}
        {call.steps > 0 && ` · ${counted(call.steps, 'step')}`}
        {call.parent !== null && ' · dialled by another call'}
      </span>
    </span>
    <span class="row-end">
      <span>{timeOfDay(call.started)}</span>
      <span class="quiet">{call.started.slice(0, 10)}</span>
    </span>
  </a>
);
