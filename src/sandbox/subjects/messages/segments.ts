/** The characters of GSM-7, and those that take two places there. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/** How many pieces a text travels in: of 160 characters in GSM-7 or 70 in UCS-2, and a little less when they are several. */
export function segmentsOf(text: string): number {
  let places = 0;
  for (const character of text) {
    if (!BASIC.has(character) && !EXTENDED.has(character)) return pieces(text.length, 70, 67);
    places += EXTENDED.has(character) ? 2 : 1;
  }
  return pieces(places, 160, 153);
}

const pieces = (size: number, alone: number, together: number) => (size <= alone ? 1 : Math.ceil(size / together));
