import * as yaml from 'yaml';
import { z } from 'zod';
import { attempt, counted, jsonOf, parseBoundedYaml, SIZE_LIMITS } from '../../../util/index.js';
import { requestOf } from '../draft-request.js';
import type { FoundRequest, Importer, ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { fillVariables, flatVariables } from './fill-variables.js';

const Pair = z.object({ name: z.string().nullish(), value: z.unknown().optional(), disabled: z.boolean().nullish() });
const Pairs = z.array(Pair).nullish();
const Request = z.object({
  name: z.string().nullish(),
  url: z.string().nullish(),
  method: z.string().nullish(),
  body: z.object({ mimeType: z.string().nullish(), text: z.string().nullish(), params: Pairs }).nullish(),
  headers: Pairs,
  parameters: Pairs,
  authentication: z.record(z.string(), z.unknown()).nullish(),
});
const Folder = z.object({ name: z.string().nullish(), children: z.array(z.unknown()) });
const Resource = z.object({
  _id: z.string().nullish(),
  _type: z.string(),
  name: z.string().nullish(),
  data: z.unknown().optional(),
});
const Export4 = z.object({ _type: z.literal('export'), resources: z.array(z.unknown()) });
const Environment = z.object({
  name: z.string().nullish(),
  data: z.unknown().optional(),
  subEnvironments: z.unknown().optional(),
});
const Export5 = z.object({
  type: z.string().regex(/^(?:collection|spec)\.insomnia\.rest\/5/),
  collection: z.array(z.unknown()).nullish(),
  environments: Environment.nullish(),
});

const Response = z.object({
  parentId: z.string(),
  statusCode: z.number(),
  contentType: z.string().nullish(),
  body: z.string().nullish(),
});

const IS_EXPORT_4 = /["']?__export_format["']?\s*:\s*4\b/;
const IS_YAML_4 = /^__export_format:\s*4\b/m;
const IS_EXPORT_5 = /^type:\s*["']?(?:collection|spec)\.insomnia\.rest\/5/m;

/** Reads an export of Insomnia: JSON of version 4, or YAML of version 5, with its folders and base environment. */
export const insomnia: Importer = {
  name: 'insomnia',
  title: 'an Insomnia export',
  isStructured: true,
  summary: 'Insomnia exports, as JSON (version 4) or YAML (version 5)',
  accepts: (text) =>
    (/^\s*\{/.test(text) && IS_EXPORT_4.test(text) && Export4.safeParse(jsonOf(text)).success) ||
    IS_YAML_4.test(text.slice(0, 4000)) ||
    IS_EXPORT_5.test(text.slice(0, 4000)),
  read(text, file) {
    if (/^\s*\{/.test(text)) return readVersion4(jsonOf(text), file);
    const { value, problem } = yamlOf(text);
    return IS_YAML_4.test(text.slice(0, 4000))
      ? readVersion4(value, file, problem)
      : readVersion5(value, file, problem);
  },
};

function readVersion4(document: unknown, file: string, problem = 'has an unknown form'): ReadInput {
  const read = Export4.safeParse(document);
  const resources = (read.data?.resources ?? []).map((value) => ({ value, ...Resource.safeParse(value).data }));
  const [base, ...others] = resources.filter(({ _type }) => _type === 'environment');
  const reader = new ExportReader(file, base?.data, others.length);
  if (!read.success) reader.unread(undefined, problem);
  // An old export has the last responses of its requests.
  const responses = resources.flatMap(({ _type, value }) =>
    _type === 'response' ? (Response.safeParse(value).data ?? []) : [],
  );
  for (const { _type, _id, name, value } of resources)
    if (_type === 'request')
      reader.request(
        value,
        responses.findLast(({ parentId }) => parentId === _id),
      );
    else if (_type?.endsWith('_request')) reader.unread(name, `is a ${_type.replace('_', ' ')}, which was not read`);
  return reader.result;
}

const YAML_LIMITS = {
  what: 'the Insomnia export',
  characters: SIZE_LIMITS.yaml.max,
  tokens: 2_000_000,
  depth: 100,
  advice: 'Export fewer requests.',
};
/** An export has no aliases. */
const READ_OPTIONS = { maxAliasCount: 0 };

function yamlOf(text: string): { readonly value: unknown; readonly problem?: string } {
  const document = parseBoundedYaml(yaml, text, YAML_LIMITS);
  const [error] = document.errors;
  return error
    ? { value: undefined, problem: `is not valid YAML: ${error.message}` }
    : { value: attempt(() => document.toJS(READ_OPTIONS)) };
}

function readVersion5(document: unknown, file: string, problem = 'has an unknown form'): ReadInput {
  const read = Export5.safeParse(document);
  const { collection, environments } = read.data ?? {};
  const others = Array.isArray(environments?.subEnvironments) ? environments.subEnvironments.length : 0;
  const reader = new ExportReader(file, environments?.data, others);
  if (!read.success) reader.unread(undefined, problem);
  for (const one of collection ?? []) reader.item(one, 0);
  return reader.result;
}

const MAX_DEPTH = 20;

class ExportReader {
  readonly #requests: FoundRequest[] = [];
  readonly #problems: string[] = [];
  readonly #credentials = new LeftOutCredentials();
  readonly #file: string;
  readonly #variables: ReadonlyMap<string, string>;

  constructor(file: string, environment: unknown, others: number) {
    this.#file = file;
    this.#variables = new Map(flatVariables(environment));
    if (others > 0)
      this.#problems.push(
        `${file}: variables have the values of the base environment, not of ${counted(others, 'other')}`,
      );
  }

  get result(): ReadInput {
    return { requests: this.#requests, problems: this.#problems, credentials: this.#credentials.values };
  }

  unread(name: string | null | undefined, reason: string): void {
    this.#problems.push(`${this.#file}${name ? `, ${name}` : ''} ${reason}`);
  }

  item(value: unknown, depth: number): void {
    const folder = Folder.safeParse(value);
    if (!folder.success) this.request(value);
    else if (depth > MAX_DEPTH) this.unread(folder.data.name, 'is a folder that is nested too deeply');
    else for (const one of folder.data.children) this.item(one, depth + 1);
  }

  request(value: unknown, response?: z.infer<typeof Response>): void {
    const read = Request.safeParse(value);
    if (read.success) this.#add(read.data, response);
    else this.unread(undefined, 'has a request in an unknown form');
  }

  #add(
    { name, url, method, body, headers, parameters, authentication }: z.infer<typeof Request>,
    response: z.infer<typeof Response> | undefined,
  ): void {
    const place = `${this.#file}, ${name || 'a request'}`;
    for (const [key, text] of this.#pairs(headers)) this.#credentials.header(key, text);
    this.#learn(authentication ?? {});
    const form = this.#pairs(body?.params);
    const isForm = body?.mimeType?.includes('urlencoded') ?? false;
    if (form.length > 0 && !isForm) this.#problems.push(`${place}: a body of parts (${body?.mimeType}) was not read`);
    const request = requestOf(
      {
        place,
        method: method ?? 'GET',
        address: withQuery(this.#filled(url ?? ''), this.#pairs(parameters)),
        type: body?.mimeType ?? undefined,
        sent: isForm && form.length > 0 ? `${new URLSearchParams(form)}` : this.#filled(body?.text ?? ''),
        status: response?.statusCode,
        received: response?.body ?? undefined,
        headers: response?.contentType ? { 'content-type': response.contentType } : {},
      },
      this.#credentials,
    );
    const hasTags = [url, body?.text].some((text) => text?.includes('{%'));
    if (request) this.#requests.push(hasTags ? { ...request, problems: [TAGS] } : request);
    else this.unread(name || 'a request', 'has no HTTP URL');
  }

  #pairs(pairs: z.infer<typeof Pairs>): [string, string][] {
    return (pairs ?? []).flatMap(({ name, value, disabled }): [string, string][] =>
      disabled || !name ? [] : [[this.#filled(name), this.#filled(String(value ?? ''))]],
    );
  }

  #learn({ disabled, username, password, token, value }: Readonly<Record<string, unknown>>): void {
    if (disabled === true) return;
    const text = (one: unknown) => this.#filled(typeof one === 'string' ? one : '');
    if (text(password) !== '') this.#credentials.login(`${text(username)}:${text(password)}`);
    for (const one of [token, value]) if (text(one) !== '') this.#credentials.header('authorization', text(one));
  }

  readonly #filled = (text: string): string => fillVariables(text, this.#variables);
}

const TAGS = 'Insomnia replaces a {% … %} tag when it sends the request. It was kept as text';

function withQuery(address: string, pairs: [string, string][]): string {
  if (pairs.length === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(pairs)}`;
}
