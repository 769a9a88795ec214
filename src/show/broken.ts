import stringWidth from 'string-width';
import type { CodeLanguage } from '../util/index.js';

const INDENT = 2;

/** Breaks a line of code only where it keeps its meaning. A piece without such a place is not broken. */
export function brokenCode(line: string, width: number, language: CodeLanguage): string[] {
  const margin = ' '.repeat((/^ */.exec(line)?.[0].length ?? 0) + INDENT);
  const goesOn = language === 'shell' ? ' \\' : '';
  const lines: string[] = [];
  let row = '';
  for (const piece of piecesOf(line, language)) {
    const isFull = stringWidth(row + piece.trimEnd() + goesOn) > width;
    if (isFull && row.trim() !== '') {
      lines.push(row.trimEnd() + goesOn);
      row = margin + piece.trimStart();
    } else row += piece;
  }
  // The last line needs no continuation sign.
  return [...lines, row];
}

/** Splits after spaces and, in TypeScript, also after opening brackets. Never splits inside quotes. */
function piecesOf(line: string, language: CodeLanguage): string[] {
  const ends = language === 'shell' ? ' ' : ' ([{';
  const quotes = language === 'shell' ? '\'"' : '\'"`';
  const pieces: string[] = [];
  let from = 0;
  let quote: string | undefined;
  for (let index = 0; index < line.length; index++) {
    const letter = line[index] as string;
    if (letter === '\\') index++;
    else if (quote !== undefined) quote = letter === quote ? undefined : quote;
    else if (quotes.includes(letter)) quote = letter;
    else if (ends.includes(letter) && line[index + 1] !== ' ') {
      pieces.push(line.slice(from, index + 1));
      from = index + 1;
    }
  }
  return [...pieces, line.slice(from)];
}

/** Breaks a line anywhere, because it has a word that is longer than the line, such as a URL. */
export function brokenWords(text: string, width: number): string[] {
  if (stringWidth(text) <= width) return [text];
  const lines: string[] = [''];
  for (const char of text) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && stringWidth(last + char) > width) lines.push(char);
    else lines[lines.length - 1] = last + char;
  }
  return lines;
}
