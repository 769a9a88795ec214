/** Reserved and built-in words. Code would not work if redaction replaced one of them. */
export const RESERVED: ReadonlySet<string> = new Set(
  'abstract any as async await boolean break case catch class const continue debugger default delete do else enum export extends false finally for from function get if implements import in instanceof interface let new null number object of package private protected public return set static string super switch symbol this throw true try type typeof undefined unknown var void while with yield'.split(
    ' ',
  ),
);
