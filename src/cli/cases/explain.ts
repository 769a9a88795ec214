import { explain, explanationSheet } from '../../cases/index.js';
import { openCassette } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { KnownSecrets, redactDocuments } from '../../redact/index.js';
import { asJson, Sheet, showText } from '../../show/index.js';
import { fileInShell } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';

export interface ExplainFileOptions {
  readonly json?: boolean;
  readonly columns: number;
  readonly env: NodeJS.ProcessEnv;
}

/** Explains a recording, or one of its exchanges. The recording is redacted first, so no part of the text is personal. */
export async function explainFile(
  file: string,
  number: string | undefined,
  { json = false, columns, env }: ExplainFileOptions,
): Promise<string> {
  const placed = openCassette(file).documents.map((document, i) => ({ place: `${file}, entry ${i + 1}`, document }));
  redactDocuments(placed, { secrets: [env[CREDENTIAL_VARIABLES.token], ...new KnownSecrets(env).known] });
  const documents = placed.map(({ document }) => document);
  const requests = documents.filter(({ kind }) => kind === 'http' || kind === 'webhook');
  const only = number === undefined ? undefined : Number(number);
  if (only !== undefined && requests[only - 1]?.kind !== 'http')
    throw new UsageError(
      `${file} has no request ${number}. To list its requests, run patchbay cassette show ${fileInShell(file)}`,
    );
  const explanation = await explain({ documents }, { ...(only !== undefined && { only: [only] }) });
  return json ? asJson(explanation) : showText(new Sheet(explanationSheet(explanation)), { columns });
}
