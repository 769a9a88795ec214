import { list, num, shape, str } from '../field.js';

/** What a call, a message or a fax has cost so far, and for what. */
export const charges = { charge: num(), charge_details: list(shape('ChargeDetail', { description: str(), charge: num() })) };
