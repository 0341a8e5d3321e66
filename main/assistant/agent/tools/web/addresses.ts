/** Tells addresses of the public internet from all others. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 networks that are not the public internet (IANA special-purpose registry), with multicast and class E. */
const specialNetworks: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Inside 2000::/3, the only public part: what carries or may carry an IPv4 address, and documentation. */
const specialGlobal: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const listOf = (networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
};

const refused4 = listOf(specialNetworks, 'ipv4');
const refused6 = listOf(specialGlobal, 'ipv6');
const global6 = listOf([['2000::', 3]], 'ipv6');

/**
 * Whether an address is one of the public internet. Loopback, private, link-local, shared (CGNAT), multicast,
 * unspecified, IPv4 inside IPv6 (mapped, NAT64, 6to4, Teredo) and unique local addresses are not; neither is
 * anything that is no address.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !refused4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
};
