import { useEffect, useState } from 'preact/hooks';
import type { Ring } from '../../../sandbox/index.js';
import type { NumberRow } from '../../contract.js';
import { type Model, open } from '../model/model.js';
import { type CalledParty, NO_PARTY, type Outcome, type RingForm, ringOptions } from '../model/ring-form.js';
import { useResource } from '../model/use-resource.js';
import { messageOf } from '../parts/format.js';

const KEYS = [...'123456789*0#'];

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  answers: 'Answers',
  busy: 'Is busy',
  no_answer: 'Does not answer',
  declined: 'Declines',
  error: 'Cannot be reached',
  machine: 'A machine answers',
};
const isOutcome = (value: string): value is Outcome => Object.hasOwn(OUTCOMES, value);

interface Props {
  readonly model: Model;
  /** Numbers that documents dialled before. */
  readonly dialled: readonly string[];
}

/** Rings a number of the project, with what the caller enters at the prompts, and how called parties answer. */
export function DialPad({ model, dialled }: Props) {
  const { value: numbers } = useResource<readonly NumberRow[]>(model, 'numbers');
  const form = model.ringForm.value;
  const change = (part: Partial<RingForm>) => {
    model.ringForm.value = { ...model.ringForm.value, ...part };
  };
  const { number: linked } = model.route.value.query;
  // A link of another panel names the number.
  useEffect(() => {
    if (linked !== undefined) model.ringForm.value = { ...model.ringForm.value, number: linked };
  }, [model, linked]);
  const [isRinging, setRinging] = useState(false);
  const [problem, setProblem] = useState<string>();
  const choices = numbers?.toSorted((a, b) => a.number.localeCompare(b.number));
  const working = choices?.find(({ problems }) => problems.length === 0) ?? choices?.[0];
  const chosen = (choices?.find(({ number }) => number === form.number) ?? working)?.number ?? '';

  const ring = async (event: Event) => {
    event.preventDefault();
    setRinging(true);
    setProblem(undefined);
    try {
      const { call_id } = await model.api.post<Ring>('control/ring', ringOptions({ ...form, number: chosen }));
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
          <select value={chosen} onChange={({ currentTarget }) => change({ number: currentTarget.value })}>
            {choices?.map(({ id, number: one, name }) => (
              <option key={id} value={one}>
                {one}
                {name === null ? '' : ` · ${name}`}
              </option>
            ))}
          </select>
        </label>
        <label>
          Caller
          <input
            value={form.from}
            inputMode="tel"
            placeholder="+15035550147"
            onInput={({ currentTarget }) => change({ from: currentTarget.value })}
          />
        </label>
        <label>
          Hangs up after (seconds)
          <input
            type="number"
            min="0"
            step="any"
            value={form.hangUp}
            placeholder="never"
            onInput={({ currentTarget }) => change({ hangUp: currentTarget.value })}
          />
        </label>
        <label>
          Keys of the caller
          <input
            class="dial-digits"
            value={form.digits}
            inputMode="tel"
            placeholder="1, 22"
            aria-describedby="dial-help"
            onInput={({ currentTarget }) => change({ digits: currentTarget.value })}
          />
        </label>
        <label>
          Speech of the caller
          <input
            value={form.speech}
            placeholder="sales"
            aria-describedby="dial-help"
            onInput={({ currentTarget }) => change({ speech: currentTarget.value })}
          />
        </label>
        <p class="quiet" id="dial-help">
          Separate the entries for several prompts with commas.
        </p>
        <Keypad digits={form.digits} onChange={(digits) => change({ digits })} />
        <CalledParties parties={form.parties} dialled={dialled} onChange={(parties) => change({ parties })} />
        <button type="submit" class="primary" disabled={isRinging || chosen === ''}>
          {isRinging ? 'Ringing…' : 'Ring'}
        </button>
      </div>
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
  // What was typed before must be visible. Later, the user opens and closes it.
  const [isOpen] = useState(() => parties.some(({ to }) => to !== ''));
  const change = (index: number, part: Partial<CalledParty>) =>
    onChange(parties.with(index, { ...NO_PARTY, ...parties[index], ...part }));
  return (
    <details class="called-parties" open={isOpen}>
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
