import { useState } from 'preact/hooks';
import type { Ring, RingOptions } from '../../../sandbox/index.js';
import type { NumberRow } from '../../contract.js';
import { type Model, open } from '../model/model.js';
import { useResource } from '../model/use-resource.js';
import { messageOf } from '../parts/format.js';

const KEYS = [...'123456789*0#'];

type Outcome = NonNullable<NonNullable<RingOptions['answers']>[string]['outcome']>;
const OUTCOMES: Readonly<Record<Outcome, string>> = {
  answers: 'Answers',
  busy: 'Is busy',
  no_answer: 'Does not answer',
  declined: 'Declines',
  error: 'Cannot be reached',
  machine: 'A machine answers',
};
const isOutcome = (value: string): value is Outcome => Object.hasOwn(OUTCOMES, value);

interface CalledParty {
  readonly to: string;
  readonly outcome: Outcome;
}
const NO_PARTY: CalledParty = { to: '', outcome: 'no_answer' };

interface Props {
  readonly model: Model;
  /** Numbers that documents dialled before. */
  readonly dialled: readonly string[];
}

/** Rings a number of the project, with what the caller enters at the prompts, and how called parties answer. */
export function DialPad({ model, dialled }: Props) {
  const { value: numbers } = useResource<readonly NumberRow[]>(model, 'numbers');
  const [number, setNumber] = useState(model.route.value.query.number ?? '');
  const [digits, setDigits] = useState('');
  const [speech, setSpeech] = useState('');
  const [hangUp, setHangUp] = useState('');
  const [parties, setParties] = useState<readonly CalledParty[]>([NO_PARTY]);
  const [isRinging, setRinging] = useState(false);
  const [problem, setProblem] = useState<string>();
  const choices = numbers?.toSorted((a, b) => a.number.localeCompare(b.number));
  const working = choices?.find(({ problems }) => problems.length === 0) ?? choices?.[0];
  const chosen = number || working?.number || '';

  const ring = async (event: Event) => {
    event.preventDefault();
    setRinging(true);
    setProblem(undefined);
    try {
      const options = {
        number: chosen,
        ...listIn('digits', digits),
        ...listIn('speech', speech),
        ...(hangUp.trim() !== '' && { hangup_after: Number(hangUp) }),
        ...answersOf(parties),
      };
      const { call_id } = await model.api.post<Ring>('control/ring', options);
      open({ panel: 'calls', words: [call_id] });
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setRinging(false);
    }
  };

  return (
    <form class="card dial" onSubmit={(event) => void ring(event)}>
      <h2>Ring a number</h2>
      <div class="dial-fields">
        <label>
          Number
          <select value={chosen} onChange={({ currentTarget }) => setNumber(currentTarget.value)}>
            {choices?.map(({ id, number: one, name }) => (
              <option key={id} value={one}>
                {one}
                {name === null ? '' : ` · ${name}`}
              </option>
            ))}
          </select>
        </label>
        <label>
          Digits of the caller
          <input
            value={digits}
            inputMode="tel"
            placeholder="1, 22"
            aria-describedby="dial-help"
            onInput={({ currentTarget }) => setDigits(currentTarget.value)}
          />
        </label>
        <label>
          Speech of the caller
          <input
            value={speech}
            placeholder="sales"
            aria-describedby="dial-help"
            onInput={({ currentTarget }) => setSpeech(currentTarget.value)}
          />
        </label>
        <p class="quiet" id="dial-help">
          Separate the entries for several prompts with commas.
        </p>
        <label>
          Caller hangs up after (seconds)
          <input
            type="number"
            min="0"
            step="any"
            value={hangUp}
            placeholder="does not hang up"
            onInput={({ currentTarget }) => setHangUp(currentTarget.value)}
          />
        </label>
        <CalledParties parties={parties} dialled={dialled} onChange={setParties} />
        <button type="submit" class="primary" disabled={isRinging || chosen === ''}>
          {isRinging ? 'Ringing…' : 'Ring'}
        </button>
      </div>
      <Keypad digits={digits} onChange={setDigits} />
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

interface KeypadProps {
  readonly digits: string;
  onChange(digits: string): void;
}

const Keypad = ({ digits, onChange }: KeypadProps) => (
  <fieldset class="keypad" aria-label="Keypad">
    {KEYS.map((key) => (
      <button key={key} type="button" aria-label={`Press ${key}`} onClick={() => onChange(digits + key)}>
        {key}
      </button>
    ))}
    <button type="button" class="wide" onClick={() => onChange(digits === '' ? '' : `${digits}, `)}>
      Next prompt
    </button>
    <button type="button" class="wide" onClick={() => onChange('')}>
      Clear
    </button>
  </fieldset>
);

interface PartiesProps extends Pick<Props, 'dialled'> {
  readonly parties: readonly CalledParty[];
  onChange(parties: readonly CalledParty[]): void;
}

/** How the parties that a document dials answer. The others answer as their numbers do. */
function CalledParties({ parties, dialled, onChange }: PartiesProps) {
  const change = (index: number, part: Partial<CalledParty>) =>
    onChange(parties.with(index, { ...NO_PARTY, ...parties[index], ...part }));
  return (
    <details class="called-parties">
      <summary>Called parties: busy, no answer, machine</summary>
      <datalist id="dialled">
        {dialled.map((to) => (
          <option key={to} value={to} />
        ))}
      </datalist>
      {parties.map(({ to, outcome }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parties keep their order.
        <div key={index} class="called-party">
          <label>
            Number that is dialled
            <input
              list="dialled"
              value={to}
              placeholder="+15035550100"
              onInput={({ currentTarget }) => change(index, { to: currentTarget.value })}
            />
          </label>
          <label>
            Result
            <select
              value={outcome}
              onChange={({ currentTarget: { value } }) => isOutcome(value) && change(index, { outcome: value })}
            >
              {Object.entries(OUTCOMES).map(([name, text]) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        </div>
      ))}
      <button type="button" class="small" onClick={() => onChange([...parties, NO_PARTY])}>
        Add another number
      </button>
    </details>
  );
}

function answersOf(parties: readonly CalledParty[]): Pick<RingOptions, 'answers'> {
  const given = parties.filter(({ to }) => to.trim() !== '');
  return given.length === 0
    ? {}
    : { answers: Object.fromEntries(given.map(({ to, outcome }) => [to.trim(), { outcome }])) };
}

function listIn(name: 'digits' | 'speech', text: string): Readonly<Record<string, readonly string[]>> {
  const entries = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return entries.length > 0 ? { [name]: entries } : {};
}
