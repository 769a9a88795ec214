import type { Replaced, Undecided } from '../../redact/index.js';
import { withLocks } from '../../util/index.js';
import { type Cassette, openCassette } from '../format/open.js';
import type { CassetteDocument } from '../format/schema.js';
import { whole } from '../format/write.js';
import { checkedFile } from '../record/create-file.js';
import {
  type Draft,
  draftOf,
  makeTargetFolder,
  mistake,
  otherNames,
  SHORT_WAIT,
  type Target,
  targetOf,
} from '../record/target-file.js';
import {
  type BesideScript,
  documentsOf,
  type LocatedDocument,
  type RedactOptions,
  redactTogether,
} from './redact-recording.js';

export interface RedactCassetteOptions extends RedactOptions {
  /** The output name for each file. Default: the file itself. */
  readonly output?: (file: string) => string;
}

export interface RedactedCassettes {
  readonly files: readonly string[];
  readonly replaced: readonly Replaced[];
  readonly warnings: readonly string[];
  /** In a dry run: possible names, addresses, hosts and words that the policy does not cover. */
  readonly undecided: readonly Undecided[];
  /** With a review: those that were replaced. */
  readonly doubtful: readonly Undecided[];
}

const CHUNK = 1 << 18;

/**
 * Redacts cassettes with consistent replacements. Writes nothing if any value would be left. No other command and no
 * session may write the files at the same time.
 */
export function redactCassette(
  input: string | readonly string[],
  options: RedactCassetteOptions = {},
): RedactedCassettes {
  if (options.dryRun) return redactLocked(input, options);
  const locked = targetsOf(input, options).map(({ file }) => file);
  return withLocks(locked, SHORT_WAIT, () => redactLocked(input, options));
}

/** Like `redactCassette`. The caller holds the locks of the targets. */
export function redactLocked(
  input: string | readonly string[],
  { output, dryRun = false, ...options }: RedactCassetteOptions = {},
): RedactedCassettes {
  const files = typeof input === 'string' ? [input] : input;
  const targets = targetsOf(files, { output });
  const cassettes = files.map((file, i) => {
    const { warnings, ...cassette } = openCassette(file);
    return { target: targets[i] as Target, warnings, documents: documentsOf(file, cassette) };
  });
  return writeRedacted(cassettes, { dryRun, ...options });
}

/** Redacts a recording that is not in a file yet, and writes it. Returns its redacted documents too. */
export function saveRedacted(
  file: string,
  cassette: Pick<Cassette, 'header' | 'documents'>,
  {
    beside = [],
    ...options
  }: Pick<RedactCassetteOptions, 'dryRun' | 'policy' | 'secrets' | 'review'> & SaveOptions = {},
): RedactedCassettes & { readonly documents: readonly CassetteDocument[] } {
  const save = () => {
    const unwritten = { target: checkedFile(file).target, warnings: [], documents: documentsOf(file, cassette) };
    const redacted = writeRedacted([unwritten], options, beside);
    const [, ...documents] = unwritten.documents.map(({ document }) => document as CassetteDocument); // after the header
    return { ...redacted, documents };
  };
  return options.dryRun ? save() : withLocks([targetOf(file).file], SHORT_WAIT, save);
}

interface SaveOptions {
  /** Refuses a file that exists, even if it appears while this one is written. */
  readonly isNew?: boolean;
  /** Scripts that are redacted in place with the same replacements. Nothing is written if a value would be left. */
  readonly beside?: readonly BesideScript[];
}

interface Unwritten {
  readonly target: Target;
  readonly warnings: readonly string[];
  readonly documents: readonly LocatedDocument[];
}

type WriteOptions = Pick<RedactCassetteOptions, 'dryRun' | 'policy' | 'secrets' | 'review'> &
  Pick<SaveOptions, 'isNew'>;

function writeRedacted(
  cassettes: readonly Unwritten[],
  { dryRun = false, isNew = false, ...options }: WriteOptions,
  beside: readonly BesideScript[] = [],
): RedactedCassettes {
  const all = cassettes.map(({ documents }) => documents);
  const { textsOf, replaced, undecided, doubtful } = redactTogether(all, { dryRun, ...options }, beside);
  withDrafts({ isNew }, (draftFor) => {
    for (const { target, documents } of cassettes) {
      if (!dryRun) makeTargetFolder(target);
      const draft = dryRun ? undefined : draftFor(target);
      // One write for each entry would take as long as parsing it.
      let unwritten = '';
      for (const text of textsOf(documents, target.name)) {
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
    undecided,
    doubtful,
    warnings: [
      ...cassettes.flatMap(({ warnings }) => warnings),
      ...(dryRun ? [] : cassettes.flatMap(({ target }) => otherNames(target))),
    ],
  };
}

function targetsOf(
  input: string | readonly string[],
  { output = (file) => file }: Pick<RedactCassetteOptions, 'output'>,
) {
  const files = typeof input === 'string' ? [input] : input;
  return distinct(files.map((file) => targetFor(file, output(file))));
}

/** A recording may be replaced by itself under any name. Another output must be a place for a recording. */
const targetFor = (file: string, output: string): Target =>
  output === file ? targetOf(file) : checkedFile(output).target;

/** Throws if two targets are the same file, even under different names. */
function distinct(targets: Target[]): Target[] {
  const files = new Set(targets.map(({ file }) => file));
  if (files.size < targets.length) throw mistake('two files would be written to the same file');
  return targets;
}

/**
 * Changes the cassette in a file, in the format that the file name selects. No session and no other command may write it
 * until `change` returns. Returns warnings, or undefined if `change` returns nothing.
 */
export function changeCassette(
  file: string,
  change: (cassette: Cassette) => Pick<Cassette, 'header' | 'documents'> | undefined,
): string[] | undefined {
  const target = targetOf(file);
  return withLocks([target.file], SHORT_WAIT, () => {
    const changed = change(openCassette(file));
    if (changed === undefined) return undefined;
    write(target, changed, { isNew: false });
    return otherNames(target);
  });
}

/** Writes a new cassette. Refuses a file that exists, even if it appears at this moment. */
export function createCassette(file: string, cassette: Pick<Cassette, 'header' | 'documents'>): void {
  write(targetOf(file), cassette, { isNew: true });
}

function write(
  target: Target,
  cassette: Pick<Cassette, 'header' | 'documents'>,
  options: Required<Pick<SaveOptions, 'isNew'>>,
): void {
  withDrafts(options, (draftFor) => {
    const draft = draftFor(target);
    draft.write(whole(cassette, target.name));
    draft.close();
  });
}

/** Writes all files for which `work` begins a draft, or none of them. */
function withDrafts(
  { isNew }: Required<Pick<SaveOptions, 'isNew'>>,
  work: (draftFor: (target: Target) => Draft) => void,
): void {
  const drafts: Draft[] = [];
  try {
    work((target) => {
      const draft = draftOf(target);
      drafts.push(draft);
      return draft;
    });
    for (const draft of drafts) isNew ? draft.commitNew() : draft.commit();
  } catch (error) {
    for (const draft of drafts) draft.discard();
    throw error;
  }
}
