/** Removes characters that the editor cannot show: control characters except newline and tab, and direction marks. */
export function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/g, '');
}
