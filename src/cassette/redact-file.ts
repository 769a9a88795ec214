import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { createRedactor, type Ordinals, type Policy, type Replaced } from '../redact/index.js';
import { type Cassette, openCassette } from './open.js';
import { rehashed } from './rehash.js';
import { spell } from './write.js';

export interface RedactCassetteOptions {
  /** Where each file goes; itself by default. */
  readonly output?: (file: string) => string;
  readonly policy?: Policy;
  readonly secrets?: Iterable<string | undefined>;
  /** Ordinals carried along from files redacted before. */
  readonly table?: Ordinals;
  /** Only say what would be replaced. */
  readonly dryRun?: boolean;
}

export interface RedactedCassettes {
  readonly files: readonly string[];
  readonly replaced: readonly Replaced[];
  readonly warnings: readonly string[];
}

const DONE = 'known secrets are cut; people, numbers and addresses are ordinals';

/** Redacts one cassette, or several so that they agree. Nothing is written when anything would be left in any of them. */
export function redactCassette(
  input: string | readonly string[],
  { output = (file) => file, dryRun = false, ...options }: RedactCassetteOptions = {},
): RedactedCassettes {
  const files = typeof input === 'string' ? [input] : input;
  const cassettes = files.map((file) => ({ file, ...openCassette(file) }));
  const redactor = createRedactor(options);
  for (const cassette of cassettes)
    for (const [place, document] of documentsOf(cassette)) redactor.learn(document, place);

  const gate = redactor.gate();
  const outputs: { file: string; temporary: string }[] = [];
  try {
    for (const cassette of cassettes) {
      const file = output(cassette.file);
      const temporary = `${file}.${process.pid}.tmp`;
      const descriptor = dryRun ? undefined : openSync(temporary, 'wx', 0o600);
      if (descriptor !== undefined) outputs.push({ file, temporary });
      try {
        for (const [place, document] of documentsOf(cassette)) {
          const redacted = rehashed(redactor.replace(document, place));
          const text = spell(redacted, file);
          gate.check(redacted, text, place);
          if (descriptor !== undefined) writeSync(descriptor, text);
        }
        if (descriptor !== undefined) fsyncSync(descriptor);
      } finally {
        if (descriptor !== undefined) closeSync(descriptor);
      }
    }
    for (const { file, temporary } of outputs) renameSync(temporary, file);
  } catch (error) {
    for (const { temporary } of outputs) rmSync(temporary, { force: true });
    throw error;
  }
  return {
    files: outputs.map(({ file }) => file),
    replaced: redactor.replaced(),
    warnings: cassettes.flatMap(({ warnings }) => warnings),
  };
}

type Document = Cassette['header'] | Cassette['documents'][number];

function* documentsOf({ file, header, documents }: Cassette & { file: string }): Generator<[place: string, Document]> {
  yield [`${file}, header`, { ...header, redaction: DONE }];
  for (const [i, document] of documents.entries()) yield [`${file}, entry ${i + 1}`, document];
}
