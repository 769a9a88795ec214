import { BlockList, isIP } from 'node:net';

const NOT_PUBLIC = new BlockList();
for (const [range, bits] of [
  ['0.0.0.0', 8], // this network; on many systems, this machine
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, and metadata services of clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24], // documentation, like 198.51.100.0 and 203.0.113.0
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved and broadcast
] as const) {
  NOT_PUBLIC.addSubnet(range, bits, 'ipv4');
}

// All public IPv6 addresses are in 2000::/3. The ranges below are exceptions.
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
const NOT_PUBLIC_6 = new BlockList();
for (const [range, bits] of [
  ['2001::', 23], // protocol assignments, including Teredo, which embeds an IPv4 address
  ['2001:db8::', 32], // documentation
  ['3fff::', 20], // documentation
] as const) {
  NOT_PUBLIC_6.addSubnet(range, bits, 'ipv6');
}

/** Whether an address is on the public internet: not this machine, not a private network, not reserved. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !NOT_PUBLIC.check(address, 'ipv4');
  // A zone (`%eth0`) is used only with addresses of the local network.
  if (kind !== 6 || address.includes('%')) return false;
  const inner = carriedAddress(groupsOf(address));
  if (inner !== undefined) return !NOT_PUBLIC.check(inner, 'ipv4');
  return GLOBAL.check(address, 'ipv6') && !NOT_PUBLIC_6.check(address, 'ipv6');
}

/** The IPv4 address inside a NAT64 (64:ff9b::/96) or 6to4 (2002::/16) address. Mapped ones are never public. */
function carriedAddress(groups: readonly number[]): string | undefined {
  const [first = 0, second = 0, third = 0] = groups;
  if (first === 0x2002) return dotted(second, third);
  const isNat64 = first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
  return isNat64 ? dotted(groups[6] as number, groups[7] as number) : undefined;
}

const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The eight groups of an IPv6 address. `URL` normalizes it to the short form without dots. */
export function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
