import type typescript from 'typescript';
import type { TypeScript } from './compiler.js';
import type { TypeSignature } from './messages.js';

type DisplayParts = readonly typescript.SymbolDisplayPart[] | undefined;

/** Writes the selected signature of a call on one line, with the place of each parameter. */
export function signatureOf(
  ts: TypeScript,
  found: typescript.SignatureHelpItems | undefined,
): TypeSignature | undefined {
  const item = found?.items[found.selectedItemIndex];
  if (!found || !item) return undefined;
  const line = (parts: DisplayParts) => ts.displayPartsToString(parts && [...parts]).replace(/\s+/g, ' ');
  const separator = line(item.separatorDisplayParts);
  let text = line(item.prefixDisplayParts);
  const parameters = item.parameters.map(({ displayParts, documentation }, index) => {
    if (index > 0) text += separator;
    const from = text.length;
    text += line(displayParts);
    const doc = line(documentation);
    return { from, to: text.length, ...(doc && { doc }) };
  });
  text += line(item.suffixDisplayParts);
  const last = parameters.length - 1;
  const index = item.isVariadic ? Math.min(found.argumentIndex, last) : found.argumentIndex;
  const doc = ts.displayPartsToString(item.documentation);
  return {
    text,
    parameters,
    active: index >= 0 && index <= last ? index : undefined,
    ...(doc && { doc }),
    overloads: found.items.length,
  };
}
