import { Text } from 'ink';
import type { Mode } from '../../bench/index.js';
import { leadParts, type Row } from './layout.js';
import { THEME } from './theme.js';

/** One row of the current input. */
interface PromptRowProps {
  readonly row: Row;
  readonly kind: Mode['kind'];
  /** The suggested rest of an earlier input. */
  readonly ghost: string;
}

export function PromptRow({ row, kind, ghost }: PromptRowProps) {
  const { words, sign } = leadParts(row.lead);
  return (
    <Text wrap="truncate">
      <Text color={THEME.mode[kind]} bold={kind === 'live'}>
        {words}
      </Text>
      <Text dimColor>{sign}</Text>
      {row.runs.map(({ text, style }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run is its place in the row
        <Text key={index} {...THEME.code[style]}>
          {text}
        </Text>
      ))}
      {ghost !== '' && <Text dimColor>{ghost}</Text>}
    </Text>
  );
}
