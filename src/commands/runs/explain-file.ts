import { explain, explanationSheet } from '../../cases/index.js';
import { openCassette } from '../../cassette/index.js';
import { redactDocuments } from '../../redact/index.js';
import { asJson, Sheet } from '../../show/index.js';
import { UsageError } from '../../util/index.js';
import type { CommandContext } from '../shared-command.js';

/** Explains a recording, or one of its exchanges. The recording is redacted first, so no part of the text is personal. */
export async function explainFile(
  file: string,
  number: string | undefined,
  { json = false }: { readonly json?: boolean },
  context: CommandContext,
): Promise<string | Sheet> {
  const placed = openCassette(file).documents.map((document, i) => ({ place: `${file}, entry ${i + 1}`, document }));
  redactDocuments(placed, { secrets: await context.secrets() });
  const documents = placed.map(({ document }) => document);
  const requests = documents.filter(({ kind }) => kind === 'http' || kind === 'webhook');
  const only = number === undefined ? undefined : Number(number);
  if (only !== undefined && requests[only - 1]?.kind !== 'http')
    throw new UsageError(`${file} has no request ${number}. To list its requests, run patchbay cassette show ${file}`);
  const explanation = await explain({ documents }, { ...(only !== undefined && { only: [only] }) });
  return json ? asJson(explanation) : new Sheet(explanationSheet(explanation));
}
