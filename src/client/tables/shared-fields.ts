import { int, list, num, shape, str } from '../field.js';

/** The paging fields of a list. Iteration with `for await` does not need them. */
export const paging = {
  page_number: int('Requires `page_token` when above 0.', { min: 0, default: 0 }),
  page_size: int(undefined, { min: 1, max: 1000, default: 50 }),
  page_token: str(),
};

/** The charges so far for a call, a message or a fax. */
export const charges = { charge: num(), charge_details: list(shape('ChargeDetail', { description: str(), charge: num() })) };
