import { counted, type SheetPart } from '../../util/index.js';
import type { Explanation, Finding } from './explain.js';

/** Formats an explanation as text to read. */
export function explanationSheet(explanation: Explanation): SheetPart[] {
  const { exchanges, failed, failures, asked, suspicious, notes } = explanation;
  const accepted = asked.filter(({ status }) => status < 300).length;
  return [
    `${counted(exchanges, 'request')}, ${failed} failed.`,
    ...(accepted > 0
      ? [`The sandbox accepts ${counted(accepted, 'request')} without a recorded response. The platform may not.`]
      : []),
    ...failures.flatMap((one) => findingParts(one)),
    ...(suspicious.length > 0
      ? [failed === 0 ? 'Nothing failed, but this looks suspicious:' : 'These requests succeeded, but look suspicious:']
      : []),
    ...suspicious.flatMap((one) => findingParts(one)),
    ...(failed === 0 && suspicious.length === 0 ? ['Nothing failed, and no known trap matches.'] : []),
    ...(notes.length > 0 ? [{ lines: notes.map((note) => `note: ${note}`), of: 'words' as const }] : []),
  ];
}

/** One finding: the request, the cause, the facts and the call to send instead. */
export function findingParts(finding: Finding): SheetPart[] {
  const { exchange, request, operation, status, isAsked, trap, field, facts, correction, repeated } = finding;
  const { server, level, cause } = finding;
  const outcome = status === 0 ? 'no response' : `${status}`;
  return [
    { title: `${exchange}  ${operation ?? request} → ${outcome}` },
    {
      pairs: [
        ...server.map((text): [string, string] => [
          isAsked ? 'the sandbox' : status === 0 ? 'the program' : 'the server',
          `“${text}”`,
        ]),
        [level === 'certain' ? 'cause' : `${level} cause`, cause],
        ...(field === undefined ? [] : [['field', field] as const]),
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
