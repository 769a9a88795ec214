import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type PromptSection, plainLine, readFrontMatter } from '../../index.js';
import { filesBelow, readInside, realInside } from './inside.js';
import { fitsPattern } from './name-pattern.js';

/** One directory with a `SKILL.md`. */
export interface MarkdownSkill {
  readonly name: string;
  readonly directoryName: string;
  readonly description: string | undefined;
  readonly argumentHint: string | undefined;
  readonly isCallable: boolean;
  readonly isInPrompt: boolean;
  readonly body: string;
  readonly directory: string;
  /** The other Markdown files: the relative path without extension, and the full path. */
  readonly sections: ReadonlyMap<string, string>;
  readonly files: readonly string[];
}

export interface SkillFilter {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly warn: (message: string) => void;
}

const UNSUPPORTED = ['context', 'agent', 'allowed-tools', 'model', 'hooks'];

/** Loads the skills of a folder, sorted by directory name. It skips a skill that cannot be loaded, with a warning. */
export async function skillsOf(folder: string, { include, exclude, warn }: SkillFilter): Promise<MarkdownSkill[]> {
  const names = (await readdir(folder)).sort();
  const skills: MarkdownSkill[] = [];
  for (const name of names) {
    if (exclude.some((pattern) => fitsPattern(name, pattern))) continue;
    if (!include.some((pattern) => fitsPattern(name, pattern))) continue;
    const about = (problem: string) => warn(`${plainLine(name, 100)}: ${problem}`);
    try {
      const skill = await skillIn(folder, name, about);
      if (skill) skills.push(skill);
    } catch (error) {
      about(`skipped: ${error instanceof Error ? error.message : error}`);
    }
  }
  return skills;
}

/** Loads one skill, or returns undefined if the directory has no SKILL.md. */
async function skillIn(
  folder: string,
  directoryName: string,
  warn: (problem: string) => void,
): Promise<MarkdownSkill | undefined> {
  const path = join(folder, directoryName);
  const directory = await realInside(folder, path);
  if (directory === undefined) throw new Error('the path is outside the folder of the skills, or does not exist');
  if (!(await namesIn(directory)).includes('SKILL.md')) return undefined;
  const {
    data,
    body,
    problem,
    unread = '',
  } = await readFrontMatter(await readInside(folder, join(directory, 'SKILL.md')));
  if (problem) warn(problem);
  for (const key of UNSUPPORTED.filter((one) => Object.hasOwn(data, one))) warn(`${key} is not supported`);
  // A restriction in front matter that cannot be parsed still applies.
  const isForbidden = /disable-model-invocation|user-invocable/i.test(unread);
  if (isForbidden) warn('the model cannot call it, because its invalid front matter restricts invocation');
  const isHidden = isForbidden || flag(data, 'disable-model-invocation', { usual: false, unclear: true }, warn);
  const files = await filesBelow(folder, directory);
  const texts = files.filter((file) => /\.md$/i.test(file));
  const sections = texts.filter((file) => !/(^|\/)skill\.md$/i.test(file));
  return {
    name: textOf(data, 'name', warn) || directoryName,
    directoryName,
    description: textOf(data, 'description', warn),
    argumentHint: textOf(data, 'argument-hint', warn),
    isCallable: !isHidden && flag(data, 'user-invocable', { usual: true, unclear: false }, warn),
    isInPrompt: !isHidden,
    body,
    directory,
    sections: new Map(sections.map((file) => [file.replace(/\.md$/i, ''), join(directory, file)])),
    files: files.filter((file) => !texts.includes(file)),
  };
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    // The folder may also contain plain files.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [];
    throw error;
  }
}

function textOf(data: FrontData, key: string, warn: (problem: string) => void): string | undefined {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number') return plainLine(String(value), 2000);
  // A hint is usually written as `[file]`, which YAML parses as a list.
  if (key === 'argument-hint' && Array.isArray(value)) return plainLine(`[${value.join(', ')}]`, 2000);
  warn(`${key} must be a string`);
  return undefined;
}

function flag(
  data: FrontData,
  key: string,
  { usual, unclear }: { usual: boolean; unclear: boolean },
  warn: (problem: string) => void,
): boolean {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  if (value === undefined || value === null) return usual;
  if (typeof value === 'boolean') return value;
  // YAML 1.1 parses these words as booleans, and many files still use them.
  if (typeof value === 'string' && /^(yes|no|on|off)$/i.test(value)) return /^(yes|on)$/i.test(value);
  warn(`${key} must be true or false. It is treated as ${unclear}`);
  return unclear;
}

type FrontData = Readonly<Record<string, unknown>>;

/** Builds a tool name from the first name that contains ASCII letters or digits: "PDF-Forms 2" becomes pdf_forms_2. */
export function toolName(prefix: string, ...names: readonly string[]): string {
  const words = names.map((name) =>
    name
      .toLowerCase()
      .replace(/[-\s]+/g, '_')
      .replace(/[^a-z0-9_]/g, ''),
  );
  const word = words.find((one) => /[a-z0-9]/.test(one)) ?? codesOf(names.at(-1) ?? '');
  return `${prefix}${/^\d/.test(word) ? '_' : ''}${word}`;
}

/** Spells a name as the code points of its first 20 characters, so that different names stay different. */
const codesOf = (name: string) =>
  [...name]
    .slice(0, 20)
    .map((character) => `u${character.codePointAt(0)?.toString(16)}`)
    .join('_') || 'unnamed';

export function promptOf(
  { name, body, sections, files }: MarkdownSkill,
  { tool, listFiles }: { tool: string | undefined; listFiles: boolean },
): PromptSection {
  const names = [...sections.keys()].join(', ');
  const calls = tool ? [`To follow these instructions, call ${tool} and pass the request as arguments.`] : [];
  const more =
    names === '' ? [] : [tool ? `To read more, call it with one of these sections: ${names}.` : `Sections: ${names}.`];
  return { title: name, body: [body.trim(), ...calls, ...more, ...(listFiles ? listed(files) : [])].join('\n\n') };
}

function listed(files: readonly string[]): string[] {
  const kinds = { Scripts: 'scripts/', Assets: 'assets/' };
  const known = Object.entries(kinds).map(
    ([kind, start]) => [kind, files.filter((file) => file.startsWith(start))] as const,
  );
  const others = files.filter((file) => !Object.values(kinds).some((start) => file.startsWith(start)));
  return [...known, ['Other files', others] as const]
    .filter(([, list]) => list.length > 0)
    .map(([kind, list]) => `${kind}: ${list.join(', ')}`);
}
