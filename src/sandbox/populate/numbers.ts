import { operations } from '../../client/index.js';
import { snakeCase } from '../respond/filters.js';
import type { Fields } from '../respond/handler.js';
import type { State } from '../state/state.js';
import { COMPAT_SETTINGS } from '../subjects/numbers/compat.js';
import { PLACES } from '../subjects/numbers/north-america.js';
import { memberships } from '../subjects/numbers/number_groups.js';
import { ownNumber } from '../subjects/own-number.js';
import { addNumber, allNumbers } from '../subjects/phone_numbers.js';
import { type Family, type Given, givenFrom, textOf } from './given.js';

export const numbers = {
  has: (state: State, id: string) => allNumbers(state).get(id) !== undefined || ownNumber(state, id) !== undefined,
  add(state: State, { id, fields, stored }: Given) {
    const number = textOf(fields, 'number', 'phone_number') ?? freeNumber(state);
    if (ownNumber(state, number)) return;
    addNumber(state, number, {
      ...stored,
      // The recording may show a number only as the sender of a request, so it has no id.
      id: id.startsWith('+') ? state.ids.uuid() : id,
      settings: settingsOf(fields),
      calling_handler_resource_id: textOf(fields, 'calling_handler_resource_id') ?? null,
      messaging_handler_resource_id: textOf(fields, 'messaging_handler_resource_id') ?? null,
    });
  },
} satisfies Family;

/** The settings of a number in a response of either API. */
function settingsOf(fields: Fields): Fields {
  const native = Object.keys(operations.phone_numbers.update.takes).map((name) => [name, fields[name]] as const);
  const compat = Object.entries(COMPAT_SETTINGS).map(([name, to]) => [to, fields[snakeCase(name)]] as const);
  const settings: Record<string, unknown> = Object.fromEntries(
    [...compat, ...native].filter(([, value]) => value !== undefined && value !== null),
  );
  if (typeof fields.voice_url === 'string') settings.call_handler = 'laml_webhooks';
  if (typeof fields.sms_url === 'string') settings.message_handler = 'laml_webhooks';
  return settings;
}

/** A number that is reserved for fiction, for a resource whose number the recording does not show. */
function freeNumber(state: State): string {
  for (let index = 0; ; index++) {
    const { areacode } = PLACES[Math.floor(index / 100) % PLACES.length] ?? { areacode: '206' };
    const digits =
      index < 100 * PLACES.length ? `55501${String(index % 100).padStart(2, '0')}` : `${5_560_000 + index}`;
    if (!ownNumber(state, `+1${areacode}${digits}`)) return `+1${areacode}${digits}`;
  }
}

export const groupMemberships: Family = {
  has: (state, id) => memberships.get(state, id) !== undefined,
  add(state, { id, parent, fields, stored: { created_at } }) {
    const number = fields.phone_number;
    const shown = typeof number === 'object' && number !== null ? { ...number } : {};
    const phone_number_id = textOf({ ...shown }, 'id') ?? textOf(fields, 'phone_number_id') ?? `${id}-number`;
    if (!allNumbers(state).get(phone_number_id))
      numbers.add(state, givenFrom(phone_number_id, undefined, { ...shown }, created_at));
    const number_group_id = textOf(fields, 'number_group_id') ?? parent;
    memberships.add(state, number_group_id, { id, number_group_id, phone_number_id, created_at });
  },
};
