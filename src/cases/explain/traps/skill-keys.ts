import { skillsCalling } from '../../../skills/index.js';
import { isFailed, textsIn } from '../exchange.js';
import type { Hit, Trap } from './trap.js';

/** A skill sends its key to a service, not to the platform. */
export const badSkillKey: Trap = {
  name: 'bad-skill-key',
  summary: 'A service rejected the key of a skill.',
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      const { host } = at.url;
      const skills = skillsCalling(at.url.href);
      const texts = [...textsIn(at.answer)].map(({ text }) => text);
      const isKey = texts.find((text) => /api.?key/i.test(text));
      if (at.call || !isFailed(at) || at.status === 0) return [];
      if (!(at.status === 401 || at.status === 403 || (skills.length > 0 && isKey !== undefined))) return [];
      return [
        {
          at,
          field: 'api_key',
          level: 'likely',
          cause: `${host} rejected the key${skills.length > 0 ? ` of the skill ${skills.join(' or ')}` : ''}${isKey === undefined ? '' : `: ${isKey}`}`,
          facts: [
            'The request went to a service, so the credentials of the platform are not the cause.',
            `Pass a valid api_key: await agent.add_skill('${skills[0] ?? 'NAME'}', { api_key: … })`,
          ],
        },
      ];
    }),
};
