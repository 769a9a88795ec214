import type { DocumentLanguage, Fields } from '../../client/index.js';
import { DOCUMENT_VERBS, type DocumentVerb } from '../../sandbox/index.js';
import { nearest, type SheetPart } from '../../util/index.js';
import { verbField } from '../complete/document-fields.js';
import { flat } from '../inspect/type-name.js';
import type { Topic } from './find-topics.js';
import { fieldDescription } from './operation.js';

/** The first word of the name of a verb in the help. */
const LANGUAGES = { swml: ['swml', 'swml for messages'], cxml: ['cxml'] } as const satisfies Readonly<
  Record<string, readonly DocumentLanguage[]>
>;

type Found = readonly [DocumentLanguage, DocumentVerb];

/** Returns the verbs with a name. `play` is a verb of SWML and `Play` one of cXML; `swml play` and `cxml play` name both. */
function verbsNamed(topic: string): readonly Found[] {
  const [, language, name = ''] = /^(?:(swml|cxml)\s+)?<?(\w+)>?$/i.exec(topic.trim()) ?? [];
  return everyVerb().filter(([of, verb]) =>
    language === undefined
      ? verb.name === name
      : of.startsWith(language.toLowerCase()) && verb.name.toLowerCase() === name.toLowerCase(),
  );
}

const everyVerb = (): readonly Found[] =>
  Object.values(LANGUAGES)
    .flat()
    .flatMap((language) => [...DOCUMENT_VERBS[language].values()].map((verb): Found => [language, verb]));

/** Returns help on a verb of call documents, or lists the verbs of a language: `play`, `cxml gather`, `swml`. */
export function verbHelp(topic: string): SheetPart[] | undefined {
  const language = /^\s*(swml|cxml)(?:\s+(?:documents?|scripts?|verbs?))?\s*$/i.exec(topic)?.[1]?.toLowerCase();
  const languages = Object.entries(LANGUAGES).find(([name]) => name === language)?.[1];
  if (languages) return languages.flatMap(verbList);
  const found = verbsNamed(topic);
  return found.length > 0 ? found.flatMap(verbPage) : undefined;
}

/** Returns the suggestion for an unknown verb after the name of a language, such as `swml plya`. */
export function similarVerb(topic: string): string | undefined {
  const [, language = '', name = ''] = /^(swml|cxml)\s+<?(\w+)>?$/i.exec(topic.trim().toLowerCase()) ?? [];
  const known = everyVerb().flatMap(([of, verb]) => (of.startsWith(language) ? [verb] : []));
  const twin = known.find(({ alsoCalled = [] }) => alsoCalled.includes(name));
  const meant =
    name === ''
      ? undefined
      : (twin?.name ??
        nearest(
          name,
          known.map((one) => one.name),
        ));
  return meant && `Unknown verb ${name}. Did you mean ${language} ${meant}?`;
}

const TITLES: Readonly<Record<DocumentLanguage, string>> = {
  swml: 'SWML',
  'swml for messages': 'SWML that answers a message',
  cxml: 'cXML',
};

const verbList = (language: DocumentLanguage): SheetPart[] => [
  { title: TITLES[language] },
  { pairs: [...DOCUMENT_VERBS[language].values()].map(({ name, summary }) => [name, summary]) },
  `For help on a verb, type .help ${language.split(' ')[0]} and its name, such as .help ${language.split(' ')[0]} ${[...DOCUMENT_VERBS[language].keys()][0]}`,
];

function verbPage([language, verb]: Found): SheetPart[] {
  const { name, summary, parameters, whole } = verb;
  const facts = factsOf(verb);
  const { oneOf: _, ...plain } = verb;
  const [fields] = whole === undefined ? flat([verbField(plain, language)]) : [];
  const pairs = [...pairsOf(fields?.needs, true), ...pairsOf(fields?.takes, false)];
  const isNested = Object.values(parameters).some(({ of = [], fields: own }) => own ?? of.some((one) => one.fields));
  return [
    { title: `${TITLES[language]}: ${language === 'cxml' ? `<${name}>` : name}` },
    summary,
    ...(facts.length > 0 ? [{ pairs: facts }] : []),
    ...(pairs.length > 0 ? [{ title: 'Parameters' }, { pairs }] : []),
    ...(isNested ? [`For the fields of its objects, see ${PAGE}`] : []),
  ];
}

const PAGE = 'docs/reference/call-verbs.md';

const pairsOf = (fields: Fields = {}, isNeeded: boolean): (readonly [string, string])[] =>
  Object.entries(fields).map(([name, field]) => [name, fieldDescription(field, isNeeded)]);

function factsOf(verb: DocumentVerb): (readonly [string, string])[] {
  const { effect, answers, sets = [], callbacks = [], oneOf = [], parameters, whole, shorthand } = verb;
  const ignored = Object.entries(parameters).flatMap(([name, one]) => (one.ignored ? [name] : []));
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['sandbox', effect && (effect.kind === 'simulated' ? 'simulated' : `${SIMULATED[effect.kind]}: ${effect.lacks}`)],
    ['no effect there', ignored.join(', ')],
    ['answers', answers === 'optional' ? 'the call, depending on its parameters' : answers ? 'the call' : ''],
    ['sets', sets.join(', ')],
    ['sends', callbacks.join(', ')],
    ...oneOf.map((names) => ['requires', `exactly one of ${names.join(', ')}`] as const),
    ['value', whole === undefined ? '' : (parameters[whole]?.doc ?? 'any value')],
    ['accepts', shorthand === undefined ? '' : `${shorthand} alone, in place of an object`],
  ];
  return facts.flatMap(([name, text]) => (text ? [[name, text] as const] : []));
}

const SIMULATED = { partly: 'simulated in part', 'not simulated': 'not simulated' } as const;

/** The verbs of call documents as topics of the search. Operations come first where both fit. */
export const verbTopics = (): Topic[] =>
  everyVerb().map(([language, { name, summary, parameters, effect }]) => ({
    name: `${language.split(' ')[0]} ${name}`,
    // The names of the languages in each verb would hide the operations with these names.
    label: name,
    help: summary,
    words: [
      'verb',
      ...Object.entries(parameters).flatMap(([own, { doc = '' }]) => [own, doc]),
      ...(effect && 'lacks' in effect ? [effect.lacks] : []),
    ].join(' '),
    weight: 0.7,
  }));
