import { int, str } from '../field.js';

/** How a list is cut into pages. Walking a list with `for await` needs none of these. */
export const paging = {
  page_number: int('Needs `page_token` when above 0.', { min: 0, default: 0 }),
  page_size: int(undefined, { min: 1, max: 1000, default: 50 }),
  page_token: str(),
};
