import type { FoundBody, RequestRow } from '../../contract.js';
import { hashOf, type Route } from '../model/route.js';
import { milliseconds, timeOfDay } from '../parts/format.js';
import { markOf, outcomeOf, targetOf, titleOf, toneOf } from './row-text.js';

/** A link, or a span, with its content. The server writes it as HTML, and the script draws it. */
export interface Part {
  readonly class?: string;
  readonly href?: string;
  readonly content: readonly (Part | string)[];
}

/** A request in the list. What the filter found in a body takes the place of the path. */
export const rowParts = (row: RequestRow, query: Route['query'] = {}, found?: FoundBody): Part => ({
  class: 'row',
  href: hashOf({ panel: 'requests', words: [String(row.id)], query }),
  content: [
    { class: `outcome ${toneOf(row)}`, content: [outcomeOf(row)] },
    {
      class: 'row-main',
      content: [
        { class: 'row-title', content: [titleOf(row), ...markParts(row)] },
        found
          ? { class: 'row-text', content: foundParts(found) }
          : { class: 'row-text mono', content: [targetOf(row)] },
      ],
    },
    {
      class: 'row-end',
      content: [{ content: [timeOfDay(row.at)] }, { class: 'quiet', content: [milliseconds(row.ms)] }],
    },
  ],
});

function markParts(row: RequestRow): Part[] {
  const mark = markOf(row);
  return mark === undefined ? [] : [{ class: 'row-mark', content: [` · ${mark}`] }];
}

const foundParts = ({ where, part: { before, match, after } }: FoundBody): Part['content'] => [
  `${where} body: ${before}`,
  { class: 'found', content: [match] },
  after,
];
