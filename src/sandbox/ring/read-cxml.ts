import { LimitError, nearest } from '../../util/index.js';
import type { ReadDocument, Step, StepAction } from './document.js';
import { xmlMistake } from './xml-mistake.js';

const VERBS =
  'AI Answer Connect Denoise Dial Echo Enqueue Gather Hangup Leave Pause Play Prompt Record Redirect Refer Reject Say Sms Start Stop Stream'.split(
    ' ',
  );
/** The elements that name a target inside `<Dial>`. */
const NOUNS = ['Number', 'Sip', 'Client', 'Conference', 'Queue', 'Verto'];
const MAX_STEPS = 1000;
const MAX_CHARACTERS = 2 ** 20;

export async function readCxml(text: string): Promise<ReadDocument> {
  const mistake = text.length > MAX_CHARACTERS ? tooLong(text).message : xmlMistake(text);
  if (mistake !== undefined) return { sections: {}, problems: [`cannot parse the document: ${mistake}`] };
  const { load } = await import('cheerio');
  const $ = load(text, { xml: true });
  const root = $.root().children();
  if (root.length !== 1 || root[0]?.type !== 'tag' || root[0].name !== 'Response')
    return { sections: {}, problems: ['the top-level element must be <Response>'] };
  const problems: string[] = [];
  const steps = root
    .children()
    .toArray()
    .slice(0, MAX_STEPS)
    .map((element, i): Step => {
      const node = $(element);
      const verb = element.name;
      const at = `${verb}[${i}]`;
      if (!VERBS.includes(verb)) {
        const meant = nearest(verb, VERBS);
        problems.push(`unknown verb <${verb}>${meant ? `. Did you mean <${meant}>?` : ''}`);
      }
      const attributes = node.attr() ?? {};
      const children = node
        .children()
        .toArray()
        .map((child) => ({ name: child.name, text: $(child).text().trim() }));
      return { at, verb, action: actionOf(verb, { text: node.text().trim(), attributes, children }, problems) };
    });
  return { sections: { main: steps }, problems };
}

const tooLong = ({ length }: string) =>
  new LimitError({
    what: 'The XML document',
    limit: MAX_CHARACTERS,
    actual: length,
    unit: 'characters',
    advice: 'Split it into documents that redirect to each other.',
  });

interface Element {
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly { readonly name: string; readonly text: string }[];
}

function actionOf(verb: string, { text, attributes, children }: Element, problems: string[]): StepAction {
  const method = attributes.method === 'GET' ? 'GET' : 'POST';
  switch (verb) {
    case 'Answer':
      return { kind: 'answer' };
    case 'Say':
      return { kind: 'play', what: `say: ${text}`, seconds: 0 };
    case 'Play':
      return { kind: 'play', what: text, seconds: 0 };
    case 'Pause':
      return { kind: 'play', what: 'silence', seconds: Math.min(Number(attributes.length ?? 1) || 1, 3600) };
    case 'Hangup':
      return { kind: 'hangup', reason: 'hangup' };
    case 'Reject':
      return {
        kind: 'hangup',
        reason: attributes.reason ?? 'rejected',
        refuses: attributes.reason === 'busy' ? 'busy' : 'failed',
      };
    case 'Redirect':
      if (text !== '') return { kind: 'transfer', to: text, method };
      problems.push('<Redirect> requires the URL of a document');
      return { kind: 'other', says: 'Redirect without a URL' };
    case 'Dial': {
      const named = children
        .filter(({ name }) => NOUNS.includes(name))
        .map((child) => `${child.name === 'Number' ? '' : `${child.name} `}${child.text}`);
      const to = children.length > 0 ? named : text === '' ? [] : [text];
      if (to.length > 0) return { kind: 'connect', to };
      problems.push('<Dial> requires a number, or an element such as <Number>');
      return { kind: 'other', says: 'Dial without a target' };
    }
    default:
      return { kind: 'other', says: verb };
  }
}
