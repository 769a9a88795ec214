/** What to do if a program could not reach a host that stands for the platform, such as a proxy of a customer. */
export function mapAdvice(error: unknown): readonly string[] {
  const found = unreachableIn(error) ?? '';
  const url = found.includes('://') ? found : `https://${found}`;
  return URL.canParse(url) ? [`if ${new URL(url).host} stands for the platform, add --map ${url}=sandbox`] : [];
}

const MAX_DEPTH = 5;

/** Finds the host or the origin in a fault, which `fetch` has in the cause of its error. */
function unreachableIn(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return undefined;
  const { unreachable, cause } = error as { unreachable?: unknown; cause?: unknown };
  return typeof unreachable === 'string' ? unreachable : unreachableIn(cause, depth + 1);
}
