import { useState } from 'preact/hooks';
import type { CaseReview, CaseState, ReviewItem } from '../../case-contract.js';
import { open } from '../model/model.js';
import { counted } from '../parts/format.js';
import { type OpenedCase, useCasePart } from './use-case.js';

interface Props {
  readonly one: OpenedCase;
}

/** What may identify someone: the user keeps or replaces each, before anything else is shown. */
export function ReviewView({ one }: Props) {
  const { value, problem } = useCasePart<CaseReview>(one, 'review');
  if (problem !== undefined) return <p class="problem">{problem}</p>;
  if (!value) return <p class="hint">Loading…</p>;
  return (
    <>
      {value.groups.length === 0 ? (
        <p>Nothing is in doubt: the rules of redaction found all personal data by themselves.</p>
      ) : (
        <Decisions key={value.kept.join('\n')} one={one} review={value} />
      )}
      <Replaced replaced={value.replaced} />
    </>
  );
}

function Decisions({ one, review }: Props & { readonly review: CaseReview }) {
  const { model, state, isBusy, run } = one;
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set(review.kept));
  const items = review.groups.flatMap((group) => group.items);
  const set = (texts: readonly string[], isKept: boolean) => {
    const next = new Set(kept);
    for (const text of texts) isKept ? next.add(text) : next.delete(text);
    setKept(next);
  };
  const decide = async () => {
    const done = await run(() => model.api.post<CaseState>('case/review', { kept: [...kept] }));
    if (done) open({ panel: 'case', words: ['causes'] });
  };
  return (
    <form
      class="review"
      onSubmit={(event) => {
        event.preventDefault();
        void decide();
      }}
    >
      <p>
        These texts may identify a person or a company. They are replaced everywhere in the case, unless you keep them.
        {!state?.isReviewed && ' The other steps open when you have decided.'}
      </p>
      {review.groups.map(({ title, items: ofGroup }) => (
        <Group key={title} title={title} items={ofGroup} kept={kept} set={set} />
      ))}
      {review.more > 0 && <p class="notice">{counted(review.more, 'other text')} are not listed, and are replaced.</p>}
      <div class="actions decide">
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? 'Replacing…' : `Replace ${items.length - kept.size + review.more}, keep ${kept.size}`}
        </button>
      </div>
    </form>
  );
}

interface GroupProps {
  readonly title: string;
  readonly items: readonly ReviewItem[];
  readonly kept: ReadonlySet<string>;
  set(texts: readonly string[], isKept: boolean): void;
}

function Group({ title, items, kept, set }: GroupProps) {
  const texts = items.map(({ text }) => text);
  return (
    <section class="card review-group" aria-label={title}>
      <div class="head">
        <h2>
          {title} <span class="quiet">{items.length}</span>
        </h2>
        <span class="actions">
          <button type="button" class="small" aria-label={`Keep all ${title}`} onClick={() => set(texts, true)}>
            Keep all
          </button>
          <button type="button" class="small" aria-label={`Replace all ${title}`} onClick={() => set(texts, false)}>
            Replace all
          </button>
        </span>
      </div>
      <ul>
        {items.map(({ text, count, place }) => (
          <li key={text}>
            <label class="review-item">
              <input
                type="checkbox"
                checked={kept.has(text)}
                onChange={({ currentTarget }) => set([text], currentTarget.checked)}
              />
              <span class="review-text">{text}</span>
              <span class="quiet">
                {count === 1 ? 'once' : `${count} times`}, first in {place.replace(/^case\.yaml, /, '')}
              </span>
              <span class="review-outcome">{kept.has(text) ? 'keep' : 'replace'}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Replaced({ replaced }: Pick<CaseReview, 'replaced'>) {
  if (replaced.length === 0) return null;
  const total = replaced.reduce((sum, { count }) => sum + count, 0);
  return (
    <section>
      <h2>
        Replaced without a question <span class="quiet">{counted(total, 'value')}</span>
      </h2>
      <table class="plain-table">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Times</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {replaced.map(({ kind, count, replacement }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two values can have the same replacement, and keep their order.
            <tr key={index}>
              <td>{kind}</td>
              <td>{count}</td>
              <td class="wide">{replacement}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
