import {
  droppedLines,
  explain,
  exporterNamed,
  exporters,
  exportWithNotes,
  importUnpacked,
  inspect,
  inspectionLines,
  minimize,
  redactionOf,
  replay,
} from '../../cases/index.js';
import { type Cassette, type RedactedRecording, redactRecording, toYaml } from '../../cassette/index.js';
import { DEFAULT_POLICY, type SecretCutter, secretCutter } from '../../redact/index.js';
import { counted, Mistake, plainLine, plainText } from '../../util/index.js';
import type { CaseImport, CasePartName } from '../case-contract.js';
import { writtenTexts } from './case-texts.js';
import { causesView, messagesView, minimalView, partJson, replayView, reviewView, rowsView } from './case-views.js';
import { recordingIn, type Upload, uploadedFiles } from './uploaded-files.js';

/** One step of the work on a case. */
export type CaseTask =
  | { readonly name: 'open'; readonly upload: Upload }
  | { readonly name: 'review'; readonly kept: readonly string[]; readonly removed?: readonly string[] }
  /** `smaller` opens the smallest recording as a case of its own, and `whole` returns to the case that it is from. */
  | { readonly name: 'causes' | 'replay' | 'smaller' | 'whole' }
  | { readonly name: 'minimal'; readonly at?: number }
  | { readonly name: 'export'; readonly of: 'case' | 'minimal'; readonly format: string };

/** What a step made, as JSON for the page. A new review makes the earlier parts invalid. */
export interface CaseResult {
  readonly title?: string;
  readonly isReviewed?: boolean;
  readonly parts?: Readonly<Partial<Record<CasePartName, string>>>;
  readonly file?: string;
}

export interface CaseProgress {
  readonly signal: AbortSignal;
  report(text: string): void;
}

type Recording = Pick<Cassette, 'header' | 'documents'>;

/** What the user decided: texts in doubt that stay, and other texts that are replaced. */
interface Decision {
  readonly kept: readonly string[];
  readonly removed: readonly string[];
}

/** A case that was read, and what its steps made. */
interface OpenedCase {
  readonly title: string;
  redacted(kept: readonly string[]): RedactedRecording;
  /** With everything in doubt replaced. */
  readonly first: RedactedRecording;
  readonly reviewed?: RedactedRecording | undefined;
  readonly minimal?: Recording | undefined;
  readonly parts: CaseResult['parts'];
}

/** What opens a case, and what is known of it besides its requests. */
interface Read extends Pick<OpenedCase, 'title' | 'redacted'>, Pick<CaseImport, 'notes' | 'dropped'> {
  readonly formats: string;
}

/** The name under which exports refer to the recording. */
const FILES = { case: 'case.yaml', minimal: 'minimal.yaml' };

const NOT_MINIMISED = 'minimise the case first';
const UNDECIDED: Decision = { kept: [], removed: [] };
/** A shorter word would be replaced in other words too. */
const MIN_REMOVED = 3;
const TOO_SHORT = `a text to replace has at least ${MIN_REMOVED} characters. Add the text next to it.`;

const writtenIn = ({ documents, replaced }: RedactedRecording) =>
  writtenTexts(documents, new Set(replaced.map(({ replacement }) => replacement)));

const MAX_DROPPED = 50;
const MAX_TITLE = 200;
const MAX_MESSAGE = 4_000;

/** One case: what was read, its redacted recording, and the smallest recording that still fails. */
export class CaseWork {
  readonly #secrets: readonly string[];
  /** Masks the secrets in what quotes the files. */
  readonly #cutter: SecretCutter;
  #opened: OpenedCase | undefined;
  /** The case whose smallest recording is open. */
  #whole: OpenedCase | undefined;

