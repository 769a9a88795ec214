/** The text styles for results and messages. Returns plain text if colour is off. */
export function paint(colour: boolean) {
  const style = (open: number, close: number) => (text: string) =>
    colour ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    yellow: style(33, 39),
    green: style(32, 39),
    cyan: style(36, 39),
  };
}
