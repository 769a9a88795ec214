// The page around an output may be light or dark, and the output cannot detect which. So text has the colour of the
// page, lines and backgrounds are translucent, and the few colours are visible on white and on black. Styles are
// inline, because some front ends remove style sheets, and a style sheet would affect other outputs. Until the reader
// trusts a notebook, JupyterLab removes SVG, and the classic Notebook also all styles. So the markup is tables,
// paragraphs and details, which read well without styles.

/** Colours for edges, dots and bars. Not for text, and never the only carrier of information. */
export const ACCENTS = { calm: '#3b82c4', good: '#2f9461', warn: '#b7791f', bad: '#d1495b' } as const;

export const LINE = 'rgba(128,128,128,0.35)';
export const GROUND = 'rgba(128,128,128,0.1)';
export const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace';

export const STYLES = {
  path: 'font-size:inherit;color:inherit;border-collapse:separate;border-spacing:0;margin:6px 0;border:0;table-layout:auto',
  /** Underlined, because the classic Notebook hides the triangle of a summary. */
  fold: 'cursor:pointer;text-decoration:underline;opacity:0.8;margin:2px 0',
  box: 'font-size:13px;line-height:1.5;max-width:76em;overflow-x:auto',
  failure: `border-left:4px solid ${ACCENTS.bad};padding:2px 12px;background:${GROUND};border-radius:4px`,
  table: 'font-size:inherit;color:inherit;border-collapse:collapse;margin:4px 0;border:0;table-layout:auto',
  row: `border:0;border-bottom:1px solid ${LINE};background:transparent`,
  head: 'text-align:left;padding:3px 12px 3px 0;font-weight:600;white-space:nowrap',
  cell: 'text-align:left;vertical-align:top;padding:3px 12px 3px 0',
  word: 'text-align:left;vertical-align:top;padding:3px 12px 3px 0;white-space:nowrap',
  key: `text-align:left;vertical-align:top;padding:3px 16px 3px 0;white-space:nowrap;font-family:${MONO}`,
  title: 'font-weight:600;margin:8px 0 2px',
  text: 'margin:2px 0 6px',
  faint: 'opacity:0.7;margin:2px 0',
  code: `font-family:${MONO};font-size:12px;white-space:pre-wrap;margin:4px 0;padding:6px 8px;border:0;background:${GROUND};color:inherit;border-radius:4px`,
  mono: `font-family:${MONO};font-size:12px`,
} as const;
