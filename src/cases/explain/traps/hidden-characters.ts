import { attempt } from '../../../util/index.js';
import { type Exchange, isFailed, textsIn } from '../exchange.js';
import type { Hit, Trap } from './trap.js';

const HIDDEN = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/;
const ALL_HIDDEN = new RegExp(HIDDEN.source, 'g');

/** A copied id can have characters that no one sees. In a text for people they are harmless. */
export const hiddenCharacter: Trap = {
  name: 'hidden-character',
  summary: 'A path or a value has a character that cannot be seen, such as a zero-width space.',
  examples: ['GET /api/relay/rest/queues/%E2%80%8B7 -> 404 {"error":"Not Found"}'],
  lookAlikes: [
    'GET /api/relay/rest/queues/7 -> 404 {"error":"Not Found"}',
    'POST /api/messaging/messages {"from":"+12065550100","to":"1","body":"a\\u200b b"} -> 422 {"errors":[{"detail":"name is invalid","status":"422","title":"Invalid Attribute","code":"422"}]}',
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      if (!isFailed(at) || ![0, 400, 404, 422].includes(at.status)) return [];
      const found = hiddenIn(at);
      const character = HIDDEN.exec(found?.text ?? '')?.[0];
      if (!found || character === undefined) return [];
      const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
      const { call } = at;
      return [
        {
          at,
          ...(found.name !== '' && { field: found.name }),
          level: 'likely',
          cause: `${found.name === '' ? 'the path' : found.name} has an invisible character (${code}), so it is another value than the one that you see`,
          facts: ['It often comes from copying out of a chat or a document. Type the value again.'],
          ...(call && { fix: { operation: call.operation, args: call.args.map(withoutHidden) } }),
        },
      ];
    }),
};

function hiddenIn({ url, call, fields }: Exchange): { readonly name: string; readonly text: string } | undefined {
  const path = attempt(() => decodeURIComponent(url.pathname)) ?? url.pathname;
  if (HIDDEN.test(path)) {
    const index = call?.args.findIndex((one) => typeof one === 'string' && HIDDEN.test(one)) ?? -1;
    return { name: call?.row.args[index]?.name ?? '', text: path };
  }
  // A text with blanks is for people.
  return [...textsIn(fields)].find(({ text }) => HIDDEN.test(text) && !/\s/.test(text.trim()));
}

function withoutHidden(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ALL_HIDDEN, '');
  if (Array.isArray(value)) return value.map(withoutHidden);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutHidden(one)]));
}
