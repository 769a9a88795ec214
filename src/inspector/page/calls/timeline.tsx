import { useRef } from 'preact/hooks';
import { useKeys } from '../model/keys.js';
import type { Model } from '../model/model.js';
import { seconds } from '../parts/format.js';
import type { CallEvent, Lane } from './call-events.js';

const LANES: readonly Lane[] = ['person', 'platform', 'server', 'called'];

interface Props {
  readonly model: Model;
  readonly events: readonly CallEvent[];
  readonly person: string;
  /** The origin of the only server in the call, which the texts leave out. */
  readonly origin: string | undefined;
  readonly chosen: CallEvent | undefined;
  onChoose(event: CallEvent): void;
}

/**
 * A call as a picture: a lane for each party, and an arrow for each thing that went from one to another. j, k and the arrow
 * keys choose the next line that has details.
 */
export function Timeline({ model, events, person, origin, chosen, onChoose }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const move = (by: number) => {
    const choices = events.filter(hasDetails);
    const index = chosen ? choices.indexOf(chosen) + by : by > 0 ? 0 : -1;
    const next = choices.at(chosen ? Math.max(0, Math.min(choices.length - 1, index)) : index);
    if (!next) return;
    onChoose(next);
    list.current?.querySelectorAll<HTMLElement>('button.event')[choices.indexOf(next)]?.focus();
  };
  useKeys(model, { j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1) });
  const names: Readonly<Record<Lane, string>> = {
    person,
    platform: 'Platform',
    server: 'Your server',
    called: 'Called party',
  };
  // A call in which no one is dialled has no lane for a called party.
  const lanes = LANES.filter(
    (lane) => lane !== 'called' || events.some(({ from, to }) => from === lane || to === lane),
  );
  return (
    <div class={`timeline lanes-${lanes.length}`}>
      <div class="lanes-head" aria-hidden="true">
        <span />
        <div class="lane-names">
          {lanes.map((lane) => (
            <span key={lane}>{names[lane]}</span>
          ))}
        </div>
      </div>
      <ol aria-label="What happened in the call" ref={list}>
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the story only grows at its end.
          <li key={index}>
            <Line
              {...{ event, names, origin, onChoose }}
              isChosen={event === chosen}
              isSameTime={event.time === events[index - 1]?.time}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

const hasDetails = ({ step, exchange, callback }: CallEvent): boolean => (step ?? exchange ?? callback) !== undefined;

interface LineProps extends Pick<Props, 'origin' | 'onChoose'> {
  readonly event: CallEvent;
  readonly names: Readonly<Record<Lane, string>>;
  readonly isChosen: boolean;
  /** Whether the line above has its time. */
  readonly isSameTime: boolean;
}

function Line({ event, names, origin, isChosen, isSameTime, onChoose }: LineProps) {
  const { time, from, to, title, text, tone } = event;
  const content = (
    <>
      <span class={isSameTime ? 'when again' : 'when'}>
        {time === null ? '' : seconds(time).replace(/ (?=s|min|h)/g, '\u00a0')}
      </span>
      <span class={`lanes from-${LANES.indexOf(from)} to-${LANES.indexOf(to)}`} aria-hidden="true">
        <span class={from === to ? 'dot' : `arrow ${LANES.indexOf(to) > LANES.indexOf(from) ? 'right' : 'left'}`} />
      </span>
      <span class="hidden">{from === to ? names[from] : `${names[from]} to ${names[to]}`}: </span>
      <span class="what">
        {title !== '' && <strong>{title}</strong>}{' '}
        <span>{origin === undefined ? text : text.replaceAll(`${origin}/`, '/')}</span>
      </span>
    </>
  );
  const look = `event ${tone ?? ''} ${from === 'server' || to === 'server' ? 'with-server' : ''}`;
  return hasDetails(event) ? (
    <button type="button" class={look} aria-pressed={isChosen} onClick={() => onChoose(event)}>
      {content}
    </button>
  ) : (
    <div class={look}>{content}</div>
  );
}
