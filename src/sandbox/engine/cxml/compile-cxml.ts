import { nearest } from '../../../util/index.js';
import { isRecord } from '../../request/read-json.js';
import type { CallDocument, DocumentProblem, Step } from '../document/call-document.js';
import type { Parameters } from '../verbs/parameters.js';
import { itemOf, readParameters } from '../verbs/read-parameters.js';
import type { AnyVerb } from '../verbs/verb.js';
import type { XmlElement } from './read-cxml.js';
import { CXML_VERBS } from './verbs/index.js';

/** Elements of speech, which are part of the text. */
const SPEECH = 'break emphasis lang p phoneme prosody s say-as speak sub w'.split(' ');

/** The verbs that can be prompts of another verb. */
export const PROMPT_VERBS = ['Say', 'Play', 'Pause'] as const;

/** Derives the steps of a cXML document, validates them, and names every problem. */
export function compileCxml(
  source: unknown,
  verbs: ReadonlyMap<string, AnyVerb> = CXML_VERBS,
  visit: Visit = () => {},
): CallDocument {
  const compiler = new Compiler(verbs, visit);
  const elements = Array.isArray(source) ? source.filter(isElement) : [];
  compiler.list('main', '', elements, [...verbs.keys()]);
  const { lists, problems } = compiler;
  return { language: 'cxml', sections: new Set(['main']), lists, problems, isFatal: false };
}

/** Is called with each element and its position. */
export type Visit = (at: string, element: XmlElement) => void;

type Declared = Pick<AnyVerb, 'name' | 'oneOf'> & { readonly parameters: Parameters };

class Compiler {
  readonly lists = new Map<string, readonly Step[]>();
  readonly problems: DocumentProblem[] = [];

  constructor(
    readonly verbs: ReadonlyMap<string, AnyVerb>,
    readonly visit: Visit,
  ) {}

  /** Adds the steps of some elements. Unknown elements and those that are not allowed there are skipped. */
  list(key: string, before: string, elements: readonly XmlElement[], allowed: readonly string[]): void {
    const steps = elements.flatMap((element, i): Step[] => {
      const at = `${before}${element.name}[${i}]`;
      this.visit(at, element);
      const verb = allowed.includes(element.name) ? this.verbs.get(element.name) : undefined;
      if (verb) return [this.#step(verb, element, at)];
      this.#stranger(element.name, allowed, before, at);
      return [];
    });
    this.lists.set(key, steps);
  }

  #stranger(name: string, allowed: readonly string[], before: string, at: string): void {
    const meant = nearest(name, allowed) ?? allowed.find((one) => one.toLowerCase() === name.toLowerCase());
    const where = before === '' ? `unknown verb <${name}>` : `${before.slice(0, -1)}: <${name}> is not allowed here`;
    const message = `${where}, so it is skipped (13750)${meant ? `. Did you mean <${meant}>?` : ''}`;
    this.problems.push({ at, message });
  }

  #step(verb: AnyVerb, element: XmlElement, at: string): Step {
    const params = this.#values(verb.parameters, element, at);
    const problems = problemsOf(verb, params).map((one) => `${at}: ${one}`);
    this.problems.push(...problems.map((message) => ({ at, message })));
    return { at, name: element.name, verb, params, problems };
  }

  /** The attributes, the text and the nested elements as parameters. */
  #values(fields: Parameters, element: XmlElement, at: string): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(element.attributes)) this.#attribute(values, fields, name, value, at);
    if (fields.text && element.text !== '') values.text = element.text;
    const steps: XmlElement[] = [];
    for (const [index, child] of element.children.entries()) {
      const field = fields[child.name];
      if (field?.kind === 'list') {
        const before = values[child.name];
        const list = Array.isArray(before) ? before : [];
        const place = `${at}.${child.name}[${list.length}]`;
        this.visit(place, child);
        values[child.name] = [...list, this.#values(itemOf(field).fields ?? {}, child, place)];
      } else if (fields.prompts) steps.push(child);
      else if (!SPEECH.includes(child.name)) {
        const place = `${at}.${child.name}[${index}]`;
        this.visit(place, child);
        this.#stranger(child.name, nouns(fields), `${at}.`, place);
      }
    }
    if (fields.prompts) {
      values.prompts = `${at}.prompts`;
      this.list(`${at}.prompts`, `${at}.`, steps, PROMPT_VERBS);
    }
    return values;
  }

  /** An unknown or invalid attribute is ignored. */
  #attribute(values: Record<string, unknown>, fields: Parameters, name: string, value: string, at: string): void {
    const field = name === 'text' || nouns(fields).includes(name) ? undefined : fields[name];
    if (!field || field.kind === 'steps') {
      const names = Object.keys(fields).filter((one) => one !== 'text' && !nouns(fields).includes(one));
      const meant = nearest(name, names) ?? names.find((one) => one.toLowerCase() === name.toLowerCase());
      const message = `${at}: unknown attribute ${name}, which is ignored${meant ? `. Did you mean ${meant}?` : ''}`;
      this.problems.push({ at: `${at}.${name}`, message });
      return;
    }
    const given = field.kind === 'list' ? value.split(/\s+/).filter((one) => one !== '') : value;
    const [problem] = problemsOf({ name: '', parameters: { [name]: field } }, { [name]: given });
    if (problem === undefined) values[name] = given;
    else
      this.problems.push({
        at: `${at}.${name}`,
        message: `${at}: ${problem}, so ${name}=${JSON.stringify(value)} is ignored`,
      });
  }
}

/** The nested elements that a declaration allows. Their names begin with an upper-case letter. */
const nouns = (fields: Parameters): string[] => Object.keys(fields).filter((name) => /^[A-Z]/.test(name));

function problemsOf(declared: Declared, params: Readonly<Record<string, unknown>>): readonly string[] {
  const { problems } = readParameters(declared as unknown as AnyVerb, params, { isText: true }); // It reads only what is declared.
  return problems.map(({ message }) => message.replace(/^\./, ''));
}

const isElement = (value: unknown): value is XmlElement =>
  isRecord(value) && typeof value.name === 'string' && Array.isArray(value.children) && isRecord(value.attributes);
