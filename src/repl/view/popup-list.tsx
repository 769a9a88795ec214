import { Box, Text } from 'ink';
import type { PopupPicture } from './popup-rows.js';
import { THEME } from './theme.js';

/** The suggestions under the prompt. */
export function PopupList({ picture }: { readonly picture: PopupPicture }) {
  return (
    <Box flexDirection="column" paddingLeft={picture.indent}>
      {picture.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <Text key={index} wrap="truncate" {...(row.isChosen && { color: THEME.chosen })}>
          <Text bold={row.isChosen}>{`${row.isChosen ? '▸' : ' '} ${row.name}`}</Text>
          <Text dimColor={!row.isChosen}>{row.detail}</Text>
          <Text dimColor>{row.kind}</Text>
        </Text>
      ))}
      <Text dimColor wrap="truncate">{`  ${picture.footer}`}</Text>
    </Box>
  );
}
