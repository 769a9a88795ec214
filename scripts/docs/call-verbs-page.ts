import { MESSAGE_VERBS } from '../../src/sandbox/engine/cxml/message-verbs.js';
import { CXML_VERBS } from '../../src/sandbox/engine/cxml/verbs/index.js';
import type { DocumentVerb } from '../../src/sandbox/engine/document/document-verbs.js';
import { SWML_VERBS } from '../../src/sandbox/engine/verbs/index.js';
import { MESSAGE_VERBS as SWML_MESSAGE_VERBS } from '../../src/sandbox/engine/verbs/messaging/message-verbs.js';
import type { Parameter, Parameters } from '../../src/sandbox/engine/verbs/parameters.js';
import type { AnyVerb, Effect } from '../../src/sandbox/engine/verbs/verb.js';
import { GENERATED } from './reference-page.js';

const INTRODUCTION = `# Call verbs

This page is a reference. It lists the verbs of call documents, and how much the sandbox simulates of each.
[Follow a call to its end](../sandbox.md#follow-a-call-to-its-end) shows how to run a document.

- A text in a SWML document can contain placeholders, such as \`%{vars.name}\`. "Or placeholder" marks a value of another
  type that can be a placeholder.
- A verb that is not simulated is validated, and it sets its variables. The story of the call contains the step.
- A verb that answers the call does so before it runs, if the call is not answered yet.`;

/** The reference page of the verbs of call documents. */
export function callVerbsPage(): string {
  return `${GENERATED}${[
    INTRODUCTION,
    '## SWML verbs',
    indexTable(SWML_VERBS.values()),
    ...[...SWML_VERBS.values()].map(verbSection),
    '## cXML verbs',
    indexTable(CXML_VERBS.values()),
    'The rows with an upper-case name are elements, and the others are attributes. `text` is the text of an element.',
    ...[...CXML_VERBS.values()].map(verbSection),
    '## SWML documents that answer a message',
    ...[...SWML_MESSAGE_VERBS.values()].map((one) => messageSection(one.name, one)),
    '## cXML documents that answer a message',
    ...[...MESSAGE_VERBS.values()].map((one) => messageSection(`<${one.name}>`, one)),
  ].join('\n\n')}\n`;
}

function messageSection(name: string, { summary, parameters }: Pick<DocumentVerb, 'summary' | 'parameters'>): string {
  const table = parameterTable(parameters);
  return `### \`${name}\` for a message\n\n${summary}${table && `\n\n${table}`}`;
}

const titleOf = ({ name, language }: AnyVerb) => (language === 'cxml' ? `cXML \`<${name}>\`` : `SWML \`${name}\``);
const anchorOf = ({ name, language }: AnyVerb) => `${language}-${name.toLowerCase()}`;

function indexTable(verbs: Iterable<AnyVerb>): string {
  const rows = [...verbs].map(
    (verb) =>
      `| [\`${verb.name}\`](#${anchorOf(verb)}) | ${verb.stage} | ${cell(verb.summary)} | ${SIMULATED[verb.effect.kind]} |`,
  );
  return `| verb | group | effect | simulated |\n|---|---|---|---|\n${rows.join('\n')}`;
}

const SIMULATED: Readonly<Record<Effect['kind'], string>> = {
  simulated: 'yes',
  partly: 'in part',
  'not simulated': 'no',
};
const ANSWERS = {
  true: 'answers the call',
  false: 'does not answer the call',
  optional: 'answers the call, depending on its parameters',
};

function verbSection(verb: AnyVerb): string {
  const { effect, answers, sets, callbacks, summary, parameters, oneOf = [], shorthand, whole } = verb;
  const facts = [
    effect.kind === 'simulated'
      ? 'simulated'
      : `${effect.kind === 'partly' ? 'simulated in part' : 'not simulated'}: ${effect.lacks}`,
    ANSWERS[String(answers) as keyof typeof ANSWERS], // The keys are the values of `answers`.
    ...(sets.length > 0 ? [`sets ${codes(sets)}`] : []),
    ...(callbacks.length > 0 ? [`sends ${codes(callbacks)}`] : []),
    ...(whole === undefined ? [] : [`has \`${whole}\` as its whole value`]),
    ...(shorthand === undefined ? [] : [`accepts \`${shorthand}\` alone, in place of an object`]),
    ...oneOf.map((names) => `requires exactly one of ${codes(names)}`),
  ];
  const table = parameterTable(parameters);
  return `### ${titleOf(verb)}\n\n${summary}\n\n${facts.map((fact) => `- ${fact}`).join('\n')}${table && `\n\n${table}`}`;
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

interface Row {
  readonly path: string;
  readonly names: string[];
  readonly facts: string;
}

function parameterTable(parameters: Parameters): string {
  const rows = rowsOf(parameters, '', new Map(Object.entries(parameters).map(([name, field]) => [field, name])));
  if (rows.length === 0) return '';
  const lines = rows.map(({ names, facts }) => `| ${names.map((name) => `\`${name}\``).join(', ')} | ${facts} |`);
  return `| parameter | type | | |\n|---|---|---|---|\n${lines.join('\n')}`;
}

/** The rows of parameters and of their nested parameters. Names with the same facts share a row. */
function rowsOf(fields: Parameters, path: string, known: Map<Parameter, string>): Row[] {
  const rows: Row[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const full = `${path}${name}`;
    const isKnown = path !== '' && known.get(field) === name;
    known.set(field, name);
    const facts = isKnown
      ? 'as the parameter of the same name | | '
      : `${typeText(field)} | ${field.required ? 'required' : ''} | ${note(field)}`;
    const last = rows.at(-1);
    if (last?.facts === facts && last.path === path && (isKnown || field.doc === undefined)) last.names.push(full);
    else rows.push({ path, names: [full], facts });
    if (!isKnown) for (const [inside, at] of nested(field, full)) rows.push(...rowsOf(inside, `${at}.`, known));
  }
  return rows;
}

/** The objects in a parameter, with their paths: \`serial[]\`, \`contexts.*\`. */
function nested({ fields, of = [], kind }: Parameter, path: string): (readonly [Parameters, string])[] {
  if (fields) return [[fields, path]];
  const at = kind === 'list' ? `${path}[]` : kind === 'map' ? `${path}.*` : path;
  return of.flatMap((one) => nested(one, at));
}

function typeText({ kind, values, of = [], variable }: Parameter): string {
  const text = () => {
    switch (kind) {
      case 'list':
      case 'map':
        return `${kind === 'list' ? 'list' : 'object'} of ${of.map(typeText).join()}`;
      case 'either':
        return [...new Set(of.map(typeText))].join(', or ');
      default:
        return values ? values.map((value) => `\`${value}\``).join(', ') : TYPES[kind];
    }
  };
  return `${text()}${variable ? ' or placeholder' : ''}`;
}

const TYPES: Readonly<Record<Exclude<Parameter['kind'], 'list' | 'map' | 'either'>, string>> = {
  text: 'string',
  number: 'number',
  whole: 'whole number',
  bool: 'true or false',
  steps: 'list of steps',
  object: 'object',
  any: 'any value',
};

function note({ doc = '', min, max, default: usual, kind }: Parameter): string {
  const unit = kind === 'list' ? ' items' : '';
  const range =
    min === undefined
      ? max !== undefined && `Up to ${max}.`
      : max === undefined
        ? min > 0 && `${min} or more${unit}.`
        : `${min} to ${max}.`;
  return cell([doc, range, usual !== undefined && `Default \`${JSON.stringify(usual)}\`.`].filter(Boolean).join(' '));
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
