import type { AnyField, DocumentLanguage } from '../../client/index.js';
import {
  CXML_PROMPTS,
  DOCUMENT_VERBS,
  type DocumentVerb,
  type Parameter,
  type Parameters,
} from '../../sandbox/index.js';
import { flat } from '../inspect/type-name.js';

/** A field of an operation or of a document. */
export interface ExpectedField extends AnyField {
  readonly of?: readonly ExpectedField[];
  readonly needs?: ExpectedFields;
  readonly takes?: ExpectedFields;
  /** The values of an object with any names. */
  readonly each?: ExpectedField;
  /** Whether the object has only one of its keys, as a step has one verb. */
  readonly isStep?: true;
  /** Known beginnings of a text. */
  readonly begins?: readonly string[];
  /** The text is the name of something in the document. */
  readonly names?: NonNullable<Parameter['names']>;
}

type ExpectedFields = Readonly<Record<string, ExpectedField>>;

/** Replaces a field that contains a SWML document with the fields of the document. */
export const withDocument = (field: ExpectedField): ExpectedField =>
  field.kind === 'obj' && field.document ? { ...documentField(field.document), ...docOf(field) } : field;

const docOf = ({ doc }: Pick<ExpectedField, 'doc'>) => (doc === undefined ? {} : { doc });

/** The fields of a document in SWML, or of the elements of a document in cXML. */
export function documentField(language: DocumentLanguage): ExpectedField {
  if (language === 'cxml') return object({ Response: stepField(language) });
  const steps = stepsField(language);
  const sections = { ...object({ main: { ...steps, doc: 'The start of the document.' } }), each: steps };
  const version: ExpectedField = { kind: 'oneOf', values: ['1.0.0'], doc: 'The version of the language.' };
  const document = object({ sections: { ...sections, doc: 'Lists of steps, by name.' } }, { version });
  // A document that answers a message can be one step.
  return language === 'swml' ? document : { kind: 'either', of: [document, stepField(language)] };
}

/** A list of steps. Steps can contain lists of steps, so the list is created when it is read. */
const stepsField = (language: DocumentLanguage): ExpectedField => ({
  kind: 'list',
  get of() {
    const field = stepField(language);
    if (language !== 'cxml') return [field];
    return [object({}, Object.fromEntries(CXML_PROMPTS.map((name) => [name, field.takes?.[name] ?? object({})])))];
  },
});

/** The fields of steps, by table of verbs. A table never changes, so this only remembers a result. */
const known = new WeakMap<object, ExpectedField>();

function stepField(language: DocumentLanguage): ExpectedField {
  const verbs = DOCUMENT_VERBS[language];
  const fields = () => [...verbs.values()].map((one) => [one.name, verbField(one, language)] as const);
  const about = language === 'cxml' ? {} : { isStep: true as const, doc: 'A step is an object with one verb.' };
  let field = known.get(verbs);
  if (!field) known.set(verbs, (field = { ...object({}, Object.fromEntries(fields())), ...about }));
  return field;
}

/** The value of a verb. Its alternatives are one object for each choice of the groups of parameters, and the short form. */
export function verbField(verb: DocumentVerb, language: DocumentLanguage): ExpectedField {
  const { parameters, oneOf = [], shorthand, whole, summary, effect } = verb;
  const lacks = effect?.kind === 'not simulated' ? ' The sandbox does not simulate it.' : '';
  const doc = `${summary}${lacks}`;
  const fieldAt = (name: string): ExpectedField => fieldOf(parameters[name] ?? { kind: 'any' }, language);
  if (whole !== undefined) return { ...fieldAt(whole), doc };
  const all = Object.keys(parameters).map((name) => [name, fieldAt(name)] as const);
  const objects = choicesOf(oneOf).map((chosen) => {
    const isOut = (name: string) => oneOf.flat().includes(name) && !chosen.includes(name);
    const isNeeded = (name: string) => parameters[name]?.required === true || chosen.includes(name);
    const some = (test: (name: string) => boolean) => Object.fromEntries(all.filter(([name]) => test(name)));
    const takes = some((name) => !isNeeded(name) && !isOut(name));
    return { ...object(some(isNeeded), takes), doc };
  });
  // An object in the place of the short form contains parameters.
  const short = shorthand === undefined ? [] : flat([fieldAt(shorthand)]).filter(({ kind }) => kind !== 'obj');
  return { kind: 'either', of: [...objects, ...short.map((field) => ({ ...field, doc }))], doc };
}

/** The ways to choose one name of each group. */
const choicesOf = (groups: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  groups.reduce<readonly (readonly string[])[]>(
    (chosen, group) => chosen.flatMap((names) => group.map((name) => [...names, name])),
    [[]],
  );

const object = (needs: ExpectedFields, takes: ExpectedFields = {}): ExpectedField => ({ kind: 'obj', needs, takes });

const KINDS = { text: 'str', number: 'num', whole: 'int', bool: 'bool', list: 'list', either: 'either' } as const;

/** Converts the declaration of a parameter to a field. */
function fieldOf(parameter: Parameter, language: DocumentLanguage): ExpectedField {
  const { kind, min, max, default: usual, values, of = [], fields, begins, names } = parameter;
  const about = {
    ...docOf(parameter),
    ...(begins && { begins }),
    ...(names && { names }),
    limits: { ...(min !== undefined && { min }), ...(max !== undefined && { max }), default: usual },
  };
  const inside = () => of.map((one) => fieldOf(one, language));
  switch (kind) {
    case 'object':
      return { ...objectField(fields ?? {}, language), ...about };
    case 'map':
      return { ...object({}), ...about, ...(inside()[0] && { each: inside()[0] }) };
    case 'any':
      return { kind: 'either', of: [], ...about };
    case 'steps':
      return Object.defineProperties(stepsField(language), Object.getOwnPropertyDescriptors(about));
    default:
      return values
        ? { ...about, kind: 'oneOf', values }
        : { ...about, kind: KINDS[kind], ...(of.length > 0 && { of: inside() }) };
  }
}

const objectField = (fields: Parameters, language: DocumentLanguage): ExpectedField => {
  const all = Object.entries(fields).map(([name, one]) => [name, one, fieldOf(one, language)] as const);
  const some = (isRequired: boolean) =>
    Object.fromEntries(
      all.filter(([, { required = false }]) => required === isRequired).map(([name, , field]) => [name, field]),
    );
  return object(some(true), some(false));
};
