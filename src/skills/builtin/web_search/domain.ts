/** The host of an address, without `www.`. */
export const domainOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '').replace(/\.$/, '') : '';

/** Whether a host is one of these or below one: `x.com` is not `netflix.com`. */
export const isAmong = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
