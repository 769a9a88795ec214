import { inspect, inspectionSheet, possibleSecrets } from '../../cases/index.js';
import { openParts } from '../../cassette/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { KnownSecrets } from '../../redact/index.js';
import { asJson, cleanLine, Sheet, showText } from '../../show/index.js';
import { attempt } from '../../util/index.js';

export interface InspectFileOptions {
  readonly json?: boolean;
  readonly columns: number;
  readonly env: NodeJS.ProcessEnv;
}

/** The parser of YAML needs a second for this many tokens. */
const MAX_YAML_TOKENS = 400_000;

/** Shows what a recording contains. It evaluates nothing and writes nothing, and the file may be damaged or hostile. */
export function inspectFile(file: string, { json = false, columns, env }: InspectFileOptions): string {
  const parts = openParts(file, { maxTokens: MAX_YAML_TOKENS });
  const { bytes, header, problems, problemCount } = parts;
  const placed = parts.documents.map(({ document, line }) => ({ document, place: `line ${line}` }));
  const inspection = inspect(placed, { header });
  // The last step, because redaction changes the documents.
  const known = [env[CREDENTIAL_VARIABLES.token], ...new KnownSecrets(env).known];
  const secrets = attempt(() => possibleSecrets(parts, known));
  const entries = placed.length;
  if (json) return asJson({ file, bytes, header, entries, ...inspection, secrets, problems, problemCount });
  const about = [`${bytes.toLocaleString('en')} bytes`, `entries: ${entries}`];
  if (header) about.push(`origin: ${header.origin}`, `tool: ${header.tool}`, `redaction: ${header.redaction}`);
  const sheet = new Sheet([
    { title: cleanLine(file) },
    about.map(cleanLine).join(' · '),
    ...inspectionSheet(inspection, { problems, problemCount, secrets, entries }),
  ]);
  return showText(sheet, { columns });
}
