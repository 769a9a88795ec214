import { invalid } from '../../respond/response.js';
import type { Subject } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { notUnique, wrongValue } from '../refusals.js';
import type { Own } from './families.js';
import { family } from './family.js';
import { ofType } from './store/store.js';

export const conference_rooms: Subject = family('video_room', {
  made: ({ state }, given) => ({ display_name: given.name, ...checked(state, given) }),
  changed: ({ state }, given, { id, own }) => ({ ...own, ...checked(state, given, id) }),
});

function checked(state: State, given: Own, holder?: string): Own {
  const { name } = given;
  if (name !== undefined && !/^[A-Za-z0-9_-]{1,100}$/.test(String(name)))
    throw wrongValue('name', 'must be up to 100 letters, digits, _ and -');
  for (const { id, own } of ofType('video_room')(state))
    if (id !== holder && own.name === name) throw notUnique('name', name);
  for (const attribute of ['join_from', 'join_until', 'remove_at']) {
    const time = given[attribute];
    if (time !== undefined && !isMoment(String(time)))
      throw invalid({ message: `${attribute} must be a date and a time`, attribute, code: 'datetime_required' });
  }
  return given;
}

const isMoment = (text: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
