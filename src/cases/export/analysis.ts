import type { Cassette } from '../../cassette/index.js';
import { redactDocuments } from '../../redact/index.js';
import { counted } from '../../util/index.js';
import { explain, type Finding } from '../explain/explain.js';
import { exportCase } from './export-case.js';
import type { Analysis, ExportOptions } from './exporter.js';
import { fenced, inLine, report } from './to-report.js';

/** Writes a recording in another format. A report has the causes and the corrected calls. */
export async function exportExplained(
  cassette: Pick<Cassette, 'header' | 'documents'>,
  format: string,
  options: ExportOptions = {},
): Promise<string> {
  if (format !== report.name) return exportCase(cassette, format, options);
  return exportCase(cassette, format, { ...options, analysis: await analysisOf(cassette, options) });
}

/** The recording is redacted first, so that no sentence contains personal data. */
async function analysisOf(
  { documents }: Pick<Cassette, 'documents'>,
  { policy, secrets = [] }: ExportOptions,
): Promise<Analysis> {
  const placed = documents.map((document, i) => ({ place: `entry ${i + 1}`, document }));
  redactDocuments(placed, { ...(policy && { policy }), secrets });
  const redacted = placed.map(({ document }) => document);
  const { failures, suspicious, asked } = await explain({ documents: redacted });
  const found = [...failures, ...suspicious];
  return {
    cause: found.map(causeOf).join('\n\n') || 'No request failed, and no known trap matches.',
    fix: found.flatMap(fixOf).join('\n\n') || 'No correction is known.',
    answers: asked.map(headOf),
  };
}

function causeOf({ facts, repeated, cause, ...finding }: Finding): string {
  const again = repeated > 0 ? [`${counted(repeated, 'later request')} failed in the same way`] : [];
  const list = [...new Set([...facts, ...again])].map((fact) => `- ${inLine(fact)}`).join('\n');
  return `${headOf(finding)}: ${inLine(cause)}${list === '' ? '' : `\n\n${list}`}`;
}

function fixOf({ correction, ...finding }: Finding): string[] {
  if (!correction) return [];
  const { isTried, code, notes } = correction;
  const head = `${headOf(finding)}: ${isTried ? 'this call succeeds on a copy of the sandbox' : 'try this call'}`;
  return [head, fenced(code, 'ts'), ...(notes.length > 0 ? [notes.map((note) => `- ${inLine(note)}`).join('\n')] : [])];
}

const headOf = ({
  exchange,
  operation,
  request,
  status,
}: Pick<Finding, 'exchange' | 'operation' | 'request' | 'status'>) =>
  `**${exchange}** ${inLine(operation ?? request)} → ${status === 0 ? 'no response' : status}`;
