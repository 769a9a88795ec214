import { compileCxml } from '../engine/cxml/compile-cxml.js';
import { MESSAGE_VERBS as CXML_MESSAGE_VERBS } from '../engine/cxml/message-verbs.js';
import { readCxml, type XmlElement } from '../engine/cxml/read-cxml.js';
import { CXML_VERBS } from '../engine/cxml/verbs/index.js';
import type { CallDocument } from '../engine/document/call-document.js';
import { compileMessage, compileSwml } from '../engine/document/compile-swml.js';
import { readSwml, yamlDocument } from '../engine/document/read-source.js';
import { unplayableSounds } from '../engine/document/step-values.js';
import { SWML_VERBS } from '../engine/verbs/index.js';
import { MESSAGE_VERBS } from '../engine/verbs/messaging/message-verbs.js';
import { isRecord } from '../request/read-json.js';
import { type CallerChoices, choicesIn, NO_CHOICES } from './caller-choices.js';
import { documentLinks, type Link } from './document-links.js';
import { allSteps, type Finding } from './finding.js';
import { linesOf } from './lines-of.js';
import { type Located, located, type SourceNode, yamlTree } from './source-tree.js';
import { unknownTargets } from './unknown-targets.js';
import { unknownVariables } from './unknown-variables.js';
import { unreachableSteps } from './unreachable-steps.js';

