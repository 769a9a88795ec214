/** The fields of a line in the form `name=value name="a text"`. Undefined for another line. */
export function logfmtIn(line: string): ReadonlyMap<string, string> | undefined {
  if (!/(?:^|\s)method="?[A-Z]+"?(?=\s)/.test(line) || !/(?:^|\s)(?:path|url|uri)=/.test(line)) return undefined;
  const fields = new Map<string, string>();
  for (const [, name = '', quoted, plain] of line.matchAll(/(?:^|\s)([\w.]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g))
    fields.set(name, quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1'));
  return fields;
}

/** What a line adds to a request of an earlier line with the same mark, such as `[c7cfb925-…]`. */
export interface AddedPart {
  readonly mark: string;
  readonly part: 'sent' | 'status' | 'received';
  readonly text: string;
}

const MARK = /\[([0-9a-f]{8}-[0-9a-f-]{27}|[\w-]*\d[\w-]{5,})\]/i;
const PARTS: readonly (readonly [AddedPart['part'], RegExp])[] = [
  ['sent', /request (?:body|payload|params)\s*[:=]\s*(.+)$/i],
  ['received', /response (?:body|payload|text)\s*[:=]\s*(.+)$/i],
  ['status', /response(?: status| code)?\s*[:=]?\s*(?:status\s*)?[:=]?\s*(\d{3})\b/i],
];

export const markIn = (line: string): string | undefined => MARK.exec(line)?.[1];

export function addedPartIn(line: string): AddedPart | undefined {
  const mark = markIn(line);
  if (mark === undefined) return undefined;
  for (const [part, pattern] of PARTS) {
    const text = pattern.exec(line)?.[1];
    if (text !== undefined) return { mark, part, text };
  }
  return undefined;
}

/** The error in the place of a status: `-> ReadTimeout`, `failed: ECONNRESET`. */
export const errorIn = (rest: string): string | undefined =>
  /(?:->|→|=>|failed:?|error[:=]?)\s*"?([A-Z][\w.]*(?:Timeout|Error|Exception|RESET|REFUSED|TIMEDOUT|NOTFOUND)\w*)/.exec(
    rest,
  )?.[1];
