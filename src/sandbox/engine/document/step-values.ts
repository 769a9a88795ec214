import { isRecord } from '../../request/read-json.js';
import { SOUND_URLS, soundOf } from '../acts/sounds.js';
import { hasPlaceholder } from '../expression/index.js';
import type { Parameter, Parameters } from '../verbs/parameters.js';
import { alternativesFor, itemOf } from '../verbs/read-parameters.js';
import type { CallDocument, DocumentProblem, Step } from './call-document.js';
import { writtenAt } from './compile-swml.js';

/** A text in the parameters of a step. */
export interface StepText {
  readonly text: string;
  readonly field: Parameter;
  /** Its position, such as `main[2].prompt.play`. */
  readonly at: string;
}

/** All texts of a step, with their declarations. Nested lists of steps are steps of their own. */
export function textsOf({ at, verb, params }: Step): StepText[] {
  if (!verb) return [];
  const texts: StepText[] = [];
  const inFields = (fields: Parameters, values: Readonly<Record<string, unknown>>, before: string) => {
    const isElement = Object.keys(values).some((name) => /^[A-Z]/.test(name));
    for (const [name, value] of Object.entries(values)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      // The text of an element contains that of the elements in it.
      if (field && !(isElement && name === 'text')) inValue(field, value, `${before}.${name}`);
    }
  };
  // The position of an element is the verb.
  const placed = (place: string) =>
    verb.language === 'cxml' ? `${at}${place.slice(verb.name.length)}` : `${at}.${writtenAt(verb, place)}`;
  const inValue = (field: Parameter, value: unknown, place: string): void => {
    if (field.kind === 'steps') return;
    if (field.kind === 'either') {
      const [fitting] = alternativesFor(field, value);
      if (fitting) inValue(fitting, value, place);
    } else if (typeof value === 'string') texts.push({ text: value, field, at: placed(place) });
    else if (Array.isArray(value))
      for (const [i, one] of value.entries()) inValue(itemOf(field), one, `${place}[${i}]`);
    else if (isRecord(value) && field.kind === 'object') inFields(field.fields ?? {}, value, place);
    else if (isRecord(value))
      for (const [name, one] of Object.entries(value)) inValue(itemOf(field), one, `${place}.${name}`);
  };
  inFields(verb.parameters, params, verb.name);
  return texts;
}

/** Finds texts that no call can play: `play: 'Hello!'` without `say:`. The other steps of the document run. */
export const unplayableSounds = ({ lists }: CallDocument): DocumentProblem[] =>
  [...lists.values()].flat().flatMap((step) =>
    textsOf(step).flatMap(({ text, field, at }): DocumentProblem[] => {
      const isSound = field.begins === SOUND_URLS && !hasPlaceholder(text);
      const { problem } = isSound ? soundOf(text) : {};
      if (problem === undefined) return [];
      // A name such as `hello.mp3` is a file, not a text to speak.
      const isSpoken = /\s|^[^./:]*[.!?]?$/.test(text) && !/^[a-z]+:/i.test(text) && text.trim() !== '';
      const meant = isSpoken ? `. To speak the text, write say:${text}` : '';
      return [{ at, message: `${step.at}: ${problem}${meant}` }];
    }),
  );
