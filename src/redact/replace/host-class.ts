import { BlockList, isIP } from 'node:net';

/** From where a host can be reached. Redaction keeps it, because a callback to a private address never arrives. */
export type HostClass = 'public' | 'private' | 'link-local' | 'loopback';

const NETWORKS: readonly (readonly [HostClass, network: string, bits: number])[] = [
  ['private', '10.0.0.0', 8],
  ['private', '172.16.0.0', 12],
  ['private', '192.168.0.0', 16],
  ['private', '100.64.0.0', 10], // carrier-grade NAT
  ['private', 'fc00::', 7],
  ['link-local', '169.254.0.0', 16],
  ['link-local', 'fe80::', 10],
  ['loopback', '127.0.0.0', 8],
  ['loopback', '0.0.0.0', 8], // this machine on many systems
  ['loopback', '::', 127],
];

const NAMES: readonly (readonly [HostClass, RegExp])[] = [
  ['loopback', /(?:^|\.)localhost$/],
  ['link-local', /\.local$/],
  ['private', /\.(?:internal|lan|home\.arpa)$/],
];

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');

const CHECKS = NETWORKS.map(([name, network, bits]) => {
  const addresses = new BlockList();
  addresses.addSubnet(network, bits, familyOf(network));
  return [name, addresses] as const;
});

/** The class of an IP address, with or without brackets, or of a host name. Addresses for documentation are public. */
export function hostClass(host: string): HostClass {
  const text = host.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  const [name] =
    isIP(text) === 0
      ? (NAMES.find(([, pattern]) => pattern.test(text)) ?? [])
      : (CHECKS.find(([, addresses]) => addresses.check(text, familyOf(text))) ?? []);
  return name ?? 'public';
}
