import { counted, plainLine, type SheetPart } from '../../util/index.js';
import type { Inspection, PossibleSecrets, Tally } from './inspect.js';
import type { Unusual } from './unusual.js';

const MAX_LISTED = 10;
const MAX_WORD = 80;

/** Formats what a recording contains as text to read. */
export function inspectionSheet(
  inspection: Inspection,
  { problems, problemCount, secrets, entries }: SheetOptions,
): SheetPart[] {
  const { requests, hosts, methods, operations, webhooks, code } = inspection;
  const unusual = [...inspection.unusual.map(unusualLine), ...problemLines(problems, problemCount)];
  return [
    {
      pairs: [
        ['requests', `${requests}`],
        ['hosts', hostsText(hosts)],
        ['methods', talliesText(methods)],
        ['operations', talliesText(operations)],
        ['links', linksText(inspection)],
        ['webhooks', talliesText(webhooks)],
        ['code', codeText(code)],
        ...(code.firstLine === undefined ? [] : [['first line', short(code.firstLine)] as const]),
        ...(code.imports.length === 0 ? [] : [['imports', listText(code.imports)] as const]),
        ...(code.names.length === 0 ? [] : [['Node names', listText(code.names)] as const]),
        ['secrets', secretsText(secrets, { entries, problemCount })],
      ],
    },
    unusual.length === 0 ? 'Nothing unusual was found.' : 'Unusual:',
    ...(unusual.length === 0 ? [] : [{ lines: unusual, of: 'words' as const }]),
  ];
}

interface SheetOptions {
  readonly problems: readonly string[];
  readonly problemCount: number;
  /** Undefined if the search failed. */
  readonly secrets: PossibleSecrets | undefined;
  /** The number of entries, of which the first were searched for secrets. */
  readonly entries: number;
}

const MAX_BRIEF = 3;

/** The lines to show before a recording is imported or its code is run: hosts, code and unusual contents. */
export function inspectionLines({ requests, hosts, code, unusual }: Inspection, more?: string): string[] {
  const left = unusual.length - MAX_BRIEF;
  return [
    ...(requests > 0 ? [`hosts: ${hostsText(hosts)}`] : []),
    ...(code.inputs > 0 ? [`code: ${codeText(code)}`] : []),
    ...(code.imports.length > 0 ? [`imports: ${listText(code.imports)}`] : []),
    ...(code.names.length > 0 ? [`Node names: ${listText(code.names)}`] : []),
    ...unusual.slice(0, MAX_BRIEF).map((one) => `unusual: ${unusualLine(one)}`),
    ...(left > 0 ? [`unusual: ${left} more${more === undefined ? '' : `. To see all: ${more}`}`] : []),
  ];
}

const short = (text: string): string => plainLine(text, MAX_WORD);

function listText(all: readonly string[]): string {
  const left = all.length - MAX_LISTED;
  const listed = all.slice(0, MAX_LISTED).map(short).join(', ') || 'none';
  return left > 0 ? `${listed} and ${left} more` : listed;
}

const talliesText = (all: readonly Tally[]): string =>
  listText(all.map(({ name, count }) => `${short(name)} (${count})`));

const hostsText = (hosts: Inspection['hosts']): string =>
  listText(
    hosts.map(({ name, count, kind }) => `${short(name)} (${count}${kind === 'other' ? ', not the platform' : ''})`),
  );

function linksText({ links, hasAllLinks }: Inspection): string {
  const found = links === 0 ? 'none' : `${counted(links, 'value')} of responses in later requests`;
  return hasAllLinks ? found : `${found}. Only the first values were compared`;
}

function codeText({ inputs, characters, isPartial }: Inspection['code']): string {
  if (inputs === 0) return 'none';
  return `${counted(inputs, 'input')}, ${counted(characters, 'character')}${isPartial ? ', of which the beginning was examined' : ''}`;
}

function secretsText(
  secrets: PossibleSecrets | undefined,
  { entries, problemCount }: Pick<SheetOptions, 'entries' | 'problemCount'>,
): string {
  if (secrets === undefined) return 'the search failed. Redact the recording before you share it';
  const { kinds, searched } = secrets;
  if (entries === 0 && problemCount > 0) return 'not searched, because no entry could be read';
  const found = kinds.length === 0 ? 'none found' : talliesText(kinds);
  if (problemCount > 0 && searched === entries)
    return `${found} in the ${entries.toLocaleString('en')} readable entries`;
  return searched < entries ? `${found}; searched ${searched} of ${entries} entries` : found;
}

function unusualLine({ kind, count, first, detail }: Unusual): string {
  const where = count === 1 ? `in ${first}` : `first in ${first}`;
  return `${kind}: ${count}, ${where}${detail === undefined ? '' : ` (${short(detail)})`}`;
}

function problemLines(problems: readonly string[], count: number): string[] {
  const listed = problems.slice(0, MAX_LISTED).map((problem) => `problem: ${plainLine(problem, 200)}`);
  const left = count - listed.length;
  return left > 0 ? [...listed, `problem: ${left} more`] : listed;
}
