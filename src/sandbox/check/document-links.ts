import type { CallDocument } from '../engine/document/call-document.js';
import { textsOf } from '../engine/document/step-values.js';
import { hasPlaceholder } from '../engine/expression/index.js';
import { allSteps } from './finding.js';

/** A relative URL that names the file of another document, such as `menu2.xml`. */
export interface Link {
  readonly url: string;
  readonly at: string;
  /** The position of its step. */
  readonly step: string;
}

const FILE = /\.(?:json|ya?ml|xml)(?:[?#].*)?$/i;

/** The relative URLs of a document that name files. Other relative URLs may be those of a program. */
export const documentLinks = (document: CallDocument): Link[] =>
  allSteps(document).flatMap((step) =>
    textsOf(step).flatMap(({ text, field, at }): Link[] => {
      const url = text.trim();
      const isFile = field.form === 'document' && FILE.test(url) && !hasPlaceholder(url);
      const isRelative = !URL.canParse(url) && !url.startsWith('//');
      return isFile && isRelative && !document.sections.has(url) ? [{ url, at, step: step.at }] : [];
    }),
  );
