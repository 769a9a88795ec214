import { nearest } from '../../util/index.js';
import type { CallDocument, Step } from '../engine/document/call-document.js';
import { CALL_FIELDS } from '../engine/document/call-scope.js';
import { type StepText, textsOf } from '../engine/document/step-values.js';
import { SWML_VERBS } from '../engine/verbs/index.js';
import { allSteps, type Finding, listOf, sectionOf } from './finding.js';
import { type KnownNames, knownNames } from './known-names.js';
import { type Path, pathsOf, type References, referencesIn, referencesOf } from './references.js';

/** What every verb sets, `script_error` too. */
const SET_BY_VERBS: ReadonlySet<string> = new Set([
  ...[...SWML_VERBS.values()].flatMap(({ sets }) => sets.map((name) => name.split('.')[0] ?? name)),
  'script_error',
]);
/** The fields of `call`. The last two are in the description of the platform only. */
const OF_CALL: readonly string[] = [...CALL_FIELDS, 'tag', 'dial_winner'];
const SCOPES = ['call', 'params', 'vars', 'envs'];

/** Finds variables that no step sets, and expressions that cannot be read. */
export function unknownVariables(document: CallDocument): Finding[] {
  if (document.language !== 'swml') return [];
  const known = knownNames(document);
  return allSteps(document)
    .filter(({ verb }) => verb && verb.stage !== 'ai')
    .flatMap((step) => textsOf(step).flatMap((text) => problemsOf(step, text, document, known)));
}

function problemsOf(step: Step, text: StepText, document: CallDocument, known: KnownNames): Finding[] {
  const { paths, problems } = referencesTo(step, text);
  const section = sectionOf(document, listOf(step));
  return [
    ...problems.map((one) => ({ level: 'certain', at: text.at, message: `${step.at}: ${one}` }) as const),
    ...paths.flatMap((path): Finding[] => {
      const found = unknown(path, section, known);
      return found ? [{ at: text.at, ...found, message: `${step.at}: ${found.message}` }] : [];
    }),
  ];
}

function referencesTo({ verb }: Step, { text, field }: StepText): References {
  const inText = referencesIn(text);
  // Of an expression with placeholders, only these are known before the call.
  const isOpen = inText.paths.length > 0 || /[$%]\{/.test(text);
  if (isOpen) return inText;
  if (field.form === 'expression') return referencesOf(text);
  return { paths: field.names === 'variable' && verb?.name !== 'unset' ? pathsOf(text.trim()) : [], problems: [] };
}

type Unknown = Pick<Finding, 'level' | 'message' | 'word'>;

function unknown([root, ...keys]: Path, section: string, known: KnownNames): Unknown | undefined {
  const [first, ...rest] = keys;
  if (root === 'call')
    return first === undefined || OF_CALL.includes(first) ? undefined : noField('call', first, OF_CALL);
  if (root === 'envs') return undefined;
  if (root === 'params') return first === undefined ? undefined : notPassed(first, section, known);
  // What follows `vars` can only be a variable.
  if (root === 'vars') return first === undefined ? undefined : unset([first, ...rest], known, [], known.isComplete);
  return unset([root, ...keys], known, [...OF_CALL, ...SCOPES]);
}

/**
 * A name that no step of the document sets. Another document may set it, so only a likely typo is reported, unless
 * `isVariable`.
 */
function unset(
  [name, key]: Path,
  { variables, isComplete }: KnownNames,
  others: readonly string[],
  isVariable = false,
): Unknown | undefined {
  const fields = variables.get(name);
  if (fields instanceof Set) {
    if (key === undefined || fields.size === 0 || fields.has(key)) return undefined;
    return { ...noField(name, key, fields), level: isComplete ? 'certain' : 'likely' };
  }
  if (fields || SET_BY_VERBS.has(name) || others.includes(name)) return undefined;
  const meant = nearestTo(name, [...variables.keys(), ...SET_BY_VERBS, ...others]);
  if (meant === undefined && !isVariable) return undefined;
  const advice = meant === undefined ? '' : `. Did you mean ${meant}?`;
  return { level: 'likely', word: name, message: `no step sets the variable ${name}${advice}` };
}

function noField(holder: string, key: string, known: Iterable<string>): Unknown {
  const meant = nearest(key, known);
  const advice = meant === undefined ? '' : `. Did you mean ${holder}.${meant}?`;
  return { level: 'certain', word: key, message: `${holder} has no ${key}${advice}` };
}

function notPassed(name: string, section: string, { params, isComplete }: KnownNames): Unknown | undefined {
  const passed = params.get(section);
  // The params of the first section come with the document.
  if (section === 'main' || !passed || passed.has(name)) return undefined;
  const meant = nearest(name, passed);
  if (!isComplete && meant === undefined) return undefined;
  const advice = meant === undefined ? '' : `. Did you mean params.${meant}?`;
  const level = isComplete ? 'certain' : 'likely';
  return { level, word: name, message: `no step passes the param ${name} to the section ${section}${advice}` };
}

/** A likely typo. Names that differ in their digits only, such as `option1` and `option2`, are different names. */
function nearestTo(name: string, known: readonly string[]): string | undefined {
  const letters = (text: string) => text.replace(/\d+/g, '');
  return nearest(
    name,
    known.filter((one) => letters(one) !== letters(name)),
  );
}
