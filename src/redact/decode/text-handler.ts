import type { Edit } from '../replace/edits.js';
import type { Rule } from '../rules.js';

/** The stages that a walk runs on each decoded text: detection, and in the second pass replacement. */
export interface TextHandler {
  /** Redacts a text without nested structure. */
  plain(text: string): string;
  /** Like `plain`, for a text in which only numbers can be found by shape. */
  digits(text: string): string;
  /** Redacts a text with nested structure. At the same depth, the same text always has the same result. At depth 0, it reports a change itself. */
  nested(text: string, redact: (text: string) => string, depth: number): string;
  /** A text whose URLs are redacted apart from the text between them. A command such as `curl URL -u USER:PASSWORD` has both. */
  aroundUrls?(text: string, urls: readonly RegExpExecArray[]): void;
  /** The edits for known secrets that contain structure, which the parts of a text would not show. */
  secretEdits(text: string): readonly Edit[];
  /** The edits that `plain` would make, for a text of which only parts may change. */
  edits(text: string): readonly Edit[];
  /** The edits for known values that are still in the text. */
  remainingEdits(text: string): readonly Edit[];
  /** Redacts a value that a rule finds by its place, such as a field or a path. */
  value(rule: Rule, value: string): string;
  /** Called when a text changes. `document` has the new text in the form in which a second redaction would find it. */
  changed?(document: unknown): void;
  fieldName?(name: string): void;
}
