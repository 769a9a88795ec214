import { type MimeBundle, mimeBundle, Sheet } from '../../show/index.js';

/** An output in the format of a notebook file. */
export type SavedOutput =
  | { readonly output_type: 'stream'; readonly name: string; readonly text: string }
  | { readonly output_type: 'display_data'; readonly data: MimeBundle; readonly metadata: object };

/** A line break at the end of a stream is not shown. */
export const outputText = (output: SavedOutput): string =>
  output.output_type === 'stream' ? output.text.replace(/\n$/, '') : String(output.data['text/plain'] ?? '');

/** The outputs as markup, for a front end whose output widget does not show outputs of the kernel. */
export const outputsHtml = (outputs: unknown): string =>
  (Array.isArray(outputs) ? (outputs as readonly SavedOutput[]) : [])
    .map((output) => {
      const html = output.output_type === 'display_data' ? output.data['text/html'] : undefined;
      return String(html ?? textHtml(outputText(output)));
    })
    .join('\n');

/** A text as the output of a cell shows it. */
function textHtml(text: string): unknown {
  const bundle = mimeBundle(new Sheet([{ lines: text.split('\n') }]));
  return bundle instanceof Promise ? '' : bundle['text/html'];
}
