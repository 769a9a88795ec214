import type { PromptSection } from '../../skills/index.js';

const LONGEST = 16_000;

/** Formats the prompt sections of the skills as MCP instructions, which a client may pass to its model. */
export function instructionsFrom(sections: readonly PromptSection[], isLive: boolean): string {
  const told = sections.map(({ title, body, bullets = [] }) =>
    [`## ${title}`, ...(body ? [body] : []), ...bullets.map((bullet) => `- ${bullet}`)].join('\n'),
  );
  const offline = 'Recordings answer for the services that these tools ask: what they tell is an example, not news.';
  return [...(isLive ? [] : [offline]), ...told].join('\n\n').slice(0, LONGEST);
}
