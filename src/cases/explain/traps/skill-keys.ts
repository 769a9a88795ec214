import { isFailed, textsIn } from '../exchange.js';
import type { Hit, Trap } from './trap.js';

/** The services that need a key, with the skills that call them. */
const SERVICES: Readonly<Record<string, readonly string[]>> = {
  'api.api-ninjas.com': ['joke', 'trivia'],
  'api.weatherapi.com': ['weather_api'],
  'maps.googleapis.com': ['maps'],
  'routes.googleapis.com': ['maps'],
  'www.googleapis.com': ['web_search'],
};

/** A skill sends its key to a service, not to the platform. */
export const badSkillKey: Trap = {
  name: 'bad-skill-key',
  summary: 'A service rejected the key of a skill.',
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      const { host } = at.url;
      const skills = Object.hasOwn(SERVICES, host) ? SERVICES[host] : undefined;
      const texts = [...textsIn(at.answer)].map(({ text }) => text);
      const isKey = texts.find((text) => /api.?key/i.test(text));
      if (at.call || !isFailed(at) || at.status === 0) return [];
      if (!(at.status === 401 || at.status === 403 || (skills && isKey !== undefined))) return [];
      return [
        {
          at,
          field: 'api_key',
          cause: `${host} rejected the key${skills ? ` of the skill ${skills.join(' or ')}` : ''}${isKey === undefined ? '' : `: ${isKey}`}`,
          facts: [
            'The request went to a service, so the credentials of the platform are not the cause.',
            `Pass a valid api_key: await agent.add_skill('${skills?.[0] ?? 'NAME'}', { api_key: … })`,
          ],
        },
      ];
    }),
};
