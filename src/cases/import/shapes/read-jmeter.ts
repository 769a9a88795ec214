import { requestOf } from '../draft-request.js';
import { type FoundRequest, headerIn, type Importer, ignoredNote, type ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { decodedEntities } from '../text/html-mail.js';

const SAMPLE = /<httpSample\b([^>]{0,4000})>/g;
const END = '</httpSample>';

/** Reads the results of JMeter as XML. Its CSV has no method, so a row of it is not a request. */
export const jmeter: Importer = {
  name: 'jmeter',
  title: 'results of JMeter',
  isStructured: true,
  summary: 'results of JMeter as XML (JTL)',
  accepts: (text) => /<testResults\b/.test(text.slice(0, MAX_HEAD)) && text.includes('<httpSample'),
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    let ignored = 0;
    const samples = [...text.matchAll(SAMPLE)];
    const requests = samples.flatMap((sample, i): FoundRequest[] => {
      const start = sample.index + sample[0].length;
      const next = samples[i + 1]?.index ?? text.length;
      const own = text.slice(start, next);
      const inner = own.slice(0, own.indexOf(END) < 0 ? undefined : own.indexOf(END));
      const attributes = sample[1] ?? '';
      const request = requestOf(
        {
          place: `${file}, sample ${i + 1}`,
          method: elementIn(inner, 'method') ?? '',
          address: elementIn(inner, 'java.net.URL') ?? '',
          type: headersIn(elementIn(inner, 'requestHeader')).get('content-type'),
          sent: elementIn(inner, 'queryString'),
          status: Number(attributeIn(attributes, 'rc')),
          headers: Object.fromEntries(headersIn(elementIn(inner, 'responseHeader'))),
          received: elementIn(inner, 'responseData'),
          error: attributeIn(attributes, 'rm'),
          startedMs: Number(attributeIn(attributes, 'ts') ?? Number.NaN),
        },
        credentials,
      );
      if (!request) ignored++;
      return request ? [request] : [];
    });
    return { requests, problems: ignoredNote(file, ignored, 'record'), credentials: credentials.values };
  },
};

const MAX_HEAD = 2000;

const attributeIn = (attributes: string, name: string): string | undefined => {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : decodedEntities(value);
};

/** The text of the first element with a name. */
function elementIn(xml: string, name: string): string | undefined {
  const start = new RegExp(`<${name.replaceAll('.', '\\.')}(?:\\s[^>]{0,400})?>`).exec(xml);
  const end = start ? xml.indexOf(`</${name}>`, start.index) : -1;
  return start && end >= 0 ? decodedEntities(xml.slice(start.index + start[0].length, end)) : undefined;
}

const headersIn = (text = ''): ReadonlyMap<string, string> =>
  new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const header = headerIn(line);
      return header ? [header] : [];
    }),
  );
