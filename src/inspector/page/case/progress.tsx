import type { CaseState } from '../../case-contract.js';
import type { OpenedCase } from './use-case.js';

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
