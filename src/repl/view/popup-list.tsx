import { Box, Text } from 'ink';
import type { PopupPicture } from './popup-rows.js';
import { THEME } from './theme.js';

/** The list of suggestions below the prompt. */
export function PopupList({ picture }: { readonly picture: PopupPicture }) {
  return (
    <Box flexDirection="column">
      {picture.head.map(({ text, doc }) => (
        <Text key={text} wrap="truncate">
          {`  ${text}`}
          <Text dimColor>{doc}</Text>
        </Text>
      ))}
      {picture.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <Text key={index} wrap="truncate" {...(row.isChosen && { color: THEME.chosen })}>
          {' '.repeat(picture.indent)}
          <Text bold={row.isChosen}>{`${row.isChosen ? '▸' : ' '} ${row.name}`}</Text>
          <Text dimColor={!row.isChosen}>{row.detail}</Text>
          <Text dimColor>{row.kind}</Text>
        </Text>
      ))}
      {picture.footer.map((line) => (
        <Text key={line} dimColor wrap="truncate">{`  ${line}`}</Text>
      ))}
    </Box>
  );
}
