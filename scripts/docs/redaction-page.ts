import { createRedactor, DEFAULT_POLICY, RULES } from '../../src/redact/index.js';
import { GENERATED } from './reference-page.js';

/** The reference page of the redaction rules. */
export function redactionPage(): string {
  const rows = RULES.map((rule) => {
    const { kind, policy, finds, example } = rule;
    const text =
      'shown' in rule && rule.shown ? rule.shown : typeof example === 'string' ? example : JSON.stringify(example);
    const key = policy === undefined ? 'always on' : `\`${policy}\``;
    return `| ${finds} | ${kind} | \`${text}\` | ${becomes(rule)} | ${key} |`;
  });
  const head = ['| finds | kind | example | value becomes | policy key |', '|---|---|---|---|---|'];
  return `${GENERATED}# Redaction rules\n\nThis page is a reference. [Redaction](../redaction.md) explains the rules and the policy keys.\n\n${[...head, ...rows].join('\n')}\n`;
}

function becomes({ kind, detector, example }: (typeof RULES)[number]): string {
  if (detector.in === 'review') return 'listed for a review';
  const known = detector.in === 'advance' ? [String(example)] : [];
  const policy = { ...DEFAULT_POLICY, cut: kind === 'word' ? known : [] };
  const redactor = createRedactor({ policy, secrets: kind === 'secret' ? known : [] });
  redactor.learn(example, 'example');
  redactor.replace(example, 'example');
  return `\`${redactor.replaced().findLast((one) => one.kind === kind)?.replacement}\``;
}
