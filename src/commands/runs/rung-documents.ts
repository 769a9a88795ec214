import { checkDocument, type Replies, type Ring, type RingOptions, type Sandbox } from '../../sandbox/index.js';
import { UsageError } from '../../util/index.js';
import { bindFolder, type CheckedFile, checkedFiles, folderAt, ringBound } from './ring-folder.js';
import { ringIn } from './ring-sandbox.js';

/** What generated callers ring: the documents of a folder, or a number of the sandbox. */
export interface Rung {
  readonly name: string;
  /** The scripted answers of servers, if there are any. */
  readonly replies?: Replies;
  ring(options: RingOptions): Promise<Ring>;
  /** The documents that are known: all of a folder, or those that the calls to a number ran so far. */
  documents(): readonly CheckedFile[];
  close(): Promise<void>;
}

export async function rungFolder(sandbox: Sandbox, document: string): Promise<Rung> {
  const folder = await folderAt(document);
  const files = await checkedFiles(folder);
  const bound = await bindFolder(sandbox, folder);
  return {
    name: document,
    replies: folder.replies,
    ring: (options) => ringBound(sandbox, bound, options),
    documents: () => files,
    close: () => bound.close(),
  };
}

export function rungNumber(sandbox: Sandbox, number: string): Rung {
  const known = new Map<string, CheckedFile>();
  return {
    name: number,
    async ring(options) {
      const call = await ringIn(sandbox, number, options);
      for (const [url, text] of documentsIn(sandbox))
        if (!known.has(url)) known.set(url, { url, file: url, checked: await checkDocument(text) });
      if (known.size === 0) throw new UsageError(`--all needs a number with a document. ${number}: ${call.route}`);
      return call;
    },
    documents: () => [...known.values()],
    close: async () => {},
  };
}

/** The documents that the calls of the sandbox ran, by URL. */
function documentsIn(sandbox: Sandbox): Map<string, string> {
  const found = sandbox.calls().flatMap(({ id }) => {
    const { document, steps, requests } = sandbox.story(id);
    const urls = new Set([document, ...steps.map((one) => one.document)]);
    return requests.flatMap(({ url, text }): [string, string][] => (urls.has(url) && text !== '' ? [[url, text]] : []));
  });
  return new Map(found);
}
