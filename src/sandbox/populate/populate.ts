import { recordedViews, viewKey } from '../respond/as-recorded.js';
import type { Fields } from '../respond/handler.js';
import { Serializer } from '../respond/serialize.js';
import { shownItems } from '../respond/shown-items.js';
import { parseRequest, respond } from '../serve/handle.js';
import type { State } from '../state/state.js';
import { resourceAt } from '../subjects/fabric/addresses/addresses.js';
import { addHandlers } from './fabric.js';
import { FAMILIES_BY_PATH } from './families.js';
import { type Family, givenFrom } from './given.js';
import type { RecordedAccount, Seen } from './recorded-account.js';

/** Creates the resources of a recorded account. Returns a note for each family that cannot be populated. */
export function populate(state: State, { seen }: RecordedAccount): string[] {
  const at = state.clock.now().toISOString();
  state.ids.reserve(seen.map(({ id }) => id));
  const left = new Map<string, number>();
  // A resource is created after the resource that contains it.
  const ordered = [...seen].sort((one, other) => depth(one) - depth(other));
  const all = fieldsByFamily(ordered);
  for (const { family: path, id, parent } of ordered) {
    const family = familyAt(path);
    if (family?.has(state, id, parent ?? '')) continue;
    if (family?.add) family.add(state, givenFrom(id, parent, all.get(family)?.get(id) ?? {}, at));
    else left.set(path, (left.get(path) ?? 0) + 1);
  }
  addHandlers(state, at);
  keepViews(state, ordered);
  return [...left].map(
    ([path, count]) =>
      `${count} resource${count === 1 ? '' : 's'} of ${path.replaceAll('{}', '…')} cannot be populated`,
  );
}

const familyAt = (path: string): Family | undefined =>
  FAMILIES_BY_PATH[path] ?? (ADDRESSES.test(path) ? addresses : undefined);

/** The fields of each resource in the responses of all APIs. */
function fieldsByFamily(seen: readonly Seen[]): Map<Family, Map<string, Fields>> {
  const all = new Map<Family, Map<string, Fields>>();
  for (const { family: path, id, fields } of seen) {
    const family = familyAt(path);
    if (!family) continue;
    const known = all.get(family) ?? new Map<string, Fields>();
    all.set(family, known.set(id, { ...fields, ...known.get(id) }));
  }
  return all;
}

/** Each resource of the sandbox has one address, with an id that derives from the id of the resource. */
const addresses: Family = { has: (state, id) => resourceAt(state, id) !== undefined };
const ADDRESSES = /^\/api\/fabric\/(.*\/)?addresses$/;

const depth = ({ family }: Seen) =>
  family.split('{}').length - (family.includes('/Accounts/') ? 1 : 0) + Number(ADDRESSES.test(family));

/** Stores how the recording shows each resource, and how the sandbox shows it now. */
function keepViews(state: State, seen: readonly Seen[]): void {
  const initial = new Map<string, Fields>();
  const requested = new Set<string>();
  const serializer = new Serializer();
  for (const { shown } of seen)
    for (const { url: shownAt } of shown.values()) {
      const url = wholeList(shownAt);
      if (requested.has(url)) continue;
      requested.add(url);
      const parsed = parseRequest({ method: 'GET', url, headers: {} });
      if (!parsed.match) continue;
      for (const { family, id, item } of shownItems(parsed.match, bodyOf(state, parsed, serializer)))
        initial.set(viewKey(family, id), { ...initial.get(viewKey(family, id)), ...item });
    }
  for (const { family, id, fields: recorded, shown } of seen) {
    const key = viewKey(family, id);
    const before = initial.get(key);
    if (!before || recordedViews(state).get(key)) continue;
    const names = Object.fromEntries([...shown].map(([operation, one]) => [operation, one.names]));
    recordedViews(state).add({ id: key, recorded, initial: before, names });
  }
}

function bodyOf(state: State, parsed: ReturnType<typeof parseRequest>, serializer: Serializer): unknown {
  try {
    return JSON.parse(Buffer.from(respond(state, parsed, { serializer }).body).toString('utf8'));
  } catch {
    // The sandbox refuses a filter that the platform accepts. The fields of its own view are shown.
    return undefined;
  }
}

/** All items, if the URL is that of a list, because the position of an item in the pages may differ. */
function wholeList(url: string): string {
  const list = new URL(url);
  list.search = list.pathname.startsWith('/api/laml/') ? '?PageSize=1000' : '?page_size=1000';
  return list.href;
}
