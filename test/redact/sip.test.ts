import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, redactDocuments, undecidedIn } from '../../src/redact/index.js';

function redact(text: string, policy = DEFAULT_POLICY): string {
  const placed = { place: 'entry 1', document: { text } };
  const { gate } = redactDocuments([placed], { policy });
  gate.check(placed.document, placed.document.text, 'entry 1');
  return placed.document.text;
}

describe('a SIP address', () => {
  it.each([
    ['with a display name', '"Ann Example" <sip:ann@corp.org>', '"Name1" <sip:user1@example.com>'],
    [
      'with a display name in JSON',
      '{"from":"\\"Ann Example\\" <sip:ann@corp.org>"}',
      '{"from":"\\"Name1\\" <sip:user1@example.com>"}',
    ],
    [
      'whose display name is used elsewhere',
      'Ann Example called. From: "Ann Example" <sips:ann@corp.org>',
      'Name1 called. From: "Name1" <sips:user1@example.com>',
    ],
    [
      'whose display name is a number',
      '"+12065551234" <sip:+12065551234@gw.corp.org>',
      '"+12005550100" <sip:+12005550100@host1.example.com>',
    ],
    [
      'with a display name and a number to dial',
      '"Ann Example" <tel:+12065551234;ext=5>',
      '"Name1" <tel:+12005550100;ext=5>',
    ],
    ['with a user and a password', 'sip:ann:pw@host', 'sip:user1@example.com'],
    [
      'with a user and a password, encrypted',
      'sips:ann:s3cret!word@corp.org;transport=tls',
      'sips:user1@example.com;transport=tls',
    ],
    [
      'with a number and a password',
      'sip:+12065551234:opensesame@gw.corp.org',
      'sip:+12005550100:secret_1@host1.example.com',
    ],
    ['with escapes', 'sip%3Aann%3Apw%40corp.org', 'sip%3Auser1%40example.com'],
  ])('%s is redacted', (_what, text, redacted) => {
    expect(redact(text)).toBe(redacted);
    expect(redact(redacted)).toBe(redacted);
  });

  it('keeps its display name where the policy keeps SIP addresses', () => {
    const text = '"Ann Example" <sip:ann@corp.org>';
    expect(redact(text, { ...DEFAULT_POLICY, sip: false, email: false })).toBe(text);
  });
});

it.each([
  ['tel:+1-206-555-1234;ext=55', 'tel:+1-200-555-0100;ext=55'],
  ['tel:2065551234', 'tel:2005550100'],
  ['tel:206.555.1234;phone-context=+1', 'tel:200.555.0100;phone-context=+1'],
  ['TEL:0049301234567', 'TEL:0049000000000'],
  ['hotel:2065551234', 'hotel:2065551234'],
])('%s is a number to dial', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
  expect(redact(redacted)).toBe(redacted);
});

describe('possible names and hosts', () => {
  const listed = (document: unknown, keep?: readonly string[]) =>
    undecidedIn([{ place: 'entry 1', document }], keep).map(({ kind, text, count }) => `${kind} ${text} ${count}`);

  it('is listed: hosts of addresses', () => {
    const document = {
      url: 'https://Api.Corp.org/x?y=https%3A',
      note: ['see wss://u:p@stream.corp.org:8080/ and https://api.corp.org', 'tel:555;phone-context=pbx.corp.org'],
    };
    expect(listed(document)).toEqual(['host api.corp.org 2', 'host pbx.corp.org 1', 'host stream.corp.org 1']);
  });

  it('is listed: names in the text of a message', () => {
    expect(listed({ body: 'Hi Ann, this is Bob Sample. Ask Grace Hopper or Łukasz Żak.' }).sort()).toEqual([
      'name Ann 1',
      'name Bob Sample 1',
      'name Grace Hopper 1',
      'name Łukasz Żak 1',
    ]);
    expect(listed('Ann <sip:user1@example.com>')).toEqual(['name Ann 1']);
  });

  it('is listed: names in the names of resources, without the ending', () => {
    expect(listed({ name: "Jane Roe's line" })).toEqual(['name Jane Roe 1']);
    expect(listed({ name: 'Jane’s direct line' })).toEqual(['name Jane 1']);
    expect(listed({ name: "Today's special" })).toEqual([]);
    expect(listed({ name: "the agent's line" })).toEqual([]);
  });

  it('does not list reserved hosts or values that the policy keeps', () => {
    const document = [
      'https://h.invalid/ https://host1.example.com http://localhost:80/ https://a.test',
      'Content Type, Not Found, On Monday Morning, secret_1, Name1, user1@example.com',
    ];
    expect(listed(document)).toEqual([]);
    expect(listed('Hi Ann, see https://corp.org', ['ann', 'corp.org'])).toEqual([]);
  });
});