/** A problem of a document, and where it is in its text. */
export interface CheckedProblem {
  /** `likely` if another document, or the platform, could make it right. */
  readonly level: 'certain' | 'likely';
  readonly message: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** A link from a step to the file of another document. */
export interface DocumentLink extends Pick<CheckedProblem, 'line' | 'column'>, Pick<Link, 'url' | 'step'> {}

/** The result of a check. */
export interface CheckedDocument {
  readonly problems: readonly CheckedProblem[];
  /** Whether it is a document of calls or messages, as far as its text shows. */
  readonly isDocument: boolean;
  /** The positions of its steps, nested ones too. */
  readonly steps: readonly string[];
  /** The relative URLs that name files of other documents, such as `menu2.xml`. */
  readonly links: readonly DocumentLink[];
  /** What callers and called parties can do in it. */
  readonly choices: CallerChoices;
  /** Where a step or a parameter is written, by its position such as `main[2].prompt`. */
  positionOf(at: string): Pick<CheckedProblem, 'line' | 'column'>;
}

/** What finds problems in a document that was read. */
const CHECKS: readonly ((document: CallDocument) => readonly Finding[])[] = [
  unknownTargets,
  unknownVariables,
  unreachableSteps,
];

type Locate = (at: string | undefined) => Located;

/** Finds the problems of a document before a call runs it. */
export async function checkDocument(text: string): Promise<CheckedDocument> {
  const isXml = /^\s*</.test(text);
  const read = await (isXml ? readXml(text) : readText(text));
  if ('problem' in read) {
    const index = Math.min(read.index ?? 0, text.trimEnd().length);
    const message = read.index === undefined ? read.problem : read.problem.replace(/ in line \d+$/, '');
    const problem: CheckedProblem = { level: 'certain', message, ...lineAt(text, index) };
    const looksLike = /<Response\b/.test(text) || /["']?sections["']?\s*:/.test(text);
    return {
      problems: [problem],
      isDocument: looksLike,
      steps: [],
      links: [],
      choices: NO_CHOICES,
      positionOf: () => lineAt(text, 0),
    };
  }
  const { document, locate, isDocument } = read;
  const lines = linesOf(text);
  const positionOf = (at: string) => lines(locate(at).index);
  const own: Finding[] = [...document.problems, ...unplayableSounds(document)].map((one) => ({
    ...one,
    level: 'certain',
  }));
  const found = [...own, ...CHECKS.flatMap((check) => check(document))];
  const problems = found.map(({ level, at, word, message }): CheckedProblem => {
    const { index, end } = locate(at);
    const inside = word === undefined ? -1 : text.slice(index, end).indexOf(word);
    return { level, message, ...lines(inside === -1 ? index : index + inside) };
  });
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
  return {
    problems: unique(problems),
    isDocument,
    steps: allSteps(document).map(({ at }) => at),
    links: documentLinks(document).map(({ url, at, step }) => ({ url, step, ...positionOf(at) })),
    choices: choicesIn(document),
    positionOf,
  };
}

type Checked =
  | { readonly document: CallDocument; readonly locate: Locate; readonly isDocument: boolean }
  | { readonly problem: string; readonly index?: number };

async function readText(text: string): Promise<Checked> {
  const isJson = /^\s*\{/.test(text);
  if (isJson && text.startsWith('\uFEFF'))
    return { problem: 'the file begins with a byte order mark (U+FEFF), which JSON does not allow', index: 0 };
  const read = await readSwml(text, null);
  if ('problem' in read) return isJson ? jsonProblem(text, read.problem) : read;
  const tree = isJson ? await jsonTree(text) : await treeOfYaml(text);
  const { value } = read.source;
  const isSections = isRecord(value) && 'sections' in value;
  const call = compileSwml(value);
  const names = isSections || !isRecord(value) ? allSteps(call).map(({ name }) => name) : Object.keys(value);
  const isMessage = hasMessageVerb(names, SWML_VERBS, MESSAGE_VERBS);
  return {
    document: isMessage ? compileMessage(value) : call,
    locate: (at) => located(tree, at),
    isDocument: isSections || isMessage,
  };
}

/** Whether a document answers a message: a verb of it exists in messages only. */
const hasMessageVerb = (
  names: readonly string[],
  ofCalls: ReadonlyMap<string, unknown>,
  ofMessages: ReadonlyMap<string, unknown>,
): boolean => names.some((name) => ofMessages.has(name) && !ofCalls.has(name));

const loadJsonTree = () => import('./json-tree.js');

/** Names the first mistake in a text that is not JSON. */
async function jsonProblem(text: string, problem: string): Promise<Checked> {
  const isLimit = !/it is not JSON/.test(problem);
  const read = isLimit ? undefined : (await loadJsonTree()).readJsonTree(text);
  if (!read || !('mistake' in read)) return { problem };
  return { problem: `cannot parse the document: ${read.mistake.message}`, index: read.mistake.index };
}

const NO_TREE: SourceNode = { start: 0, end: 0 };

async function jsonTree(text: string): Promise<SourceNode> {
  const read = (await loadJsonTree()).readJsonTree(text);
  return 'tree' in read ? read.tree : NO_TREE;
}

async function treeOfYaml(text: string): Promise<SourceNode> {
  const library = await import('yaml');
  return yamlTree(library, (await yamlDocument(text)).contents);
}

async function readXml(text: string): Promise<Checked> {
  const starts = new Map<XmlElement, number>();
  const read = await readCxml(text, null, (element, index) => starts.set(element, index));
  if ('problem' in read) return read;
  const { value } = read.source;
  const elements = new Map<string, XmlElement>();
  const visit = (at: string, element: XmlElement) => elements.set(at, element);
  const names = Array.isArray(value) ? value.map(({ name }: XmlElement) => name) : [];
  const isMessage = hasMessageVerb(names, CXML_VERBS, CXML_MESSAGE_VERBS);
  return {
    document: compileCxml(value, isMessage ? CXML_MESSAGE_VERBS : undefined, visit),
    locate: (at = '') => locatedInXml(text, at, (element) => starts.get(elements.get(element) as XmlElement)),
    isDocument: true,
  };
}

/** Finds an element, or one of its attributes, such as `Gather[0].timeout`. */
function locatedInXml(text: string, at: string, startOf: (element: string) => number | undefined): Located {
  for (let element = at; element !== ''; element = element.slice(0, Math.max(0, element.lastIndexOf('.')))) {
    const start = startOf(element);
    if (start === undefined) continue;
    const end = text.indexOf('>', start);
    const attribute = at.slice(element.length + 1);
    const inside =
      attribute === '' ? -1 : text.slice(start, end).search(new RegExp(`\\s${attribute.replace(/\W/g, '\\$&')}\\s*=`));
    return { index: inside === -1 ? start : start + inside + 1, end };
  }
  return { index: Math.max(0, text.indexOf('<Response')), end: text.length };
}

const lineAt = (text: string, index: number) => linesOf(text)(index);

/** Both compilation and a check may find a problem. */
const unique = (problems: readonly CheckedProblem[]): CheckedProblem[] => [
  ...new Map(problems.map((one) => [`${one.line} ${one.message}`, one])).values(),
];
