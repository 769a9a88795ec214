/** Where requests of the platform client go. */
export type Mode =
  /** With `from`, the sandbox starts with the resources that this recording shows. Only at the start of a bench. */
  | { readonly kind: 'sandbox'; readonly from?: string }
  /** With `strict`, an unrecorded request is an error. Otherwise the sandbox answers from then on, if it can. */
  | { readonly kind: 'replay'; readonly file: string; readonly strict?: boolean }
  | {
      readonly kind: 'live';
      /** The requested profile. The default is the environment, then the current profile. */
      readonly profile?: string;
      /** Set once the bench is live: the name of the space and the source of the credentials. */
      readonly space?: string;
      readonly source?: string;
    };

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
