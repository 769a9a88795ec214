import { useState } from 'preact/hooks';
import type { Ring } from '../../../sandbox/index.js';
import type { NumberRow } from '../../contract.js';
import { type Model, open } from '../model/model.js';
import { useResource } from '../model/use-resource.js';
import { messageOf } from '../parts/format.js';

const KEYS = [...'123456789*0#'];

/** Rings a number of the project, with the keys or the words that the caller enters at the prompts. */
export function DialPad({ model }: { readonly model: Model }) {
  const { value: numbers } = useResource<readonly NumberRow[]>(model, 'numbers');
  const [number, setNumber] = useState('');
  const [digits, setDigits] = useState('');
  const [speech, setSpeech] = useState('');
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
      const options = { number: chosen, ...listIn('digits', digits), ...listIn('speech', speech) };
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
          A comma separates the entries for several prompts.
        </p>
        <button type="submit" class="primary" disabled={isRinging || chosen === ''}>
          {isRinging ? 'Ringing…' : 'Ring'}
        </button>
      </div>
      <fieldset class="keypad" aria-label="Keypad">
        {KEYS.map((key) => (
          <button key={key} type="button" aria-label={`Press ${key}`} onClick={() => setDigits(digits + key)}>
            {key}
          </button>
        ))}
        <button type="button" class="wide" onClick={() => setDigits(digits === '' ? '' : `${digits}, `)}>
          Next prompt
        </button>
        <button type="button" class="wide" onClick={() => setDigits('')}>
          Clear
        </button>
      </fieldset>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function listIn(name: 'digits' | 'speech', text: string): Readonly<Record<string, readonly string[]>> {
  const entries = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return entries.length > 0 ? { [name]: entries } : {};
}
