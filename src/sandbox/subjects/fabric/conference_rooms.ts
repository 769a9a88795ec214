import type { Handlers } from '../../respond/handler.js';
import { invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { notUnique, wrongValue } from '../refusals.js';
import { family } from './family.js';
import { resourcesWith } from './store/store.js';

export const conference_rooms: Handlers = family('video_room', {
  create: (state, given) => {
    check(state, given);
    return { display_name: given.name, ...given };
  },
  update: (state, given, { id, own }) => {
    check(state, given, id);
    return { ...own, ...given };
  },
});

const TIMES = ['join_from', 'join_until', 'remove_at'] as const;
type Settings = { readonly name?: string } & Readonly<Partial<Record<(typeof TIMES)[number], string>>>;

function check(state: State, given: Settings, self?: string): void {
  const { name } = given;
  if (name !== undefined && !/^[A-Za-z0-9_-]{1,100}$/.test(name))
    throw wrongValue('name', 'must be up to 100 letters, digits, _ and -');
  if (resourcesWith(state, 'video_room', 'name', name).some(({ id }) => id !== self)) throw notUnique('name', name);
  for (const attribute of TIMES) {
    const time = given[attribute];
    if (time !== undefined && !isDateAndTime(time))
      throw invalid({ message: `${attribute} must be a date and a time`, attribute, code: 'datetime_required' });
  }
}

const isDateAndTime = (text: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
