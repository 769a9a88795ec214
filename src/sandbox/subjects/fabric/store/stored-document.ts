import { withoutQuery } from '../../../outbound/outbound-request.js';
import { isRecord } from '../../../request/read-json.js';
import { collection, type State } from '../../../state/state.js';
import { flowVersions } from './dependents.js';
import { documentUrl, type FabricResource, ofType, resourceOf } from './store.js';

export interface HeldDocument {
  readonly type: string;
  readonly text: string;
  /** The document as the platform stores it, if it is not text. */
  readonly value?: unknown;
  /** Why there is no document, and how to fix it. */
  readonly problem: string | null;
}

export const flowUrl = (id: string, version: unknown) =>
  `https://sandbox.invalid/call-flows/${id}?version=${version === 'working_copy' ? version : 'current_deployed'}`;

const HELD = /^https:\/\/sandbox\.invalid\/[a-z-]+\/([0-9a-f-]{36})$/;

/** A GET request adds the parameters of the call to the query. */
function addressIn(url: string) {
  if (!URL.canParse(url)) return {};
  const { origin, pathname, searchParams } = new URL(url);
  const plain = `${origin}${pathname}`;
  return { plain, id: HELD.exec(plain)?.[1], version: searchParams.get('version') ?? undefined };
}

/** The documents of the sample account, by URL. The sandbox serves them in place of the server at that URL. */
export const servedDocuments = collection<{ readonly id: string; readonly text: string }>('served_documents');

/** Returns the document that the sandbox serves in place of another server, unless that server can be reached. */
function servedDocument(state: State, url: string): HeldDocument | undefined {
  const served = URL.canParse(url) ? servedDocuments(state).get(withoutQuery(url)) : undefined;
  if (!served || state.network.reaches(url)) return undefined;
  const { text } = served;
  return { type: text.startsWith('<') ? 'application/xml' : 'application/json', text, problem: null };
}

/** Whether the sandbox serves the document of a URL in place of another server. */
export const isServed = (state: State, url: string): boolean => servedDocument(state, url) !== undefined;

/** Whether the platform itself serves a document at a URL. */
export function isStored(state: State, url: string): boolean {
  if (isServed(state, url)) return true;
  const { id, plain } = addressIn(url);
  const resource = resourceOf(state, id);
  return resource !== undefined && (resource.type === 'call_flow' || documentUrl(resource) === plain);
}

/** Returns the document that the platform itself serves at a URL; undefined for URLs of other servers. */
export function heldDocument(state: State, url: string): HeldDocument | undefined {
  const { id, plain, version } = addressIn(url);
  const resource = resourceOf(state, id);
  if (!resource) return servedDocument(state, url);
  if (resource.type === 'call_flow') return flowDocument(state, resource, version);
  if (documentUrl(resource) !== plain) return undefined;
  const { contents } = accessed(state, resource).own;
  return typeof contents === 'string'
    ? { type: 'application/xml', text: contents, problem: null }
    : { type: 'application/json', text: jsonText(contents), value: contents, problem: null };
}

/** The texts of stored documents, each of which many calls request. A stored document never changes. */
const texts = new WeakMap<object, string>();

function jsonText(contents: unknown): string {
  if (!isRecord(contents)) return JSON.stringify(contents);
  const known = texts.get(contents) ?? JSON.stringify(contents);
  texts.set(contents, known);
  return known;
}

function flowDocument(state: State, { id, own }: FabricResource, version = 'current_deployed'): HeldDocument {
  const deployed = flowVersions.of(state, id).get(textOf(own.deployed_version_id));
  const document = version === 'working_copy' ? own.relayml : deployed?.relayml;
  const problem =
    document === undefined
      ? `no version of the call flow ${textOf(own.title)} is deployed: use fabric.call_flows.deploy_version`
      : null;
  return { type: 'application/json', text: JSON.stringify(document ?? null), value: document, problem };
}

function accessed(state: State, resource: FabricResource): FabricResource {
  const { request_count } = resource.own;
  const count = typeof request_count === 'number' ? request_count : 0;
  const last_accessed_at = state.clock.now().toISOString();
  const own = { ...resource.own, request_count: count + 1, last_accessed_at };
  return ofType(resource.type)(state).replace({ ...resource, own });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
