import type { CaseImport, CaseMessages } from '../../case-contract.js';
import { hashOf } from '../model/route.js';
import { counted } from '../parts/format.js';
import { RowsTable } from './step-parts.js';
import { type OpenedCase, useCasePart } from './use-case.js';

/** The requests that were found, and what was left out and why. */
export function FoundView({ one }: { readonly one: OpenedCase }) {
  const { value, problem } = useCasePart<CaseImport>(one, 'import');
  const { value: messages } = useCasePart<readonly CaseMessages[]>(one, 'messages');
  if (problem !== undefined) return <p class="problem">{problem}</p>;
  if (!value) return <p class="hint">Loading…</p>;
  const { summary, about, notes, dropped, rows, more } = value;
  const [why, ...left] = dropped;
  return (
    <>
      <p>{summary}.</p>
      <div class="found-case">
        <div>
          <RowsTable rows={rows} more={more} label="Requests of the case" messages={messages} />
        </div>
        <div>
          {about.length > 0 && <Lines title="About the requests" lines={about} />}
          {notes.length > 0 && <Quoted title={counted(notes.length, 'note')} lines={notes} />}
          {why !== undefined && <Quoted title={why.replace(/:$/, '')} lines={left} />}
        </div>
      </div>
      <p>
        <a
          class="button primary"
          href={hashOf({ panel: 'case', words: [one.state?.isReviewed ? 'causes' : 'review'] })}
        >
          {one.state?.isReviewed ? 'Causes' : 'Personal data'} →
        </a>
      </p>
    </>
  );
}

const Lines = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) => (
  <section class="lines-of-case">
    <h2>{title}</h2>
    <List lines={lines} />
  </section>
);

/** Lines that quote the files. They are not redacted, so the user opens them. */
const Quoted = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) => (
  <section class="lines-of-case">
    <h2>{title}</h2>
    <details>
      <summary>Show the original lines, not redacted</summary>
      <List lines={lines} />
    </details>
  </section>
);

const List = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul>
    {lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
      <li key={index}>{line.trim()}</li>
    ))}
  </ul>
);
