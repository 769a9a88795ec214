import { limitText, SIZE_LIMITS } from '../../src/util/index.js';
import { GENERATED } from './reference-page.js';

/** The reference page of the sizes that Patchbay reads and records. */
export function limitsPage(): string {
  const rows = Object.values(SIZE_LIMITS).map((limit) => `| ${limit.of} | ${limitText(limit)} |`);
  const about =
    'This page is a reference. A larger file, line or body is refused, and the error names the limit. A pipe, a device and a folder are refused before they are read. 1 Ki is 1,024, and 1 Mi is 1,048,576.';
  return `${GENERATED}# Size limits\n\n${about}\n\n${['| what | limit |', '|---|---|', ...rows].join('\n')}\n`;
}
