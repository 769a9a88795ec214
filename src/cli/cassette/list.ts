import { openCassette } from '../../cassette/index.js';
import { cleanLine } from '../../show/index.js';

/** Returns one line per file with its origin and number of exchanges. */
export function list(files: readonly string[]): string {
  return files
    .map((file) => {
      const { header, entries, warnings } = openCassette(file);
      const http = entries.filter(({ kind }) => kind === 'http').length;
      const about = [
        `${http} ${http === 1 ? 'exchange' : 'exchanges'}`,
        `origin ${header.origin}`,
        header.tool,
        header.redaction,
      ];
      return [
        `${cleanLine(file)}: ${about.map(cleanLine).join(' · ')}`,
        ...warnings.map((warning) => `  ${cleanLine(warning)}`),
      ].join('\n');
    })
    .join('\n');
}
