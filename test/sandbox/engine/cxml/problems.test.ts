import { describe, expect, it } from 'vitest';
import { compileCxml } from '../../../../src/sandbox/engine/cxml/compile-cxml.js';
import { readCxml } from '../../../../src/sandbox/engine/cxml/read-cxml.js';
import { called, response } from './story.js';

async function problemsOf(text: string): Promise<readonly string[]> {
  const read = await readCxml(text, null);
  return 'problem' in read ? [read.problem] : compileCxml(read.source.value).problems.map(({ message }) => message);
}

describe('the problems of a cXML document', () => {
  it.each([
    ['<Say>', 'cannot parse the document: <Say> is not closed (12100)'],
    ['<Other/>', 'the top-level element must be <Response> (12100)'],
    ['<Response/><Response/>', 'cannot parse the document: there is more than one top-level element (12100)'],
    [
      '<!DOCTYPE r [<!ENTITY a "b">]><Response>&a;</Response>',
      'cannot parse the document: a DOCTYPE is not supported (12100)',
    ],
    [response('<Say>&nbsp;</Say>'), 'cannot parse the document: unknown entity &nbsp;: write & as &amp; (12100)'],
    [
      response(`<Say>${'x'.repeat(70_000)}</Say>`),
      'the document has 70,032 bytes; the limit is 65,536 (11750). Split it into documents that redirect to each other.',
    ],
    [
      response('<Gather>'.repeat(500) + '</Gather>'.repeat(500)),
      'cannot parse the document: the document is nested more than 100 levels deep (12100)',
    ],
    [response('<say>Hi</say>'), 'unknown verb <say>, so it is skipped (13750). Did you mean <Say>?'],
    [response('<Gether/>'), 'unknown verb <Gether>, so it is skipped (13750). Did you mean <Gather>?'],
    [response('<Number>1</Number>'), 'unknown verb <Number>, so it is skipped (13750)'],
    [
      response('<Gather numdigits="1"/>'),
      'Gather[0]: unknown attribute numdigits, which is ignored. Did you mean numDigits?',
    ],
    [
      response('<Gather numDigits="one"/>'),
      'Gather[0]: numDigits must be a whole number, so numDigits="one" is ignored',
    ],
    [
      response('<Gather input="voice"/>'),
      'Gather[0]: input[0] must be one of dtmf, speech, so input="voice" is ignored',
    ],
    [response('<Gather method="PUT"/>'), 'Gather[0]: method must be one of GET, POST, so method="PUT" is ignored'],
    [response('<Gather><Dial>1</Dial></Gather>'), 'Gather[0]: <Dial> is not allowed here, so it is skipped (13750)'],
    [
      response('<Dial><Numbr>1</Numbr></Dial>'),
      'Dial[0]: <Numbr> is not allowed here, so it is skipped (13750). Did you mean <Number>?',
    ],
    [
      response('<Dial><Number statuscallback="/a">+15035550100</Number></Dial>'),
      'Dial[0].Number[0]: unknown attribute statuscallback, which is ignored. Did you mean statusCallback?',
    ],
    [response('<Dial timeout="3">+15035550100</Dial>'), 'Dial[0]: timeout must be 5–600, so timeout="3" is ignored'],
    [response('<Redirect/>'), 'Redirect[0]: Redirect requires text'],
    [response('<Play/>'), 'Play[0]: Play requires text or digits'],
  ])('name what is wrong and what is meant: %.60s', async (text, problem) => {
    expect(await problemsOf(text)).toEqual([problem]);
  });

  it('has none in a document with comments, speech elements and escapes', async () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
      <!-- A comment -->
      <Response>text between verbs is ignored
        <Say language="en-GB">Tom &amp; Jerry <break strength="weak"/> <say-as interpret-as="digits">123</say-as></Say>
        <Gather input="speech dtmf" timeout="3"><Play>https://media.example/a.mp3</Play><Pause/></Gather>
      </Response>`;
    expect(await problemsOf(text)).toEqual([]);
  });
});

describe('a document with problems', () => {
  it('skips unknown verbs, reports them, and runs the rest', async () => {
    const { story, problems } = await called({ '/main': response('<Sey>One</Sey>', '<Say vioce="man">Two</Say>') });
    expect(story).toEqual(['Say: says "Two"']);
    expect(problems).toEqual([
      'unknown verb <Sey>, so it is skipped (13750). Did you mean <Say>?',
      'Say[1]: unknown attribute vioce, which is ignored. Did you mean voice?',
    ]);
  });

  it('does not fill in placeholders of SWML', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text of the document
    const { story } = await called({ '/main': response('<Say>It costs ${price} or %{x}</Say>') });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text of the document
    expect(story).toEqual(['Say: says "It costs ${price} or %{x}"']);
  });

  it('requests no document without end', async () => {
    const { problems, ended, requests } = await called({ '/main': response('<Redirect>/main</Redirect>') });
    expect(ended).toBe('stopped: too many transfers');
    expect(requests.length).toBeLessThanOrEqual(102);
    expect(problems.at(-1)).toContain('more than 100 transfers');
  });
});
