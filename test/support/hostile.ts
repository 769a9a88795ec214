/** A row that no view may begin with: it would be taken for a row of our own. */
const FORGED = 'FORGED row';

/** What drives a terminal, or looks like something else; as it may come in names and in values. */
export const HOSTILE = [
  `a\x1b]0;title\x07b`,
  `a\x1b[2J\x1b[1;1Hb`,
  `a\x1bP+q544e\x1b\\b`,
  `a\x1b]8;;http://evil.invalid\x1b\\b\x1b]52;c;ZXZpbA==\x07`,
  `a\x1bcb\x1b(0c\x1b`,
  `a\x9b2Jb\x9d0;title\x9cc\x85d`,
  `a\u202eb\u2066c\u2069\u200fd\u061ce`,
  `a\u2028${FORGED}\u2029${FORGED}`,
  `a\n${FORGED}\r${FORGED}\r\n${FORGED}`,
  `a\x08\x08\x08b\x7fc\x00d\x07e\x0bf\x0cg`,
  `a\x1b[8mhidden\x1b[5m\x1b[0;8mb`,
  `a\ud800b\udc00`,
  `"><img src=x onerror=alert(1)><script>alert(1)</script>'`,
] as const;

const DRIVES = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** The styles that our own views use, and user code may print; hiding and blinking are not among them. */
const STYLE = /\x1b\[(?:0|[1-47]|9|2[2-79]|3\d|4\d|39|49|53|55|9[0-7]|10[0-7]|;|38;5;\d+|48;5;\d+)*m/g;

/** The dangers of a text that a terminal shows. */
export function dangersIn(text: string, { colour = false, mayBreakLines = false } = {}): string[] {
  const bare = colour ? text.replace(STYLE, '') : text;
  const at = bare.search(DRIVES);
  const forged = mayBreakLines ? -1 : bare.search(new RegExp(`^${FORGED}`, 'm'));
  return [
    ...(at < 0 ? [] : [`drives the terminal: ${JSON.stringify(bare.slice(Math.max(0, at - 40), at + 20))}`]),
    ...(forged < 0 ? [] : [`begins a row: ${JSON.stringify(bare.slice(Math.max(0, forged - 40), forged + 20))}`]),
  ];
}

/** The same for a document. */
export const dangersInHtml = (text: string): string[] => [
  ...(/<(?:img|script)/i.test(text)
    ? [`holds an element of the data: ${/.{0,40}<(?:img|script).*/i.exec(text)?.[0]}`]
    : []),
  // A line break of HTML is a space.
  ...dangersIn(text, { mayBreakLines: true }),
];
