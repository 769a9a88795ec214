export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Why there is no data where some was meant. */
  readonly problem?: string;
  /** What cannot be read, then. */
  readonly unread?: string;
}

/** Of a person's notes about a file this is plenty; a parser needs more than linear time for some texts. */
const LONGEST = 8 * 1024;
const DEEPEST = 20;

/** Takes the front matter off a text. It stands between two lines of three dashes alone; the first begins the text. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const [opening] = /^---[ \t]*\n/.exec(text) ?? [];
  if (opening === undefined) return { data: {}, body: text };
  const rest = text.slice(opening.length);
  const closing = /^---[ \t]*$/m.exec(rest);
  if (!closing) return { data: {}, body: text, problem: 'its front matter has no end', unread: rest };
  const body = rest.slice(closing.index + closing[0].length).replace(/^\n+/, '');
  const written = rest.slice(0, closing.index);
  try {
    return { data: await parse(written), body };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { data: {}, body, problem: `its front matter cannot be read: ${reason}`, unread: written };
  }
}

async function parse(text: string): Promise<Record<string, unknown>> {
  if (text.length > LONGEST) throw new Error(`it has more than ${LONGEST} characters`);
  // The parser goes down one call for each bracket or dash.
  if (deepestRun(text) > DEEPEST) throw new Error(`it is nested more than ${DEEPEST} deep`);
  const { parseDocument } = await import('yaml');
  // No tag makes anything but plain data, and nothing is said to the console of the program.
  const plain = {
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    logLevel: 'silent',
    prettyErrors: false,
  } as const;
  const strict = parseDocument(text, plain);
  const isRead = (yaml: string) => parseDocument(yaml, plain).errors.length === 0;
  const mended = strict.errors.length > 0 ? parseDocument(inQuotes(text, isRead), plain) : strict;
  const document = mended.errors.length > 0 ? strict : mended;
  const [error] = document.errors;
  // The text begins in the second line of the file.
  if (error) throw new Error(`${error.message} in line ${text.slice(0, error.pos[0]).split('\n').length + 1}`);
  // Aliases of aliases make a small text a huge value.
  const data: unknown = document.toJS({ maxAliasCount: 10 }) ?? {};
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new Error('it is no list of keys');
  return data as Record<string, unknown>;
}

/** The text with quotes around values that people write without them: `argument-hint: [file] [format]`. */
function inQuotes(text: string, isRead: (line: string) => boolean): string {
  const lines = text.split('\n').map((line) => {
    const [, key, value] = /^(name|description|argument-hint):[ \t]+(\S.*)$/.exec(line) ?? [];
    return key === undefined || isRead(line) ? line : `${key}: ${JSON.stringify(value?.trimEnd())}`;
  });
  return lines.join('\n');
}

function deepestRun(text: string): number {
  let deepest = 0;
  let open = 0;
  for (const char of text) {
    if (char === '[' || char === '{') deepest = Math.max(deepest, ++open);
    else if (char === ']' || char === '}') open = Math.max(0, open - 1);
  }
  for (const [marks] of text.matchAll(/^[ \t]*(?:[-?:][ \t]+)+/gm))
    deepest = Math.max(deepest, marks.trim().length / 2);
  return deepest;
}
