import { type CassetteDocument, textOf } from '../../cassette/index.js';
import { isPlain } from '../../util/index.js';
import { bodyJson } from '../body-json.js';
import { isExchange } from '../replay/send-again.js';

/** A field of a JSON body, or one inside the `params` of a command. */
export interface FieldAt {
  readonly index: number;
  readonly path: readonly string[];
}

export function fieldsIn(document: CassetteDocument, index: number): FieldAt[] {
  const body = bodyOf(document);
  if (!body) return [];
  return Object.entries(body).flatMap(([name, value]): FieldAt[] =>
    name === 'params' && isPlain(value)
      ? Object.keys(value).map((inner) => ({ index, path: [name, inner] }))
      : [{ index, path: [name] }],
  );
}

export function withoutFields(document: CassetteDocument, removed: readonly FieldAt[]): CassetteDocument {
  const body = bodyOf(document);
  if (removed.length === 0 || !body || !isExchange(document)) return document;
  const json = structuredClone(body);
  for (const { path } of removed) {
    const [name = '', inner] = path;
    const holder = json[name];
    if (inner === undefined) delete json[name];
    else if (isPlain(holder)) delete holder[inner];
  }
  return { ...document, request: { ...document.request, body: { json } } };
}

function bodyOf(document: CassetteDocument): Record<string, unknown> | undefined {
  if (!isExchange(document) || !document.request.body || 'base64' in document.request.body) return undefined;
  const body = 'json' in document.request.body ? document.request.body.json : bodyJson(textOf(document.request.body));
  return isPlain(body) ? body : undefined;
}
