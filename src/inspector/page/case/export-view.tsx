import { useState } from 'preact/hooks';
import type { CaseImport, CaseReview } from '../../case-contract.js';
import { open } from '../model/model.js';
import { counted, messageOf } from '../parts/format.js';
import { type OpenedCase, useCasePart } from './use-case.js';

const RECORDING = { name: 'recording', extension: '.yaml', summary: 'the redacted recording, for patchbay replay' };

/** The files to download. Each is redacted, and checked before it is written. */
export function ExportView({ one }: { readonly one: OpenedCase }) {
  const { model, state, isBusy } = one;
  const { value } = useCasePart<CaseImport>(one, 'import');
  const { value: review } = useCasePart<CaseReview>(one, 'review');
  const [running, setRunning] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const hasMinimal = state?.parts.minimal !== undefined;
  // The choice is in the address, so that the link beside the smallest recording chooses it.
  const chosen = hasMinimal && model.route.value.words[1] === 'minimal' ? 'minimal' : 'case';
  const choose = (of: typeof chosen) => open({ panel: 'case', words: ['export', of] });
  const save = async (format: string, file: string) => {
    setRunning(format);
    try {
      download(file, await model.api.text(`case/file/${chosen}/${format}`));
      setProblem(undefined);
      model.report.value = `Downloaded ${file}`;
    } catch (error) {
      setProblem(messageOf(error));
    }
    setRunning(undefined);
  };
  return (
    <>
      <p>{redactionText(review?.kept ?? [])} Each export is checked: it contains exactly the recorded requests.</p>
      {hasMinimal && (
        <fieldset class="choices">
          <legend>Export</legend>
          <label>
            <input type="radio" name="of" checked={chosen === 'case'} onChange={() => choose('case')} /> the whole case
          </label>
          <label>
            <input type="radio" name="of" checked={chosen === 'minimal'} onChange={() => choose('minimal')} /> the
            smallest recording
          </label>
        </fieldset>
      )}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <ul class="cards" aria-label="Files to download">
        {[RECORDING, ...(value?.exports ?? [])].map(({ name, extension, summary }) => {
          const file = `${chosen}${extension}`;
          return (
            <li key={name} class="card rule">
              <span>
                <strong>{file}</strong>
                <span class="quiet">{summary.replaceAll('`', '')}</span>
              </span>
              <button
                type="button"
                class="small"
                disabled={isBusy || running !== undefined}
                aria-label={`Download ${file}`}
                onClick={() => void save(name, file)}
              >
                {running === name ? 'Writing…' : 'Download'}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

const MAX_KEPT = 10;

/** What the files still have, because the user kept it. */
function redactionText(kept: readonly string[]): string {
  if (kept.length === 0) return 'All files are redacted.';
  const more = kept.length > MAX_KEPT ? ` and ${counted(kept.length - MAX_KEPT, 'other text')}` : '';
  return `All files are redacted, except for what you kept: ${kept.slice(0, MAX_KEPT).join(', ')}${more}.`;
}

function download(file: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: file });
  link.click();
  URL.revokeObjectURL(url);
}
