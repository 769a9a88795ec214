import type { CallDocument, DocumentProblem, Step } from '../engine/document/call-document.js';

/** A problem of a document that was read. */
export interface Finding extends DocumentProblem {
  /** `likely` if another document, or the platform, could make it right. */
  readonly level: 'certain' | 'likely';
  /** The word in the text at the position that is wrong. */
  readonly word?: string;
}

/** All steps of a document, nested ones too. */
export const allSteps = ({ lists }: CallDocument): Step[] => [...lists.values()].flat();

/** The list of steps that contains a step. */
export const listOf = ({ at }: Step): string => at.replace(/\[\d+\]$/, '');

/** The section in which a list of steps is. Names of sections may contain brackets. */
export const sectionOf = ({ sections }: CallDocument, list: string): string =>
  [...sections].filter((name) => isWithin(list, name)).sort((a, b) => b.length - a.length)[0] ?? list;

/** Whether a list is another one, or is nested in a step of it. */
export const isWithin = (list: string, outer: string): boolean => list === outer || list.startsWith(`${outer}[`);
