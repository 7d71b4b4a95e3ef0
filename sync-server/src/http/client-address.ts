import { isIP, isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name a network; its owner may freely choose the rest. */
const NETWORK_GROUPS = 4;
/** Groups that name a provider's customer, such as a household. */
const SITE_GROUPS = 3;
const GROUPS = 8;
const IN_BRACKETS = /^\[([^\]]+)\](?::\d+)?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d+$/;
const MAPPED_IPV4 = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/**
 * Normalizes an address as proxies write it, even with a port or in brackets; undefined for
 * anything else.
 */
export function parseAddress(text: string): string | undefined {
  const bare = text.trim().replace(IN_BRACKETS, '$1').replace(IPV4_WITH_PORT, '$1');
  const [address = ''] = bare.split('%', 1);
  if (isIP(address) === 0) return undefined;
  return isIPv6(address) ? normalizeIPv6(address) : address;
}

/** Short and in lower case; an IPv4 address in disguise becomes that address. */
function normalizeIPv6(address: string): string {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED_IPV4.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}

/** Bytes of an IPv4 address that name a network. */
const NETWORK_BYTES = 3;

/**
 * The network of an address, which shows people where a session is used: `203.0.113.0/24`, for IPv6
 * the /64.
 */
export function shortenAddress(address: string): string | null {
  if (isIPv6(address)) return placeOf(address);
  if (isIP(address) === 0) return null;
  return `${address.split('.').slice(0, NETWORK_BYTES).join('.')}.0/24`;
}

/** What limits count by: an IPv4 address, or the /64 network of an IPv6 one as `2001:db8:0:1::/64`. */
export function placeOf(address: string): string {
  if (!isIPv6(address)) return address;
  return `${groupsOf(address).slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/**
 * What the log may say about where somebody was: the /24 of an IPv4 address, the /48 of an IPv6
 * one.
 */
export function networkOf(address: string): string {
  if (isIPv6(address)) return `${groupsOf(address).slice(0, SITE_GROUPS).join(':')}::/48`;
  return isIP(address) === 0 ? 'unknown' : address.replace(/\.\d+$/, '.0/24');
}

function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const gap = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  return [...before, ...gap, ...after];
}
