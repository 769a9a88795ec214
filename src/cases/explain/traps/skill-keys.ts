import { skillsCalling } from '../../../skills/index.js';
import { isFailed, isForPlatform, textsIn } from '../exchange.js';
import type { Hit, Trap } from './trap.js';

/** A skill sends its key to a service, not to the platform. */
export const badSkillKey: Trap = {
  name: 'bad-skill-key',
  summary: 'A service rejected the key of a skill.',
  examples: [
    'GET https://api.weatherapi.com/v1/current.json?q=Paris -> 401 {"error":{"code":2006,"message":"API key is invalid."}}',
  ],
  lookAlikes: [
    'GET https://api.weatherapi.com/v1/current.json?q=Xy -> 400 {"error":{"code":1006,"message":"No matching location found."}}',
    'GET /api/relay/rest/queues -> 401 {"error":"Unauthorized"}',
    'POST https://acme.example.com/api/calling/calls -> 401 {"error":"Unauthorized"}',
    'GET https://acme.example.com/api/relay/rest/quotas -> 403 {"error":"Forbidden"}',
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      const { host } = at.url;
      const skills = skillsCalling(at.url.href);
      const texts = [...textsIn(at.answer)].map(({ text }) => text);
      const isKey = texts.find((text) => /api.?key/i.test(text));
      if (isForPlatform(at) || !isFailed(at) || at.status === 0) return [];
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
