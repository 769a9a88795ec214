import { parseBoundedYaml } from './bounded-yaml.js';

export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly problem?: string;
  readonly unread?: string;
}

const LIMITS = {
  what: 'The front matter',
  characters: 8 * 1024,
  tokens: 8 * 1024,
  depth: 20,
  advice: 'Move long text below the closing line of dashes.',
};

/** Separates the front matter from a text: it starts the text, between two lines of three dashes. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const [opening] = /^---[ \t]*\n/.exec(text) ?? [];
  if (opening === undefined) return { data: {}, body: text };
  const rest = text.slice(opening.length);
  const closing = /^---[ \t]*$/m.exec(rest);
  if (!closing) return { data: {}, body: text, problem: 'its front matter has no closing line', unread: rest };
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
  const library = await import('yaml');
  // YAML tags must produce plain data only.
  const plain = { schema: 'core', merge: false, resolveKnownTags: false } as const;
  const read = (yaml: string) => parseBoundedYaml(library, yaml, LIMITS, plain);
  const strict = read(text);
  const mended = strict.errors.length > 0 ? read(inQuotes(text, (line) => read(line).errors.length === 0)) : strict;
  const document = mended.errors.length > 0 ? strict : mended;
  const [error] = document.errors;
  // The front matter starts in the second line of the file.
  if (error) throw new Error(`${error.message} in line ${text.slice(0, error.pos[0]).split('\n').length + 1}`);
  // Nested aliases can expand a small text to a huge value.
  const data: unknown = document.toJS({ maxAliasCount: 10 }) ?? {};
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new Error('it must be a list of keys and values');
  return data as Record<string, unknown>;
}

/** Adds quotes to values that people often write without them: `argument-hint: [file] [format]`. */
function inQuotes(text: string, isRead: (line: string) => boolean): string {
  const lines = text.split('\n').map((line) => {
    const [, key, value] = /^(name|description|argument-hint):[ \t]+(\S.*)$/.exec(line) ?? [];
    return key === undefined || isRead(line) ? line : `${key}: ${JSON.stringify(value?.trimEnd())}`;
  });
  return lines.join('\n');
}
