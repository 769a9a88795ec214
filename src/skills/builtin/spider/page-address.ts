const LONGEST = 2000;

/** Where a visitor came from; the page is the same. */
const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)$/i;

/** The address of a page as it is asked for: absolute, without its fragment; nothing for what is no page's address. */
export function pageAddress(text: string, base?: string): string | undefined {
  if (text.length > LONGEST || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password) return undefined;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.+$/, '');
  return url.href.length > LONGEST ? undefined : url.href;
}

/** What a person or a model types: `example.org/news` is meant to be an address too. */
export function typedAddress(text: string): string | undefined {
  const typed = text.trim();
  const hasNoScheme = /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]|$)/.test(typed);
  return pageAddress(hasNoScheme ? `https://${typed}` : typed);
}

/** An address without the parameters that only say where a visitor came from. */
export function withoutTracking(address: string): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** The same for two spellings of one address. */
export function pageKey(address: string): string {
  const url = new URL(withoutTracking(address));
  const path = url.pathname.replace(/%[0-9a-f]{2}/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
  });
  return `${url.origin}${path}${url.searchParams.size > 0 ? url.search : ''}`;
}
