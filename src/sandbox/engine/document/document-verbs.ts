import type { DocumentLanguage } from '../../../client/index.js';
import { PROMPT_VERBS } from '../cxml/compile-cxml.js';
import { MESSAGE_VERBS as CXML_MESSAGE_VERBS } from '../cxml/message-verbs.js';
import { CXML_VERBS } from '../cxml/verbs/index.js';
import { SWML_VERBS } from '../verbs/index.js';
import { MESSAGE_VERBS } from '../verbs/messaging/message-verbs.js';
import type { Parameters } from '../verbs/parameters.js';
import { CALL_FIELDS } from './call-scope.js';

/** A verb of a document, as completion and help describe it. */
export interface DocumentVerb {
  readonly name: string;
  readonly summary: string;
  /** The names of the same act in other languages and APIs. */
  readonly alsoCalled?: readonly string[];
  readonly parameters: Parameters;
  /** The parameter that a value which is not an object fills. */
  readonly shorthand?: string;
  /** The parameter that gets the whole value. */
  readonly whole?: string;
  /** Groups of parameters of which exactly one is required. */
  readonly oneOf?: readonly (readonly string[])[];
  readonly effect?:
    | { readonly kind: 'simulated' }
    | { readonly kind: 'partly' | 'not simulated'; readonly lacks: string };
  readonly answers?: boolean | 'optional';
  /** The variables that it sets. */
  readonly sets?: readonly string[];
  readonly callbacks?: readonly string[];
}

/** A verb of a message without what applies only to calls. */
const messageVerbs = (verbs: ReadonlyMap<string, DocumentVerb>) =>
  [...verbs].map(([name, { effect: _, answers: __, sets: ___, ...verb }]) => [name, verb] as const);

/** The verbs of each language of documents, by name. A cXML document answers a call or a message. */
export const DOCUMENT_VERBS: Readonly<Record<DocumentLanguage, ReadonlyMap<string, DocumentVerb>>> = {
  swml: SWML_VERBS,
  'swml for messages': new Map(messageVerbs(MESSAGE_VERBS)),
  cxml: new Map<string, DocumentVerb>([...messageVerbs(CXML_MESSAGE_VERBS), ...CXML_VERBS]),
};

// These have the types of lists, because the published declarations must not lead to those of the engine.
/** The verbs that can be prompts of another verb of cXML. */
export const CXML_PROMPTS: readonly string[] = PROMPT_VERBS;
/** The fields of `call` that SWML documents can read. */
export const CALL_VARIABLES: readonly string[] = CALL_FIELDS;
