const MAX_LENGTH = 2000;

/** Tracking parameters, which do not change the page. */
const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)$/i;

/** Returns the absolute address of a page without its fragment, or undefined if the text is not such an address. */
export function pageAddress(text: string, base?: string): string | undefined {
  if (text.length > MAX_LENGTH || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password) return undefined;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.+$/, '');
  return url.href.length > MAX_LENGTH ? undefined : url.href;
}

/** Parses an address as a person or a model types it: `example.org/news` needs no scheme. */
export function typedAddress(text: string): string | undefined {
  const typed = text.trim();
  const hasNoScheme = /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]|$)/.test(typed);
  return pageAddress(hasNoScheme ? `https://${typed}` : typed);
}

export function withoutTracking(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** Returns the same key for equivalent spellings of an address. */
export function pageKey(address: string): string {
  const url = new URL(withoutTracking(address));
  const path = url.pathname.replace(/%[0-9a-f]{2}/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
  });
  return `${url.origin}${path}${url.searchParams.size > 0 ? url.search : ''}`;
}
