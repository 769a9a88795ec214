/** Help as data: a title, a paragraph, lines of code, or pairs with the explained on the left. */
export type HelpPart =
  | string
  | { readonly title: string }
  | { readonly lines: readonly string[] }
  | { readonly pairs: readonly (readonly [left: string, right: string])[] };
