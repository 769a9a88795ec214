// Types only: the page runs nothing of the sandbox.
import type { RingOptions } from '../../../sandbox/index.js';
import type { CastReport } from '../../contract.js';

export type Outcome = NonNullable<NonNullable<RingOptions['answers']>[string]['outcome']>;

export interface CalledParty {
  readonly to: string;
  readonly outcome: Outcome;
}

/** What the user typed to ring a number. The page keeps it while it is open. */
export interface RingForm {
  readonly number: string;
  readonly from: string;
  readonly digits: string;
  readonly speech: string;
  readonly hangUp: string;
  readonly parties: readonly CalledParty[];
}

export const NO_PARTY: CalledParty = { to: '', outcome: 'no_answer' };
export const EMPTY_RING: RingForm = { number: '', from: '', digits: '', speech: '', hangUp: '', parties: [NO_PARTY] };

/** A cast that the user wrote, and what happened in it. */
export interface CastDraft {
  readonly text?: string;
  readonly report?: CastReport;
}

/** The body of the request that rings a number. */
export function ringOptions(form: RingForm): RingOptions & Pick<RingForm, 'number'> {
  const from = form.from.trim();
  const hangUp = form.hangUp.trim();
  const parties = form.parties.filter(({ to }) => to.trim() !== '');
  const [digits, speech] = [entriesIn(form.digits), entriesIn(form.speech)];
  return {
    number: form.number,
    ...(from !== '' && { from }),
    ...(digits.length > 0 && { digits }),
    ...(speech.length > 0 && { speech }),
    ...(hangUp !== '' && { hangup_after: Number(hangUp) }),
    ...(parties.length > 0 && {
      answers: Object.fromEntries(parties.map(({ to, outcome }) => [to.trim(), { outcome }])),
    }),
  };
}

const entriesIn = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
