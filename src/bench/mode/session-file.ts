import type { CassetteDocument, RecordingFile, SessionEntry } from '../../cassette/index.js';
import { attempt, counted } from '../../util/index.js';
import type { SessionEvent, SessionLog } from '../session/session-log.js';

/**
 * A recording that also holds the inputs, outputs and errors of a session. Those wait for the first exchange, because
 * an earlier recording with the same name stays if nothing is exchanged.
 */
export class SessionFile implements RecordingFile {
  readonly #file: RecordingFile;
  #waiting: SessionEntry[] = [];
  #exchanges = 0;
  #inputs = 0;

  constructor(file: RecordingFile) {
    this.#file = file;
  }

  write(document: CassetteDocument): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const entry of waiting) this.#file.write(entry);
    this.#file.write(document);
    this.#exchanges += 1;
  }

  /** A full disk fails the next exchange. It must not fail the input that is logged here. */
  writeEntry(entry: SessionEntry): void {
    if (this.#exchanges === 0) this.#waiting.push(entry);
    else if (!attempt(() => this.#file.write(entry) ?? true)) return;
    if (entry.kind === 'input') this.#inputs += 1;
  }

  get isBegun(): boolean {
    return this.#file.isBegun;
  }

  get isEmpty(): boolean {
    return this.#file.isEmpty;
  }

  close(): void {
    this.#file.close();
  }

  /** `12 exchanges, 5 inputs → q.yaml`, or why the recording has no exchanges. */
  summary(file: string): string {
    if (this.#exchanges === 0) return `0 exchanges recorded → ${file}: ${NOTHING}`;
    const inputs = this.#inputs === 0 ? '' : `, ${counted(this.#inputs, 'input')}`;
    return `${counted(this.#exchanges, 'exchange')}${inputs} → ${file}`;
  }
}

const NOTHING = 'there were no requests to record. Requests of child processes and worker threads are not recorded';

/** Writes the inputs, outputs and errors from now on. The returned function ends that. */
export async function followSession(log: Pick<SessionLog, 'follow'>, file: SessionFile): Promise<() => void> {
  const { sessionEntry } = await import('../transcript/session-entry.js');
  return log.follow((event: SessionEvent) => {
    const entry = sessionEntry(event);
    if (entry) file.writeEntry(entry);
  });
}
