import type { CassetteDocument } from '../cassette/index.js';
import type { CommandContext } from './shared-command.js';

/** Reads a recording and redacts it in memory, so that nothing personal is shown. */
export async function redactedRecording(
  file: string,
  secrets: Awaited<ReturnType<CommandContext['secrets']>>,
): Promise<readonly CassetteDocument[]> {
  const [{ openCassette }, { redactDocuments }] = await Promise.all([
    import('../cassette/index.js'),
    import('../redact/index.js'),
  ]);
  const placed = openCassette(file).documents.map((document, i) => ({ place: `${file}, entry ${i + 1}`, document }));
  redactDocuments(placed, { secrets });
  return placed.map(({ document }) => document);
}
