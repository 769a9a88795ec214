// What the server sends to the page. Both sides use these types, so this file imports nothing that runs.
import type { SheetPart } from '../util/index.js';

/** What the page shows, and the projects of the same server. */
export interface PageSource {
  readonly project: string;
  readonly kind: 'sandbox' | 'session' | 'recording';
  readonly name: string;
  /** Why the page only shows requests. */
  readonly note: string | null;
  /** Whether the page controls a sandbox. Without one, it shows requests only. */
  readonly isControlled: boolean;
  /** The credentials that a command needs, unless they are those that `patchbay sandbox` printed. */
  readonly credentials: string | null;
  readonly projects: readonly { readonly project: string; readonly name: string }[];
}

export interface ProjectsState {
  /** Whether the server can have several projects. */
  readonly isManaged: boolean;
}

/** A new project, with the credentials of its programs. */
export interface CreatedProject {
  readonly project: string;
  readonly token: string;
  readonly url: string;
}

/** A request in the list: one that a program sent to the API, or one that the sandbox sent to a server of the user. */
export interface RequestRow {
  readonly id: number;
  readonly kind: 'request' | 'webhook';
  /** The simulated time of the response. */
  readonly at: string | null;
  readonly method: string;
  /** The path and the query; of a webhook, the URL. */
  readonly path: string;
  /** The operation; of a webhook, its purpose. */
  readonly operation: string | null;
  readonly status: number | null;
  readonly fault: string | null;
  /** The fault that the user added to the sandbox, and that this request met. */
  readonly injected?: string;
  /** What is probably wrong with a request that succeeded, such as a misspelt field. */
  readonly warning?: string;
  readonly ms: number;
}

/** One event of the stream: its requests, and how many the log removed before the page could read them. */
export interface RequestBatch {
  readonly missed: number;
  readonly rows: readonly RequestRow[];
  /** The user cleared the list: the page forgets the requests that it has. */
  readonly isCleared?: boolean;
}

/** The requests that the document of the page has: the latest ones, and how many the log has. */
export interface FirstRequests extends RequestBatch {
  readonly count: number;
}

export interface ShownMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Formatted if it is JSON. */
  readonly body: string;
  readonly bytes: number;
  readonly isCut: boolean;
}

export interface RequestDetail {
  readonly row: RequestRow;
  readonly url: string;
  /** Null if the log keeps only the line of the request. */
  readonly request: ShownMessage | null;
  readonly response: ShownMessage | null;
  /** The credentials of the request: those of the page, others, or none. Null if the log does not have them. */
  readonly credentials: 'own' | 'other' | 'none' | null;
  /** For each masked header, a mark that is the same for the same value. */
  readonly marks: Readonly<Record<string, string>>;
  readonly curl: string | null;
  readonly typescript: string | null;
  /** Why no TypeScript call sends the request, or null. */
  readonly noTypescript: string | null;
  /** Why the request cannot be sent again, or null. */
  readonly notRepeatable: string | null;
  /** The ids of the calls that the request is about. */
  readonly calls: readonly string[];
}

/** The response to a request that was sent again, and the credentials that the first one had. */
export interface SentAgain extends Pick<RequestDetail, 'credentials'> {
  readonly status: number;
}

/** A request of the log that the sandbox sent because of a call. */
export interface CallRequest extends Pick<RequestRow, 'id' | 'method'> {
  readonly url: string;
}

/** A request whose bodies have words of the filter. */
export interface FoundBody {
  readonly id: number;
  readonly words: readonly string[];
  readonly where: 'request' | 'response';
  /** The first of the words, with its surroundings. */
  readonly part: { readonly before: string; readonly match: string; readonly after: string };
}

export interface FoundBodies {
  /** The number of the last request that was searched. */
  readonly last: number;
  readonly found: readonly FoundBody[];
}

export interface RequestExplanation {
  readonly parts: readonly SheetPart[];
}

/** A number with its route, and what is wrong with it. */
export interface NumberRow {
  readonly id: string;
  readonly number: string;
  readonly name: string | null;
  readonly parts: readonly SheetPart[];
  readonly problems: readonly NumberProblem[];
  /** The resource that answers. Null if there is none, or if the API does not list it. */
  readonly handler: ResourceRow | null;
}

