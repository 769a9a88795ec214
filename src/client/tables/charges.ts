import { list, num, shape, str } from '../field.js';

/** The charges so far for a call, a message or a fax. */
export const charges = { charge: num(), charge_details: list(shape('ChargeDetail', { description: str(), charge: num() })) };
