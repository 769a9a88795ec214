import type { DocumentLanguage } from '../../../client/index.js';
import { MESSAGE_VERBS as CXML_MESSAGE_VERBS } from '../cxml/answer-message.js';
import { CXML_VERBS } from '../cxml/verbs/index.js';
import { MESSAGE_VERBS, SHORTHANDS } from '../messages/message-verbs.js';
import { SWML_VERBS } from '../verbs/index.js';
import type { Parameters } from '../verbs/parameters.js';
import type { Effect, Verb } from '../verbs/verb.js';

/** A verb of a document, as completion and help describe it. */
export interface DocumentVerb {
  readonly name: string;
  readonly summary: string;
  readonly parameters: Parameters;
  /** The parameter that a value which is not an object fills. */
  readonly shorthand?: string;
  /** The parameter that gets the whole value. */
  readonly whole?: string;
  /** Groups of parameters of which exactly one is required. */
  readonly oneOf?: readonly (readonly string[])[];
  readonly effect?: Effect;
  readonly answers?: Verb['answers'];
  /** The variables that it sets. */
  readonly sets?: readonly string[];
  readonly callbacks?: readonly string[];
}

const messageVerb = ([name, verb]: [string, Omit<DocumentVerb, 'shorthand' | 'whole'>]): [string, DocumentVerb] => {
  const shorthand = SHORTHANDS[name];
  return [
    name,
    { ...verb, ...(shorthand !== undefined && { shorthand }), ...(name === 'return' && { whole: 'value' }) },
  ];
};

/** The verbs of each language of documents, by name. A cXML document answers a call or a message. */
export const DOCUMENT_VERBS: Readonly<Record<DocumentLanguage, ReadonlyMap<string, DocumentVerb>>> = {
  swml: SWML_VERBS,
  'swml for messages': new Map([...MESSAGE_VERBS].map(messageVerb)),
  cxml: new Map<string, DocumentVerb>([...CXML_MESSAGE_VERBS, ...CXML_VERBS]),
};
