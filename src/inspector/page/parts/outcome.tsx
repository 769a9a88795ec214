/** The status of a request, or its fault. The text alone says what happened. */
export function Outcome({ status, fault }: { readonly status: number | null; readonly fault: string | null }) {
  const text = status === null ? (fault ?? 'none') : String(status);
  return <span class={`outcome ${toneOf(status)}`}>{text}</span>;
}

export const toneOf = (status: number | null): 'good' | 'warn' | 'bad' =>
  status === null || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
