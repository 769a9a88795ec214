import {
  type Ordinals,
  type Policy,
  type Replaced,
  redactDocuments,
  type Undecided,
  undecidedIn,
} from '../../redact/index.js';
import { rehashed } from '../format/body.js';
import { type Cassette, openCassette } from '../format/open.js';
import { plainlyFits } from '../format/quick-check.js';
import { CassetteDocument, CassetteHeader } from '../format/schema.js';
import { spell, whole } from '../format/write.js';
import { checkedPlace } from '../record/create-file.js';
import {
  type Draft,
  draftOf,
  makeTargetFolder,
  mistake,
  otherNames,
  type Target,
  targetOf,
} from '../record/target-file.js';

export interface RedactCassetteOptions {
  /** The output name for each file. Default: the file itself. */
  readonly output?: (file: string) => string;
  readonly policy?: Policy;
  readonly secrets?: Iterable<string | undefined>;
  readonly table?: Ordinals;
  readonly dryRun?: boolean;
}

export interface RedactedCassettes {
  readonly files: readonly string[];
  readonly replaced: readonly Replaced[];
  readonly warnings: readonly string[];
  /** In a dry run: possible names and hosts that the policy does not cover. */
  readonly undecided: readonly Undecided[];
}

const CHUNK = 1 << 18;

const DONE = 'known secrets are redacted; people, numbers and addresses are replaced';

/** Redacts cassettes with consistent replacements. Writes nothing if any value would be left. */
export function redactCassette(
  input: string | readonly string[],
  { output = (file) => file, dryRun = false, ...options }: RedactCassetteOptions = {},
): RedactedCassettes {
  const files = typeof input === 'string' ? [input] : input;
  const targets = distinct(files.map((file) => targetFor(file, output(file))));
  const cassettes = files.map((file, i) => {
    const { warnings, ...cassette } = openCassette(file);
    return { target: targets[i] as Target, warnings, documents: documentsOf(file, cassette) };
  });
  return writeRedacted(cassettes, { dryRun, ...options });
}

/** Redacts a recording that is not in a file yet, and writes it. */
export function saveRedacted(
  file: string,
  cassette: Pick<Cassette, 'header' | 'documents'>,
  { beside = [], ...options }: Pick<RedactCassetteOptions, 'dryRun' | 'policy' | 'secrets'> & BesideOptions = {},
): RedactedCassettes {
  const unwritten = { target: checkedPlace(file).target, warnings: [], documents: documentsOf(file, cassette) };
  return writeRedacted([unwritten], options, beside);
}

interface BesideOptions {
  /** Scripts that are redacted in place with the same replacements. Nothing is written if a value would be left. */
  readonly beside?: readonly BesideScript[];
}

/** A script in the form of an entry, so that redaction reads it as code. */
export interface BesideScript {
  readonly place: string;
  document: { readonly kind: 'input'; readonly source: string };
}

interface Unwritten {
  readonly target: Target;
  readonly warnings: readonly string[];
  readonly documents: { readonly place: string; document: Document }[];
}

function writeRedacted(
  cassettes: readonly Unwritten[],
  { dryRun = false, ...options }: Pick<RedactCassetteOptions, 'dryRun' | 'policy' | 'secrets'>,
  beside: readonly BesideScript[] = [],
): RedactedCassettes {
  const { replaced, gate } = redactDocuments<Document | BesideScript['document']>(
    [...cassettes.flatMap(({ documents }) => documents), ...beside],
    options,
  );
  for (const { document, place } of beside) gate.check(document, document.source, place);
  withDrafts((draftFor) => {
    for (const { target, documents } of cassettes) {
      if (!dryRun) makeTargetFolder(target);
      const draft = dryRun ? undefined : draftFor(target);
      // One write for each entry would take as long as parsing it.
      let unwritten = '';
      for (const { document, place } of documents) {
        const redacted = rehashed(document);
        if (!fits(redacted))
          throw mistake(
            `${place} would be invalid after redaction, because a keyword of the format is in the policy or is a secret`,
          );
        const text = spell(redacted, target.name);
        gate.check(redacted, text, place);
        unwritten += text;
        if (unwritten.length < CHUNK) continue;
        draft?.write(unwritten);
        unwritten = '';
      }
      draft?.write(unwritten);
      draft?.close();
    }
  });
  return {
    files: dryRun ? [] : cassettes.map(({ target }) => target.name),
    replaced,
    undecided: dryRun
      ? undecidedIn(
          cassettes.flatMap(({ documents }) => documents.slice(1)),
          options.policy?.keep,
        )
      : [],
    warnings: [
      ...cassettes.flatMap(({ warnings }) => warnings),
      ...(dryRun ? [] : cassettes.flatMap(({ target }) => otherNames(target))),
    ],
  };
}

/** A recording may be replaced by itself under any name. Another output must be a place for a recording. */
const targetFor = (file: string, output: string): Target =>
  output === file ? targetOf(file) : checkedPlace(output).target;

/** Throws if two targets are the same file, even under different names. */
function distinct(targets: Target[]): Target[] {
  const files = new Set(targets.map(({ file }) => file));
  if (files.size < targets.length) throw mistake('two files would be written to the same file');
  return targets;
}

type Document = Cassette['header'] | Cassette['documents'][number];

/** Whether a redacted document is still valid. An invalid one must not replace a recording that can be opened. */
const fits = (document: Document) =>
  plainlyFits(document) ||
  (document.kind === 'cassette' ? CassetteHeader : CassetteDocument).safeParse(document).success;

const documentsOf = (file: string, { header, documents }: Pick<Cassette, 'header' | 'documents'>) => [
  { place: `${file}, header`, document: { ...header, redaction: DONE } as Document },
  ...documents.map((document, i) => ({ place: `${file}, entry ${i + 1}`, document: document as Document })),
];

/** Replaces the cassette in a file, in the format that the file name selects. Returns warnings. */
export function replaceCassette(file: string, cassette: Pick<Cassette, 'header' | 'documents'>): string[] {
  const target = targetOf(file);
  withDrafts((draftFor) => {
    const draft = draftFor(target);
    draft.write(whole(cassette, file));
    draft.close();
  });
  return otherNames(target);
}

/** Replaces all files for which `write` begins a draft, or none of them. */
function withDrafts(write: (draftFor: (target: Target) => Draft) => void): void {
  const drafts: Draft[] = [];
  try {
    write((target) => {
      const draft = draftOf(target);
      drafts.push(draft);
      return draft;
    });
    for (const draft of drafts) draft.commit();
  } catch (error) {
    for (const draft of drafts) draft.discard();
    throw error;
  }
}
