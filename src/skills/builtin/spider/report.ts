import { type CrawledPage, type CrawlResult, type CrawlSettings, cutMiddle, type ReadPage } from '../../index.js';

/** Minimum length of a page in a crawl report. A caller waits while the model reads the report. */
const LEAST_OF_A_PAGE = 300;
const PAGES_AT_FULL_LENGTH = 4;

export function pageReport({ url, title, text, length }: ReadPage): string {
  if (text.trim() === '') return `${url} has no text.`;
  const cut = text.length < length ? `, shortened to ${text.length}` : '';
  return `${heading(title, url)} (${characters(length)}${cut}):\n\n${text}`;
}

export function dataReport({ url, status, title, data = {} }: ReadPage): string {
  return JSON.stringify({ url, status_code: status, title, data }, null, 2);
}

/** Formats a crawl for the model: pages with their share of the length, failed pages, and remaining links. */
export function crawlReport(result: CrawlResult, settings: CrawlSettings): string {
  const { pages, failed, waiting, isLate, start } = result;
  if (pages.length === 0) {
    const [first] = failed;
    return `I could not read ${start}: ${first?.reason ?? 'it took too long'}.`;
  }
  const share = Math.max(
    LEAST_OF_A_PAGE,
    Math.floor((settings.max_text_length * PAGES_AT_FULL_LENGTH) / Math.max(pages.length, PAGES_AT_FULL_LENGTH)),
  );
  const all = pages.map((page, index) => `${index + 1}. ${pageEntry(page, share)}`);
  const notes = [
    ...(failed.length > 0 ? [`Not read: ${failed.map(({ url, reason }) => `${url} (${reason})`).join('; ')}.`] : []),
    ...(waiting > 0 ? [`${waiting} more links were found but not followed.`] : []),
    ...(isLate ? ['The crawl was stopped because it took too long.'] : []),
  ];
  const total = pages.reduce((sum, { length }) => sum + length, 0);
  const summary = `Read ${count(pages.length, 'page')} of ${start}, ${characters(total)} in total.`;
  return [summary, ...all, ...notes].join('\n\n');
}

function pageEntry({ url, title, depth, length, text }: CrawledPage, share: number): string {
  const away = depth === 0 ? 'the first page' : `${count(depth, 'link')} away`;
  return `${heading(title, url)} (${away}, ${characters(length)}):\n${text.trim() === '' ? '(no text)' : cutMiddle(text, share)}`;
}

const heading = (title: string, url: string) => (title ? `${title.slice(0, 200)} – ${url}` : url);
const characters = (length: number) => count(length, 'character');
const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;
