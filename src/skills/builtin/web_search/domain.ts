/** Returns the host of an address without `www.`, or an empty string for an invalid address. */
export const domainOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '').replace(/\.$/, '') : '';

/** Whether a host is one of the domains or a subdomain of one: `netflix.com` does not match `x.com`. */
export const isAmong = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
