import { isRecord } from '../../request/read-json.js';

type Variables = Readonly<Record<string, unknown>>;

/** Sets a value at a dotted path, or removes it. Copies only the objects on the path. */
export function setPath(vars: Variables, path: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.').slice(0, MAX_DEPTH);
  const { [name]: current, ...others } = vars;
  if (rest.length === 0) return value === undefined ? others : { ...vars, [name]: value };
  if (value === undefined && !isRecord(current)) return { ...vars };
  return { ...vars, [name]: setPath(isRecord(current) ? current : {}, rest.join('.'), value) };
}
const MAX_DEPTH = 32;
