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
      <Decisions key={[...value.kept, '', ...value.removed].join('\n')} one={one} review={value} />
      <Replaced replaced={value.replaced} />
    </>
  );
}

const NOTHING_FOUND = 'No possible names, addresses, hosts or passwords were found.';
const FOUND =
  'These texts may identify a person or a company. They are replaced everywhere in the case, unless you keep them.';
const STAYING = 'Texts that stay';

function Decisions({ one, review }: Props & { readonly review: CaseReview }) {
  const { model, state, isBusy, run } = one;
  const { groups, texts, more } = review;
  const stays = texts.map(({ text }) => text);
  const [kept, setKept] = useState<ReadonlySet<string>>(
    new Set([...review.kept, ...stays.filter((text) => !review.removed.includes(text))]),
  );
  const [others, setOthers] = useState(review.removed.filter((text) => !stays.includes(text)).join('\n'));
  const items = [...groups.flatMap((group) => group.items), ...texts];
  const set = (changed: readonly string[], isKept: boolean) => {
    const next = new Set(kept);
    for (const text of changed) isKept ? next.add(text) : next.delete(text);
    setKept(next);
  };
  const removed = [...stays.filter((text) => !kept.has(text)), ...linesIn(others)];
  const decide = async () => {
    const done = await run(() => model.api.post<CaseState>('case/review', { kept: [...kept], removed }));
    if (done) open({ panel: 'case', words: ['causes'] });
  };
  const count = items.filter(({ text }) => !kept.has(text)).length + linesIn(others).length + more;
  return (
    <form
      class="review"
      onSubmit={(event) => {
        event.preventDefault();
        void decide();
      }}
    >
      <p>
        {groups.length === 0 ? NOTHING_FOUND : FOUND}
        {!state?.isReviewed && ' The other steps open after your decision.'}
      </p>
      <div class="review-groups">
        {groups.map(({ title, items: ofGroup }) => (
          <Group key={title} title={title} items={ofGroup} kept={kept} set={set} />
        ))}
      </div>
      {more > 0 && <p class="notice">{counted(more, 'other text')} are not listed, and are replaced.</p>}
      {texts.length > 0 && (
        <>
          <p>
            People wrote the texts below, such as the names of queues. A name inside such a text is not always found.
            Check them.
          </p>
          <Group title={STAYING} items={texts} kept={kept} set={set} />
        </>
      )}
      <label>
        Replace other texts too, one in each line
        <textarea
          rows={2}
          spellcheck={false}
          value={others}
          placeholder="Schmidt"
          onInput={({ currentTarget }) => setOthers(currentTarget.value)}
        />
      </label>
      <div class="actions decide">
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? 'Replacing…' : `Replace ${count}, keep ${kept.size}`}
        </button>
      </div>
    </form>
  );
}

const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

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
        Replaced automatically <span class="quiet">{counted(total, 'value')}</span>
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
