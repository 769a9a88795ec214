import { type Block, under } from './piece.js';

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
/** A line of `=` or `-` makes the line above it a heading. TITLE excludes list items, quotations and fences. */
const UNDERLINE = /^ {0,3}(?:(=+)|-+)\s*$/;
const TITLE = /^ {0,3}(?![ >|<]|[-*+] |\d+[.)] |`{3}|~{3})(?=.*[\p{L}\p{N}]).{1,100}$/u;
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;

export function markdownBlocks(text: string): Block[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const blocks: Block[] = [];
  let headings: string[] = [];
  for (let index = afterFrontMatter(lines); index < lines.length; ) {
    const line = lines[index] as string;
    const heading = HEADING.exec(line);
    if (heading) {
      const [, marks = '', title = ''] = heading;
      headings = under(headings, marks.length, title);
      blocks.push({ kind: 'heading', text: line.trim(), start: index + 1, end: index + 1, headings });
      index++;
      continue;
    }
    const underlined = underlinedHeading(lines, index);
    if (underlined) {
      headings = under(headings, underlined.level, underlined.title);
      const text = `${'#'.repeat(underlined.level)} ${underlined.title}`;
      blocks.push({ kind: 'heading', text, start: index + 1, end: index + 2, headings });
      index += 2;
      continue;
    }
    const [, fence, language = ''] = FENCE.exec(line) ?? [];
    const end = fence ? endOfCode(lines, index, fence) : endOfParagraph(lines, index, true);
    const content = lines.slice(index, end).join('\n').trimEnd();
    if (content.trim() !== '') {
      const place = { start: index + 1, end, headings };
      blocks.push(
        fence ? { kind: 'code', text: content, ...place, language } : { kind: 'text', text: content, ...place },
      );
    }
    index = Math.max(end, index + 1);
  }
  return blocks;
}

export function plainBlocks(text: string): Block[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; ) {
    const end = endOfParagraph(lines, index, false);
    const content = lines.slice(index, end).join('\n').trimEnd();
    if (content.trim() !== '') blocks.push({ kind: 'text', text: content, start: index + 1, end, headings: [] });
    index = Math.max(end, index + 1);
  }
  return blocks;
}

/** A longer line is part of a paragraph: strategies drop headings, and its text could not be found. */
function underlinedHeading(lines: readonly string[], at: number): { level: number; title: string } | undefined {
  const line = lines[at] as string;
  const [underline, isFirst] = UNDERLINE.exec(lines[at + 1] ?? '') ?? [];
  if (underline === undefined || !TITLE.test(line)) return undefined;
  return { level: isFirst ? 1 : 2, title: line.trim() };
}

function endOfParagraph(lines: readonly string[], start: number, isMarkdown: boolean): number {
  let end = start;
  while (end < lines.length && (lines[end] as string).trim() !== '') {
    const line = lines[end] as string;
    if (isMarkdown && end > start && (HEADING.test(line) || FENCE.test(line))) break;
    end++;
  }
  return end;
}

function endOfCode(lines: readonly string[], start: number, fence: string): number {
  for (let index = start + 1; index < lines.length; index++) {
    const line = (lines[index] as string).trim();
    if (line.startsWith(fence) && line.replaceAll(fence[0] as string, '') === '') return index + 1;
  }
  return lines.length;
}

function afterFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  return end + 1;
}