  /** `secrets`: values that no part of the case may contain. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
    this.#cutter = secretCutter(secrets);
  }

  async run(task: CaseTask, progress: CaseProgress): Promise<CaseResult> {
    try {
      return await this.#run(task, progress);
    } catch (error) {
      // The message may quote a file.
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(plainText(this.#cutter.text(message), MAX_MESSAGE), { cause: error });
    }
  }

  async #run(task: CaseTask, progress: CaseProgress): Promise<CaseResult> {
    switch (task.name) {
      case 'open':
        return this.#openUpload(task.upload);
      case 'review':
        return this.#review(task);
      case 'causes':
        return this.#made({ causes: this.#json(causesView(await this.#explained(progress))) });
      case 'replay':
        return this.#replay(progress);
      case 'minimal':
        return this.#minimize(task.at, progress);
      case 'smaller':
        return this.#openSmaller();
      case 'whole':
        return this.#openWhole();
      case 'export':
        return { file: await this.#export(task.of, task.format) };
    }
  }

  async #openUpload(upload: Upload): Promise<CaseResult> {
    this.#opened = undefined;
    this.#whole = undefined;
    const uploaded = await uploadedFiles(upload);
    const recording = recordingIn(uploaded);
    const title = plainLine(this.#cutter.text(uploaded.names.join(', ')), MAX_TITLE) || 'a file';
    return this.#open(recording ? this.#recorded(title, recording) : this.#imported(title, uploaded));
  }

  #open({ title, redacted, formats, ...found }: Read): CaseResult {
    const first = redacted([]);
    const isReviewed = first.doubtful.length === 0;
    const requests = first.documents.filter(({ kind }) => kind === 'http').length;
    const report: CaseImport = {
      ...rowsView(first.documents),
      ...found,
      summary: `${counted(requests, 'request')} found in ${formats}`,
      about: inspectionLines(inspect(first.documents.map((document, i) => ({ document, place: `request ${i + 1}` })))),
      exports: exporters.map(({ name, extension, summary }) => ({ name, extension, summary })),
    };
    const parts = {
      import: this.#json(report),
      messages: this.#json(messagesView(first.documents)),
      review: this.#json(reviewView(first, first, { ...UNDECIDED, texts: writtenIn(first) })),
    };
    this.#opened = { title, redacted, first, parts, ...(isReviewed && { reviewed: first }) };
    return { title, isReviewed, parts };
  }

  /** The smallest recording keeps the decisions of the review. */
  #openSmaller(): CaseResult {
    const whole = this.#opened;
    if (!whole?.minimal) throw new Mistake(NOT_MINIMISED);
    const title = `the smallest recording of ${(this.#whole ?? whole).title}`;
    const result = this.#open(this.#recorded(title, { ...whole.minimal, warnings: [] }));
    this.#whole ??= whole;
    return result;
  }

  #openWhole(): CaseResult {
    const whole = this.#whole;
    if (!whole) throw new Mistake('this is the whole case');
    this.#opened = whole;
    this.#whole = undefined;
    const { title, parts = {} } = whole;
    return { title, parts, isReviewed: whole.reviewed !== undefined };
  }

  #recorded(title: string, { header, documents, warnings }: Recording & Pick<Cassette, 'warnings'>): Read {
    return {
      title,
      redacted: (kept) =>
        redactRecording(FILES.case, { header, documents }, { secrets: this.#secrets, review: { kept } }),
      ...{ formats: 'a recording', notes: warnings, dropped: [] },
    };
  }

  #imported(title: string, { files, keep }: Awaited<ReturnType<typeof uploadedFiles>>): Read {
    const imported = importUnpacked(files, {
      keep,
      howToKeep: 'import again with a part of its URL under “Keep other requests”',
    });
    return {
      title,
      redacted: (kept) =>
        redactRecording(FILES.case, imported, redactionOf(imported, { kept, secrets: this.#secrets })),
      formats: [...new Set(imported.formats)].join(' and '),
      notes: imported.problems,
      dropped: droppedLines(imported.dropped, MAX_DROPPED),
    };
  }

  #review(decision: Partial<Decision>): CaseResult {
    const opened = this.#opened;
    if (!opened) throw new Mistake('open a case first');
    const { first } = opened;
    const known = new Set(first.doubtful.map(({ text }) => text));
    const kept = (decision.kept ?? []).filter((text) => known.has(text));
    const removed = [...new Set((decision.removed ?? []).map((text) => text.trim()).filter((text) => text !== ''))];
    const short = removed.find((text) => text.length < MIN_REMOVED);
    if (short !== undefined) throw new Mistake(`${short}: ${TOO_SHORT}`);
    const decided = kept.length === 0 ? first : opened.redacted(kept);
    const reviewed = this.#without(removed, decided);
    const parts = {
      messages: this.#json(messagesView(reviewed.documents)),
      review: this.#json(reviewView(first, reviewed, { kept, removed, texts: writtenIn(decided) })),
    };
    const { import: found = '' } = opened.parts ?? {};
    // The causes, the smallest recording and the replay of an earlier review have other values.
    this.#opened = { ...opened, reviewed, minimal: undefined, parts: { import: found, ...parts } };
    return { isReviewed: true, parts };
  }

  /** Keeps the parts of a step, for a return from the smallest recording. */
  #made(parts: NonNullable<CaseResult['parts']>, minimal = this.#opened?.minimal): CaseResult {
    if (this.#opened) this.#opened = { ...this.#opened, minimal, parts: { ...this.#opened.parts, ...parts } };
    return { parts };
  }

  /** Replaced afterwards, because a name in doubt would not be found without a part of it. */
  #without(removed: readonly string[], recording: RedactedRecording): RedactedRecording {
    if (removed.length === 0) return recording;
    const policy = { ...DEFAULT_POLICY, cut: removed };
    const second = redactRecording(FILES.case, recording, { secrets: this.#secrets, policy });
    return { ...second, doubtful: recording.doubtful, replaced: [...recording.replaced, ...second.replaced] };
  }

  #json = (value: unknown): string => partJson(this.#cutter.value(value));

  /** Nothing but the review is shown or made before the user decided. */
  #recording(): RedactedRecording {
    if (!this.#opened?.reviewed) throw new Mistake('decide about the personal data first');
    return this.#opened.reviewed;
  }

  #explained({ report }: CaseProgress) {
    return explain(this.#recording(), {
      onProgress: ({ done, exchanges }) => report(`${done} of ${counted(exchanges, 'request')} explained`),
    });
  }

  async #replay({ signal }: CaseProgress): Promise<CaseResult> {
    const report = await replay(this.#recording(), { signal });
    if (signal.aborted) throw new Mistake('stopped, so nothing was compared');
    return this.#made({ replay: this.#json(replayView(report)) });
  }

  async #minimize(at: number | undefined, { signal, report }: CaseProgress): Promise<CaseResult> {
    const recording = this.#recording();
    const before = recording.documents.filter(({ kind }) => kind === 'http').length;
    const minimal = await minimize(recording, {
      signal,
      ...(at !== undefined && { at }),
      onProgress: ({ runs, requests }) =>
        report(`${requests} of ${counted(before, 'request')} left, ${counted(runs, 'run')}`),
    });
    return this.#made({ minimal: this.#json(minimalView(minimal, before)) }, minimal);
  }

  async #export(of: 'case' | 'minimal', format: string): Promise<string> {
    const recording = of === 'case' ? this.#recording() : this.#opened?.minimal;
    if (!recording) throw new Mistake(NOT_MINIMISED);
    const { header, documents } = recording;
    if (format === 'recording') return toYaml({ header, documents });
    exporterNamed(format);
    return (await exportWithNotes({ header, documents }, format, { file: FILES[of], secrets: this.#secrets })).text;
  }
}
