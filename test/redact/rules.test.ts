import { describe, expect, it } from 'vitest';
import { redactionPage } from '../../scripts/docs/redaction-page.js';
import {
  createRedactor,
  DEFAULT_POLICY,
  type Policy,
  RULES,
  redactDocuments,
  SWITCHES,
  undecidedIn,
} from '../../src/redact/index.js';
import { PolicyFile } from '../../src/redact/policy/policy.js';

type Row = (typeof RULES)[number];

function kindsIn({ detector, example, kind }: Row, changes: Partial<Policy> = {}): string[] {
  const isGiven = detector.in === 'advance';
  const policy = { ...DEFAULT_POLICY, ...(isGiven && kind === 'word' && { cut: [example as string] }), ...changes };
  const redactor = createRedactor({ policy, secrets: isGiven && kind === 'secret' ? [String(example)] : [] });
  redactor.learn(example, 'entry 1');
  redactor.replace(example, 'entry 1');
  return redactor.replaced().map((one) => one.kind);
}

const replacing = RULES.filter(({ detector }) => detector.in !== 'review').map((rule) => [rule.finds, rule] as const);
const suggesting = RULES.filter(({ detector }) => detector.in === 'review').map((rule) => [rule.finds, rule] as const);

describe('the table of redaction rules', () => {
  it.each(replacing)('has an example that is redacted: %s', (_finds, rule) => {
    expect(kindsIn(rule)).toContain(rule.kind);
  });

  it.each(suggesting)('has an example that a dry run lists: %s', (_finds, { kind, example }) => {
    const listed = undecidedIn([{ place: 'entry 1', document: example }]);
    expect(listed.map((one) => one.kind)).toContain(kind);
  });

  it.each(replacing)('has a policy key that turns the rule off: %s', (_finds, rule) => {
    const { policy, kind } = rule;
    if (policy === undefined) return expect(kind).toBe('secret');
    const off = policy === 'names' || policy === 'cut' ? [] : false;
    expect(kindsIn(rule, { [policy]: off })).not.toContain(kind);
  });

  it.each(replacing)('has a replacement that a second redaction keeps: %s', (_finds, { example, replacement }) => {
    expect(replacement.isReplacement(replacement.write('12065551234', 0))).toBe(true);
    const once = { place: 'entry 1', document: structuredClone<unknown>(example) };
    redactDocuments([once]);
    const twice = { place: 'entry 1', document: structuredClone(once.document) };
    redactDocuments([twice]);
    expect(twice.document).toEqual(once.document);
  });

  it('is the only source of policy keys and of the reference page', () => {
    const keys = new Set(RULES.flatMap(({ policy }) => policy ?? []));
    const settings = ['keep_loopback', 'secret_fields', 'keep'];
    expect(Object.keys(PolicyFile.shape).sort()).toEqual([...keys, ...settings].sort());
    expect(Object.keys(DEFAULT_POLICY).sort()).toEqual([...keys, ...settings].sort());
    expect(SWITCHES.filter((key) => !keys.has(key))).toEqual([]);
    const page = redactionPage();
    expect(RULES.filter(({ finds }) => !page.includes(`| ${finds} |`))).toEqual([]);
  });
});
