import { isPlain, jsonOf } from '../../../util/index.js';

type Path = readonly string[];

/** A JSON record of a log. It knows which of its fields were read, so that the import can report the others. */
export class RecordFields {
  readonly #record: Readonly<Record<string, unknown>>;
  readonly #read: Path[] = [];

  constructor(record: Readonly<Record<string, unknown>>) {
    this.#record = record;
  }

  /** The first value at one of the paths. */
  first(paths: readonly string[]): unknown {
    return this.#found(paths)?.value;
  }

  /** The same. Paths beside a field that was read before, such as the method, come first. */
  firstBeside(neighbours: readonly string[], paths: readonly string[]): unknown {
    const parent = foundAt(this.#record, neighbours)?.path.slice(0, -1).join('.').toLowerCase();
    const isBeside = (path: string) => path.split('.').slice(0, -1).join('.').toLowerCase() === parent;
    return this.#found([...paths.filter(isBeside), ...paths.filter((path) => !isBeside(path))])?.value;
  }

  /** The body of the message in one of the containers: a field of it, such as `request.body`, or all of it. */
  body(containers: readonly string[]): unknown {
    for (const container of containers) {
      const found = foundAt(this.#record, [container]);
      const own = found && bodyIn(found.value);
      if (!found || !own) continue;
      this.#read.push([...found.path, ...own.path]);
      return own.value;
    }
    return undefined;
  }

  /** The paths of the fields that were not read. */
  unread(): string[] {
    return unreadIn(this.#record, [], this.#read);
  }

  #found(paths: readonly string[]): Found | undefined {
    const found = foundAt(this.#record, paths);
    if (found) this.#read.push(found.path);
    return found;
  }
}

interface Found {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * The first value in a record, by the paths under which loggers store it. Names are compared without case. Some loggers
 * store a path as one name: `{ "http.request.method": "GET" }`.
 */
function foundAt(record: unknown, paths: readonly string[]): Found | undefined {
  for (const path of paths) {
    const isOneName = path.includes('.') && isPlain(record) && Object.hasOwn(record, path);
    if (isOneName && isGiven(record[path])) return { path: [path], value: record[path] };
    const names: string[] = [];
    let value: unknown = record;
    for (const step of path.split('.')) {
      const name = isPlain(value) ? nameIn(value, step) : undefined;
      value = isPlain(value) && name !== undefined ? value[name] : undefined;
      names.push(name ?? step);
    }
    if (isGiven(value)) return { path: names, value };
  }
  return undefined;
}

/** The first value at one of the paths. */
export const fieldAt = (record: unknown, paths: readonly string[]): unknown => foundAt(record, paths)?.value;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const nameIn = (value: Readonly<Record<string, unknown>>, name: string): string | undefined =>
  Object.hasOwn(value, name) ? name : Object.keys(value).find((one) => one.toLowerCase() === name.toLowerCase());

const BODY = ['body', 'data', 'payload', 'json', 'content', 'text'];
/** The fields of a request or a response of HTTP. Resources of the platform have none of them. */
const HTTP = /^(?:method|headers?|status_?code|http_?version|mime_?type|sizes|content_?encoding)$/i;
const ABOUT_BODY = /^(?:body|payload|json|content|text|size|length|type|content_?type|content_?length)$/i;

/** The body of a message: `{ status: 200, data: … }` has it in a field, and `{ to: …, body: "Hi" }` is one. */
function bodyIn(value: unknown): Found | undefined {
  if (Array.isArray(value)) return { path: [], value };
  if (typeof value === 'string') return isBodyText(value) ? { path: [], value } : undefined;
  if (!isPlain(value)) return undefined;
  const names = Object.keys(value);
  const isStatus = (name: string) => /^(?:status|code)$/i.test(name) && /^[1-5]\d\d$/.test(String(value[name]));
  const isMessage =
    names.some((name) => HTTP.test(name) || isStatus(name)) || names.every((name) => ABOUT_BODY.test(name));
  if (!isMessage || isCompatError(value)) return { path: [], value };
  return foundAt(value, BODY);
}

/** An error of the compatible API has its status beside its code: `{ code: 21211, message: …, status: 400 }`. */
const isCompatError = ({ code, message }: Readonly<Record<string, unknown>>): boolean =>
  typeof message === 'string' && /^\d{5}$/.test(String(code));

/** JSON or a form. */
const isBodyText = (text: string): boolean =>
  (/^\s*[{[]/.test(text) && jsonOf(text) !== undefined) || /^[\w.%[\]]+=[^\s]*$/.test(text);

function unreadIn(value: Readonly<Record<string, unknown>>, path: Path, read: readonly Path[]): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = [...path, name];
    const below = read.filter((one) => own.every((step, i) => one[i] === step));
    if (read.some((one) => one.length <= own.length && one.every((step, i) => own[i] === step))) return [];
    return below.length > 0 && isPlain(inner) ? unreadIn(inner, own, read) : [own.join('.')];
  });
}

const MAX_NAMED = 12;
const MAX_NAME = 60;

/** The note on the fields of records that were not read. None if there are no such fields. */
export function unreadNote(file: string, names: ReadonlySet<string>): string[] {
  const listed = [...names].filter((name) => name.length <= MAX_NAME).slice(0, MAX_NAMED);
  const more = names.size - listed.length;
  const all = [...listed, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return names.size > 0 ? [`${file}: fields of the records that were not read: ${all}`] : [];
}
