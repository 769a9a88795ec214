import type { Cassette } from '../../cassette/index.js';
import { counted } from '../../util/index.js';
import { explain, type Finding } from '../explain/explain.js';
import type { Analysis } from './exporter.js';
import { fenced, inLine } from './to-report.js';

/** Explains a redacted recording for a report. */
export async function analysisOf({ documents }: Pick<Cassette, 'documents'>): Promise<Analysis> {
  const { failures, suspicious, asked, unread, notes } = await explain({ documents });
  const found = [...failures, ...suspicious];
  return {
    cause:
      found.map(causeOf).join('\n\n') ||
      (unread.length > 0 ? UNKNOWN : 'No request failed, and no known trap matches.'),
    fix: found.flatMap(fixOf).join('\n\n') || 'No correction is known.',
    answers: asked.map(headOf),
    notes: [...unread, ...notes],
  };
}

const UNKNOWN = 'The cause is not known: lines that look like a failure were not read as a request.';

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
