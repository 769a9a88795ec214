/** Leaves out credentials and the fragment of a URL. */
export function plainUrl(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}
