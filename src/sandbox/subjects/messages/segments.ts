/** The characters of GSM-7. Those in `EXTENDED` count as two. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/** A single segment has up to 160 GSM-7 or 70 UCS-2 characters, and each of several up to 153 or 67. */
export function segmentsOf(text: string): number {
  let length = 0;
  for (const character of text) {
    if (!BASIC.has(character) && !EXTENDED.has(character)) return segmentCount(text.length, 70, 67);
    length += EXTENDED.has(character) ? 2 : 1;
  }
  return segmentCount(length, 160, 153);
}

const segmentCount = (size: number, alone: number, together: number) =>
  size <= alone ? 1 : Math.ceil(size / together);
