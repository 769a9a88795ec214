import { Text } from 'ink';
import type { Mode } from '../../bench/index.js';
import { leadParts, type Row } from './layout.js';
import { THEME } from './theme.js';

/** One row of the input being written. */
export function PromptRow({ row, kind }: { readonly row: Row; readonly kind: Mode['kind'] }) {
  const { words, sign } = leadParts(row.lead);
  return (
    <Text wrap="truncate">
      <Text color={THEME.mode[kind]} bold={kind === 'live'}>
        {words}
      </Text>
      <Text dimColor>{sign}</Text>
      {row.text}
    </Text>
  );
}
