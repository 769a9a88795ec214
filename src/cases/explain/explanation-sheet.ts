import { counted, type SheetPart } from '../../util/index.js';
import type { Explanation, Finding } from './explain.js';

interface SheetOptions {
  /** Shows what the request sent in the field at fault. */
  readonly hasSent?: boolean;
}

/** Formats an explanation as text to read. */
export function explanationSheet(explanation: Explanation, options: SheetOptions = {}): SheetPart[] {
  const { exchanges, failed, failures, asked, suspicious, notes, unread } = explanation;
  const accepted = asked.filter(({ status }) => status < 300).length;
  const refused = asked.filter(({ status }) => status >= 400).length;
  const lasting = failed - refused - recoveredIn(explanation);
  const isOfServer = ({ operation, status }: Finding) => operation === undefined && (status === 0 || status >= 300);
  const [ofServer, succeeded] = [suspicious.filter(isOfServer), suspicious.filter((one) => !isOfServer(one))];
  const isQuiet = failures.every(({ recovered }) => recovered !== undefined);
  return [
    `${counted(exchanges, 'request')}, ${lasting} failed${recoveredIn(explanation) > 0 ? `, ${recoveredIn(explanation)} recovered` : ''}.`,
    ...unread.slice(0, 1).map((text) => `Incomplete: ${text}.`),
    ...(unread.length > 1 ? [{ lines: unread.slice(1).map((text) => `- ${text}`), of: 'words' as const }] : []),
    ...(refused > 0
      ? [`The sandbox refuses ${counted(refused, 'request')} without a recorded response. The platform may not.`]
      : []),
    ...(accepted > 0
      ? [`The sandbox accepts ${counted(accepted, 'request')} without a recorded response. The platform may not.`]
      : []),
    ...failures.flatMap((one) => findingParts(one, options)),
    ...(succeeded.length > 0
      ? [
          failed === 0 && unread.length === 0
            ? 'Nothing failed, but this looks suspicious:'
            : 'These requests succeeded, but look suspicious:',
        ]
      : []),
    ...succeeded.flatMap((one) => findingParts(one, options)),
    ...(ofServer.length > 0 ? ['Your server did not accept these requests of the platform:'] : []),
    ...ofServer.flatMap((one) => findingParts(one, options)),
    ...(isQuiet && suspicious.length === 0 ? [quietLine(explanation)] : []),
    ...(notes.length > 0 ? [{ lines: notes.map((note) => `note: ${note}`), of: 'words' as const }] : []),
  ];
}

/** The number of failed requests that the program recovered from. */
const recoveredIn = ({ failures }: Explanation): number =>
  failures.reduce((sum, { recovered, repeated }) => sum + (recovered === undefined ? 0 : 1 + repeated), 0);

const quietLine = ({ failures, unread, unanswered }: Explanation): string => {
  if (unread.length > 0) return 'Whether something failed is not known: compare these lines with the original text.';
  const what = failures.length > 0 ? 'Nothing else failed' : 'Nothing failed';
  return `${what}${unanswered > 0 ? ' in the recorded responses' : ''}, and no known trap matches.`;
};

/** One finding: the request, the cause, the facts and the call to send instead. */
export function findingParts(finding: Finding, { hasSent = false }: SheetOptions = {}): SheetPart[] {
  const { exchange, request, operation, status, isAsked, trap, field, facts, correction, repeated } = finding;
  const { server, level, cause, recovered, sent } = finding;
  const outcome = status === 0 ? 'no response' : isAsked ? `${status} in the sandbox` : `${status}`;
  return [
    { title: `${exchange}  ${operation ?? request} → ${outcome}` },
    {
      pairs: [
        ...server.map((text): [string, string] => [
          isAsked ? 'the sandbox' : status === 0 ? 'the program' : 'the server',
          `“${text}”`,
        ]),
        ...(recovered === undefined ? [] : [['recovered', recovered] as const]),
        [level === 'certain' ? 'cause' : `${level} cause`, cause],
        ...(field === undefined ? [] : [['field', field] as const]),
        ...(hasSent && sent !== undefined ? [['sent', sent] as const] : []),
        ...(trap === undefined ? [] : [['trap', trap] as const]),
        ...(isAsked ? [['status', 'the recording has no response: the sandbox gave this one'] as const] : []),
        ...(repeated > 0 ? [['again', `${counted(repeated, 'later request')} failed in the same way`] as const] : []),
      ],
    },
    ...(facts.length > 0 ? [{ lines: [...new Set(facts)].map((fact) => `- ${fact}`), of: 'words' as const }] : []),
    ...(correction
      ? [
          correction.isTried ? 'This call succeeds on a copy of the sandbox:' : 'Try this call:',
          { lines: [correction.code], of: 'TypeScript' as const },
          ...(correction.notes.length > 0 ? [{ lines: correction.notes, of: 'words' as const }] : []),
        ]
      : []),
  ];
}
