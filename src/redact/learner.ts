import { DocumentWalk } from './decode/document-walk.js';
import type { TextHandler } from './decode/text-handler.js';
import type { FieldRules } from './detect/field-rules.js';
import { type Finder, finder } from './detect/finder.js';
import { hasDigits, spot, spotSecrets } from './detect/spot.js';
import { literalsOf, type Meaning, type ValueLocation, type Values } from './detect/values.js';
import { mayEscape, viewsOf } from './encode/escapes.js';
import type { Edit } from './replace/edits.js';
import { SECRET } from './replace/replacements.js';
import { DepthCaches } from './replace/text-cache.js';
import type { Rule } from './rules.js';

const NONE: readonly never[] = [];

/** The first pass: learns all values of a document and changes nothing. */
export class Learner implements TextHandler {
  readonly #walk: DocumentWalk;
  readonly #learnt = new DepthCaches<true>();
  /** Finds the secrets that are known in advance. */
  #given: Finder<Meaning> | undefined;
  document = '';

  constructor(
    private readonly values: Values,
    ruleOf: FieldRules,
  ) {
    this.#walk = new DocumentWalk({ paths: values.policy.names, ruleOf, handler: this });
  }

  learn(document: unknown, name = this.document): void {
    this.document = name;
    this.#walk.walk(document);
  }

  plain(text: string): string {
    if (mayEscape(text)) for (const view of viewsOf(text)) this.#addShapes(view);
    else this.#addShapes(text);
    return text;
  }

  digits(text: string): string {
    return hasDigits(text) ? this.plain(text) : text;
  }

  nested(text: string, redact: (text: string) => string, depth: number): string {
    const learnt = this.#learnt.at(depth);
    if (!learnt.get(text)) redact(text);
    learnt.set(text, true);
    return text;
  }

  aroundUrls(text: string, urls: readonly RegExpExecArray[]): void {
    for (const { rule, original, start } of spotSecrets(text)) {
      const isInUrl = urls.some(({ 0: url, index }) => start >= index && start < index + url.length);
      if (!isInUrl && this.values.isOn(rule)) this.values.add(rule, original, this.#place);
    }
  }

  /** The walk removes known secrets, because parts of a text that contains one would be learnt. */
  secretEdits(text: string): readonly Edit[] {
    this.#given ??= finder(
      this.values
        .all()
        .flatMap((value) =>
          value.place === undefined && value.rule.replacement === SECRET ? literalsOf(value, false) : [],
        ),
    );
    return this.#given
      .find(text)
      .filter(({ means }) => !means.isEncoded)
      .map(({ start, end, means }) => ({
        start,
        end,
        replacement: this.values.ordinals.replacementOf(SECRET, means.value.original),
      }));
  }

  edits(text: string): readonly Edit[] {
    this.plain(text);
    return NONE;
  }

  remainingEdits(): readonly Edit[] {
    return NONE;
  }

  value(rule: Rule, value: string): string {
    const original = this.values.originalOf(rule, value);
    if (original !== undefined) this.values.add(rule, original, this.#place);
    return value;
  }

  fieldName(name: string): void {
    this.values.addFieldName(name);
  }

  #addShapes(text: string): void {
    for (const { rule, original } of spot(text, { keepLoopback: this.values.policy.keep_loopback }))
      if (this.values.isOn(rule)) this.values.add(rule, original, this.#place);
  }

  readonly #place = (): ValueLocation => ({ document: this.document, path: this.#walk.path() });
}
