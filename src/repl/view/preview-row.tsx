import { Text } from 'ink';
import { clean } from '../../show/index.js';
import { printable } from '../keys/index.js';
import { cut } from './fit.js';

const LEAD = '  = ';
/** Behind it, a secret may be incomplete and so not redacted. */
const MAX_WIDTH = 400;

interface PreviewRowProps {
  readonly text: string;
  readonly columns: number;
}

/** The value of the input, on one row below it. */
export function PreviewRow({ text, columns }: PreviewRowProps) {
  const line = printable(clean(text)).replace(/\s+/g, ' ');
  return (
    <Text dimColor wrap="truncate">
      {LEAD + cut(line, Math.min(MAX_WIDTH, columns - 1 - LEAD.length))}
    </Text>
  );
}
