/** Text as it may stand in the editor: no control characters but newline and tab, nothing that reorders the line. */
export function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/g, '');
}
