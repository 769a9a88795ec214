import type { TextHandler } from '../decode/text-handler.js';
import type { FieldRules } from '../detect/field-rules.js';
import { RESERVED } from '../encode/code-literals.js';
import { applyAll, applyEdits, type Edit } from '../replace/edits.js';
import { ruleIn } from '../rules.js';
import { applyEditsToCode, applyEditsToSource, CodeText, partsOf, throughLiterals, throughSeparated } from './code.js';
import { secretsIn } from './secrets-in-code.js';

interface CodeContext {
  readonly handler: TextHandler;
  readonly ruleOf: FieldRules;
  readonly literal: (text: string) => string;
}

const CODE_RULE = ruleIn('code');

/** Redacts typed code. It redacts each literal separately, so that code that parsed before still parses. */
export function redactCode(source: string, context: CodeContext): string {
  const { handler, literal } = context;
  let code = applyEditsToCode(new CodeText(source), handler.secretEdits(source));
  const secrets = secretsIn(code).map((one) => ({ ...one, replacement: handler.value(CODE_RULE, one.value) }));
  code = applyEditsToCode(
    code,
    secrets.filter((one) => one.replacement !== one.value),
  );
  code = throughLiterals(code, literal);
  code = throughSeparated(code, (digits) => applyEdits(digits, handler.edits(digits)));
  code = applyEditsToCode(
    code,
    [...partsOf(code)].flatMap((one) => (one.kind === 'bare' ? editsBetween(one.text, one.start, context) : [])),
  );
  return applyAll(code.source, (left) => handler.remainingEdits(left), applyEditsToSource);
}

function editsBetween(text: string, offset: number, { handler, ruleOf }: CodeContext): Edit[] {
  const assigned = [...text.matchAll(ASSIGNMENT)].flatMap(({ 0: all, 1: field = '', 2: value = '', index }) => {
    const rule = ruleOf(field);
    if (rule?.detector.value !== 'whole' || RESERVED.has(value)) return [];
    const changed = handler.value(rule, value);
    const end = index + all.length;
    return changed === value ? [] : [{ start: end - value.length, end, replacement: changed }];
  });
  const others = handler
    .edits(text)
    .filter((one) => !assigned.some(({ start, end }) => start < one.end && one.start < end));
  return [...assigned, ...others]
    .sort((a, b) => a.start - b.start)
    .map((edit) => ({ start: edit.start + offset, end: edit.end + offset, replacement: edit.replacement }));
}

const ASSIGNMENT = /(?<![\w$.-])([A-Za-z_][\w-]{1,63})=(\w{6,})(?![\w$.([=?])/g;
