import type { Argument, Match, Row } from '../../client/index.js';
import { isRecord } from '../request/read-json.js';
import type { Fields } from './handler.js';

interface ShownItem {
  /** The path of the collection of the item, without parameters. */
  readonly family: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly item: Record<string, unknown>;
  readonly isListed: boolean;
}

const unnamed = (path: string) => path.replace(/\{[^}]+\}/g, '{}');

/** The path of the collection that a parameter names an item of. */
export const familyOfParameter = ({ collection }: Argument): string => unnamed(collection ?? '');

const familyOf = ({ path }: Row): string => unnamed(path).replace(/\/(?:\{\}|next)$/, '');

/** The resources that a response shows: the items of a page, or the one that the request names or creates. */
export function shownItems({ row, words }: Match, body: unknown): ShownItem[] {
  if (!isRecord(body)) return [];
  const ids = row.parameters.filter(({ name }) => name !== 'account').map(({ name }) => words[name]);
  if (row.gives.kind === 'page') {
    const items = body[row.gives.name ?? 'data'];
    const family = familyOf(row);
    return (Array.isArray(items) ? items : []).flatMap((item) => {
      const id = isRecord(item) ? idOf(item) : undefined;
      return id === undefined ? [] : [{ family, id, parent: ids.at(-1), item, isListed: true }];
    });
  }
  const id = idOf(body);
  if (id === undefined) return [];
  // The response of an action, such as an assignment, may show the resource of the path.
  const at = row.parameters.findLast(({ name }) => words[name] === id);
  const family = at ? familyOfParameter(at) : familyOf(row);
  const parent = at ? ids[ids.indexOf(words[at.name]) - 1] : row.path.endsWith('}') ? ids.at(-2) : ids.at(-1);
  return [{ family, id, parent, item: body, isListed: false }];
}

function idOf({ id, sid, call_id, call_sid, whatsapp_business_id, event_at, name }: Fields): string | undefined {
  const found = [id, sid, call_id, call_sid, whatsapp_business_id].find((one) => typeof one === 'string' && one !== '');
  if (typeof found === 'string') return found;
  return typeof event_at === 'string' ? `${event_at} ${name}` : undefined;
}
