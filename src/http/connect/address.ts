/** The parts of a URL that sending requires. */
export interface Address {
  readonly origin: string;
  readonly path: string;
}

// Most URLs come from route rows and are already encoded. This pattern is many times faster than parsing them.
const PLAIN = /^(https?:\/\/[a-z0-9.-]+(?::\d+)?)(\/[\x21\x22\x24-\x7e]*)$/;

export function addressOf(url: string): Address {
  const plain = PLAIN.exec(url);
  if (plain) return { origin: plain[1] as string, path: plain[2] as string };
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}
