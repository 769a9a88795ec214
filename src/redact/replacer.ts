import { DocumentWalk } from './decode/document-walk.js';
import type { TextHandler } from './decode/text-handler.js';
import type { Detector, Mark } from './detect/detector.js';
import type { FieldRules } from './detect/field-rules.js';
import { hasDigits } from './detect/spot.js';
import type { Value, ValueLocation, Values } from './detect/values.js';
import { applyAll, applyEdits, type Edit } from './replace/edits.js';
import { PHONE } from './replace/replacements.js';
import { DepthCaches } from './replace/text-cache.js';
import type { Rule } from './rules.js';

interface ReplacerOptions {
  readonly values: Values;
  readonly detector: Detector;
  readonly ruleOf: FieldRules;
  /** Called when a text changes, with the new text in the form in which a second redaction would find it. */
  readonly onChange: (document: unknown) => void;
}

interface Result {
  readonly text: string;
  readonly used: readonly Value[];
}

const NONE: readonly never[] = [];

export class Replacer implements TextHandler {
  readonly #values: Values;
  readonly #detector: Detector;
  readonly changed: (document: unknown) => void;
  readonly #walk: DocumentWalk;
  readonly #results = new DepthCaches<Result>();
  #used: Value[] = [];
  #clean = '';

  constructor({ values, detector, ruleOf, onChange }: ReplacerOptions) {
    this.#values = values;
    this.#detector = detector;
    this.changed = onChange;
    this.#walk = new DocumentWalk({ paths: values.policy.names, ruleOf, handler: this });
  }

  replace(document: unknown): unknown {
    this.#used = [];
    return this.#walk.walk(document);
  }

  plain(text: string): string {
    const marks = this.#detector.marks(text);
    if (marks.length > 0) return this.#apply(text, marks);
    this.#clean = text;
    return text;
  }

  digits(text: string): string {
    if (!hasDigits(text) && !this.#values.numbers.mayBeIn(text)) return this.#remaining(text);
    const marks = this.#detector.marks(text);
    return marks.length === 0 ? text : this.#apply(text, marks);
  }

  nested(text: string, redact: (text: string) => string, depth: number): string {
    const cache = this.#results.at(depth);
    const known = cache.get(text);
    if (known) {
      for (const value of known.used) this.#count(value);
      return known.text;
    }
    const from = this.#used.length;
    const redacted = redact(text);
    const after = redacted === this.#clean ? redacted : this.#remaining(redacted);
    cache.set(text, { text: after, used: this.#used.length > from ? this.#used.slice(from) : NONE });
    if (depth === 0 && after !== text) this.changed(after);
    return after;
  }

  secretEdits(text: string): readonly Edit[] {
    return this.#edits(text, this.#detector.structuralMarks(text));
  }

  edits(text: string): readonly Edit[] {
    return this.#edits(text, this.#detector.marks(text));
  }

  remainingEdits(text: string): readonly Edit[] {
    return this.#edits(text, this.#detector.knownMarks(text));
  }

  #remaining(text: string): string {
    return applyAll(text, (left) => this.remainingEdits(left));
  }

  value(rule: Rule, text: string): string {
    const original = this.#values.originalOf(rule, text);
    const value = original === undefined ? undefined : this.#values.get(rule, original);
    if (value) {
      this.#count(value);
      return spelledLike(value, text);
    }
    // A value that is already a replacement may contain a known secret as well.
    return rule.replacement === PHONE ? text : this.#remaining(text);
  }

  /** A place for a report. Field names are redacted, because they may be numbers or addresses. */
  describe({ document, path }: ValueLocation): string {
    const field = path.map(shortName).join('.');
    if (field === '') return document;
    const edits = this.#detector.marks(field).map((mark) => editOf(field, mark));
    return `${document}: ${applyEdits(field, edits)}`;
  }

  #apply(text: string, marks: readonly Mark[]): string {
    return applyEdits(text, this.#edits(text, marks));
  }

  #edits(text: string, marks: readonly Mark[]): readonly Edit[] {
    return marks.map((mark) => {
      this.#count(mark.value);
      return editOf(text, mark);
    });
  }

  #count(value: Value): void {
    value.count++;
    this.#used.push(value);
  }
}

function editOf(text: string, { start, end, value, isEncoded, decoded }: Mark): Edit {
  const spelled = (value.rule.replacement === PHONE && decoded) || text.slice(start, end);
  return { start, end, replacement: isEncoded ? encodedLike(value) : spelledLike(value, spelled) };
}

const spelledLike = ({ rule, original, replacement }: Value, spelled: string): string =>
  rule.replacement.respell?.(spelled, original, replacement) ?? replacement;

/** A replacement with characters that are valid in base64 and hexadecimal text. */
const encodedLike = ({ replacement }: Value): string => replacement.replace(/@.*$/s, '').replace(/[^\w-]/g, '_');

/** A long name is not shortened, because half of a value would not be recognized. */
const shortName = (name: string | number) => (typeof name === 'string' && name.length > 200 ? '(a long name)' : name);
