import type { CassetteDocument } from '../../cassette/index.js';
import { Mistake } from '../../util/index.js';
import { blocks } from './blocks/read-blocks.js';
import { bruno } from './collections/read-bruno.js';
import { insomnia } from './collections/read-insomnia.js';
import { postman } from './collections/read-postman.js';
import { curl } from './curl/read-curl.js';
import {
  type FoundRequest,
  type Importer,
  ignoredNote,
  inLineOrder,
  lineOf,
  linesIn,
  type ReadInput,
} from './found-request.js';
import { har } from './har/read-har.js';
import { csvLog } from './logs/read-csv-log.js';
import { jsonLog } from './logs/read-json-log.js';
import { logLines } from './logs/read-log-lines.js';
import { readMixed } from './mixed-text.js';
import { clientLogs } from './pasted/read-client-logs.js';
import { axiosDump, pythonTraceback } from './pasted/read-error-dumps.js';
import { fetchCalls } from './pasted/read-fetch.js';
import { powershell } from './pasted/read-powershell.js';
import { pythonSession } from './pasted/read-python-session.js';
import { rawMessages } from './pasted/read-raw-messages.js';
import { shellTools } from './pasted/read-shell-tools.js';
import { transcript } from './pasted/read-transcript.js';
import { wireDump } from './pasted/read-wire-dump.js';
import { httpFile } from './read-http-file.js';
import { verbose } from './read-verbose.js';
import { jmeter } from './shapes/read-jmeter.js';
import { jsonExchanges } from './shapes/read-json-exchanges.js';
import { accountFor } from './signs/account.js';
import { anyText } from './signs/read-signs.js';
import { inSourceOrder } from './source-order.js';
import { bySource } from './text/by-source.js';
import { withoutNotebook } from './text/notebook.js';
import { repairedText } from './text/repair-text.js';
import { unreadNote } from './unread-results.js';

/** The formats that `importCase` reads. The first that accepts a text reads it, so the strictest comes first. */
export const importers: readonly Importer[] = [
  ...[
    har,
    postman,
    insomnia,
    jsonExchanges,
    jmeter,
    jsonLog,
    csvLog,
    bruno,
    clientLogs,
    wireDump,
    rawMessages,
    httpFile,
    curl,
    powershell,
    fetchCalls,
    pythonSession,
    pythonTraceback,
    axiosDump,
    blocks,
  ],
  ...[verbose, shellTools, transcript, logLines, anyText],
];

export interface CaseInput {
  /** The name of the file, for messages and to recognize the format. */
  readonly name: string;
  readonly text: string;
  /** From an archive, which can contain other files too. */
  readonly isPacked?: true;
}

/** What was read in the inputs of a case, before it is known which requests are for the platform. */
export interface ReadInputs {
  readonly found: readonly FoundRequest[];
  readonly problems: string[];
  readonly formats: string[];
  readonly credentials: Set<string>;
  /** The name of the input of each request. */
  readonly files: ReadonlyMap<FoundRequest, string>;
  readonly notes: readonly CassetteDocument[];
}

/** The first importer that accepts a text, and what it found if it read the text for that. */
function importerOf(text: string, file: string): { readonly importer?: Importer; readonly found?: ReadInput } {
  for (const importer of importers) {
    const found = importer.accepts(text, file);
    if (found) return { importer, ...(found !== true && { found }) };
  }
  return {};
}

export function readInputs(inputs: readonly CaseInput[]): ReadInputs {
  const problems: string[] = [];
  const formats: string[] = [];
  const credentials = new Set<string>();
  const files = new Map<FoundRequest, string>();
  const notes: CassetteDocument[] = [];
  const found = inSourceOrder(inputs).flatMap((input) => {
    const { name, text, isPacked } = input;
    const parts = bySource(withoutNotebook(text)).map((part) => {
      const repaired = repairedText(part);
      return { repaired, ...importerOf(repaired.text, name) };
    });
    const isRead = parts.some(({ importer }) => importer !== undefined);
    if (!isRead && isPacked) {
      problems.push(`${name} is in no supported format, and was not read`);
      return [];
    }
    if (!isRead) throw new Mistake(unknownFormat(name, text));
    const requests = parts.flatMap(({ repaired, importer, found }) => {
      problems.push(...repaired.notes.map((note) => `${name}: ${note}`));
      if (!importer) {
        // Another program in the same text made the requests.
        problems.push(...ignoredNote(name, linesIn(repaired.text)));
        return [];
      }
      formats.push(importer.title);
      const { isStructured } = importer;
      const { unread, ...read } = accountFor(found ?? readMixed(importer, repaired.text, name, importers), {
        ...{ text: repaired.text, file: name, isStructured },
      });
      problems.push(...read.problems);
      for (const one of read.credentials ?? []) credentials.add(one);
      for (const one of read.requests) files.set(one, name);
      if (unread.length > 0) notes.push(unreadNote(unread));
      return read.requests;
    });
    return parts.length > 1 && requests.every((one) => lineOf(one) > 0) ? inLineOrder(requests) : requests;
  });
  return { found, problems, formats, credentials, files, notes };
}

function unknownFormat(name: string, text: string): string {
  if (text.trim() === '') return `${name} is empty`;
  const known = importers.map(({ summary }) => summary).join('; ');
  return `the format of ${name} is not supported. Supported formats: ${known}`;
}
