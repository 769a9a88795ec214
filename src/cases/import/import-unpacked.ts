import type { CassetteDocument, CassetteEntry } from '../../cassette/index.js';
import { redactDocuments } from '../../redact/index.js';
import { skillsCalling } from '../../skills/index.js';
import { counted, Mistake } from '../../util/index.js';
import { type Dropped, type ImportedCase, type ImportOptions, importCase } from './import-case.js';
import type { Unpacked } from './unpack.js';
import { unreadNotes } from './unread-results.js';

/** Reads files that are in memory as one case. Throws if none of their requests is for the platform. */
export function importUnpacked(
  files: readonly Unpacked[],
  { howToKeep, ...options }: ImportOptions & { readonly howToKeep: string },
): ImportedCase {
  const found = importCase(
    files.flatMap(({ inputs }) => inputs),
    options,
  );
  const imported = withPlainReport({
    ...found,
    problems: [...files.flatMap((one) => one.problems), ...found.problems, ...unreadNotes(found.notes)],
  });
  // A failure that no request accounts for is worth an explanation.
  if (imported.documents.length + imported.notes.length === 0)
    throw new Mistake(nothingKept(imported, howToKeep).join('\n'));
  return { ...imported, documents: [...imported.documents, ...imported.notes] };
}

/** Notes quote the input, and a request that was left out can have any value in its address: other people read both. */
function withPlainReport(imported: ImportedCase): ImportedCase {
  const { problems, dropped, credentials } = imported;
  const texts = [...problems, ...dropped.map(({ url }) => url)].map((text, i) => ({
    place: `note ${i + 1}`,
    document: { kind: 'note', text },
  }));
  redactDocuments(texts, { secrets: credentials });
  const plain = texts.map(({ document }) => document.text);
  return {
    ...imported,
    problems: plain.slice(0, problems.length),
    dropped: dropped.map((one, i) => {
      const url = plain[problems.length + i] ?? '';
      return { ...one, url: URL.canParse(url) ? url : 'https://host.invalid/' };
    }),
  };
}

interface Decided {
  /** The possible names, addresses, hosts and words that stay. All others are replaced. */
  readonly kept: readonly string[];
  readonly secrets: readonly (string | undefined)[];
}

/** The secrets and the review with which an imported case is redacted. */
export const redactionOf = ({ documents, credentials }: ImportedCase, { kept, secrets }: Decided) => ({
  secrets: [...secrets, ...credentials],
  review: { kept: [...kept, ...serviceHosts(documents)] },
});

/** The services of skills are public, and a replay recognizes them by their host. */
const serviceHosts = (documents: readonly CassetteDocument[]): string[] => [
  ...new Set(
    documents.flatMap((one) =>
      one.kind === 'http' && skillsCalling((one as CassetteEntry).request.url).length > 0
        ? [new URL((one as CassetteEntry).request.url).hostname]
        : [],
    ),
  ),
];

const MAX_LISTED = 10;

/** Those that could be meant for the platform come first. */
export function droppedLines(dropped: readonly Dropped[], max = MAX_LISTED): string[] {
  if (dropped.length === 0) return [];
  const meant = dropped.filter((one) => one.near !== undefined);
  const others = dropped.filter((one) => one.near === undefined);
  const listed = [...meant, ...others].slice(0, max).map(({ place, method, url, near }) => {
    const { host, pathname } = new URL(url);
    return `  ${place}: ${method} ${host}${pathname}${near === undefined ? '' : ` (${near})`}`;
  });
  const more = dropped.length - listed.length;
  return [
    `${counted(dropped.length, 'request')} left out, because no operation has the path:`,
    ...listed,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function nothingKept({ dropped, problems, formats: read }: ImportedCase, howToKeep: string): string[] {
  const why =
    dropped.length === 0
      ? `no request was found. The input was read as ${[...new Set(read)].join(' and ')}`
      : `no request is for the platform. To keep a request, ${howToKeep}`;
  return [why, ...problems, ...droppedLines(dropped)];
}
