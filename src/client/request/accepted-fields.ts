import { groupBy } from '../../util/index.js';
import { int, str } from '../field.js';
import { walkRows } from '../row.js';
import type { AnyField, Fields, Row } from '../row-types.js';
import { operations } from '../tables/index.js';
import { paging } from '../tables/shared-fields.js';

export const fieldsOf = ({
  needs,
  takes,
  variants = [],
}: Pick<AnyField, 'needs' | 'takes'> & Pick<Row, 'variants'>): Fields =>
  Object.assign({}, needs, takes, ...variants.flatMap((variant) => [variant.needs, variant.takes]));

/** An operation that fills in fields of a request, such as `set_cxml_webhook`, also accepts the other fields of it. */
export function fieldsOfRoute({ fixed, params, route }: Row): Fields {
  if (!fixed || params) return {};
  return Object.assign({}, ...(rowsByRoute().get(route) ?? []).map(fieldsOf));
}

/** Every list with pages accepts these fields, even if its other fields are not documented. */
export function pagingOf({ gives: { kind, envelope } }: Pick<Row, 'gives'>): Fields {
  if (kind !== 'page' || envelope === 'none') return {};
  return envelope === 'compat' ? { Page: int(), PageSize: int(), PageToken: str() } : paging;
}

/** The optional fields that the types of an operation declare: its own, those of its route, and those of every list. */
export function declaredOptions(row: Row): Fields {
  const { fixed = {}, lead, wire = {}, takes } = row;
  const filled = [...Object.keys(fixed), ...lead.map((name) => wire[name] ?? name)];
  const ofRoute = row.params || !row.fixed ? [] : (rowsByRoute().get(row.route) ?? []).filter((one) => !one.fixed);
  const others = Object.entries(Object.assign({}, ...ofRoute.map(fieldsOf)) as Fields);
  return {
    ...takes,
    ...Object.fromEntries(others.filter(([name]) => !filled.includes(name) && !(name in takes))),
    ...Object.fromEntries(Object.entries(pagingOf(row)).filter(([name]) => !(name in takes))),
  };
}

let byRoute: ReadonlyMap<string, readonly Row[]> | undefined;

/** The rows are constants. They are grouped at the first use, because a start has no time for it. */
function rowsByRoute(): ReadonlyMap<string, readonly Row[]> {
  byRoute ??= groupBy(
    [...walkRows(operations)].map(([, row]) => row),
    ({ route }) => route,
  );
  return byRoute;
}