export interface NumberProblem {
  readonly text: string;
  /** The operation of the number that can put it right, such as `set_swml_webhook`. */
  readonly operation: string;
  /** The failed call that shows the problem. */
  readonly call?: string;
  /** The failed request that shows the problem. */
  readonly request?: number;
}

/** The simulated clock, and whether it follows the real one. */
export interface RunningClock {
  readonly isRunning: boolean;
  readonly now: string;
}

export interface SnapshotRow {
  readonly id: string;
  readonly name: string;
  /** The simulated time of the state. */
  readonly now: string;
  readonly bytes: number;
}

/** A resource of a namespace, such as a queue. */
export interface ResourceRow {
  readonly namespace: string;
  readonly id: string;
  readonly title: string;
}

export interface ResourceListRow extends ResourceRow {
  /** Its phone number. */
  readonly number: string | null;
  /** The texts of its fields, which the filter searches. */
  readonly texts: readonly string[];
}

export interface ResourceList {
  readonly namespaces: readonly ResourceNamespace[];
  readonly rows: readonly ResourceListRow[];
}

export interface ResourceNamespace {
  readonly name: string;
  readonly count: number;
  /** Whether the list has only the first resources. */
  readonly isCut: boolean;
  /** The operations that need no resource, such as `queues.create`. */
  readonly operations: readonly OperationForm[];
}

/** A field that contains the id of a resource. */
export interface ResourceLink extends ResourceRow {
  readonly path: string;
}

export interface ResourceDetail {
  readonly row: ResourceRow;
  readonly json: string;
  readonly isCut: boolean;
  readonly links: readonly ResourceLink[];
  /** The resources with a field that contains this id. */
  readonly usedBy: readonly ResourceLink[];
  /** What the API lists below this resource, such as the members of a queue. */
  readonly children: readonly { readonly operation: string; readonly count: number; readonly json: string }[];
  readonly operations: readonly OperationForm[];
}

/** An operation that changes something, with what is known of its arguments. */
export interface OperationForm {
  readonly name: string;
  readonly help: string;
  readonly args: readonly { readonly name: string; readonly value: string }[];
  /** The fields as JSON. Null if the operation has none. */
  readonly fields: string | null;
  /** The names of the required fields. */
  readonly needs: readonly string[];
  /** Sets of fields of which one is required too, such as `url` and `swml`. */
  readonly oneOf: readonly string[];
  /** The names of the optional fields. */
  readonly takes: readonly string[];
}

export interface OperationCall {
  readonly operation: string;
  readonly args: readonly string[];
  readonly fields: string | null;
}

/** The request that a call would send. */
export interface CallPreview {
  readonly line: string;
  readonly typescript: string | null;
  readonly curl: string;
  readonly notices: readonly string[];
}

export interface CallResult {
  readonly status: number;
  readonly body: string;
}

/** What differs between two states. A resource that the API lists in several namespaces is in the first one. */
export interface SnapshotChanges {
  readonly before: SnapshotSide;
  readonly after: SnapshotSide;
  readonly added: readonly ResourceRow[];
  readonly removed: readonly ResourceRow[];
  readonly changed: readonly ChangedResource[];
  /** Whether there are more changes than these. */
  readonly isCut: boolean;
}

export interface SnapshotSide {
  readonly name: string;
  readonly now: string;
}

export interface ChangedResource extends ResourceRow {
  readonly fields: readonly FieldChange[];
}

/** Values as JSON. Null for a field that is not there. */
export interface FieldChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The steps of a document, and what is certainly wrong with it, each with its line from 1. */
export interface ReadDocument {
  readonly steps: readonly DocumentStep[];
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

export interface DocumentStep {
  readonly at: string;
  readonly line: number;
}

/** What happened to the people of a cast. */
export interface CastReport {
  readonly parties: readonly CastReportParty[];
  readonly failures: readonly string[];
  readonly unused: readonly string[];
}

export interface CastReportParty {
  readonly name: string;
  readonly role: string;
  readonly call: string | null;
  readonly moments: readonly { readonly time: string; readonly text: string }[];
  readonly expectations: readonly { readonly text: string; readonly isMet: boolean }[];
}
