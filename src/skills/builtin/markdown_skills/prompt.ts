import type { PromptSection } from '../../index.js';
import type { MarkdownSkill } from './markdown-skill.js';

/** Builds the prompt section of a skill: its text, its tool, its sections and its files. */
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

/** Lists the files by folder: scripts, assets and others. */
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
