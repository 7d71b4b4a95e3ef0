import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that anybody on the internet may be asked at, and neither this machine nor a network around it. */
function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}

/**
 * Whether the server may send to an address that somebody else names: https on its usual port, and no private host by its
 * very name. Where a name leads is looked at when it is connected to (`publicLookup`).
 */
export function isPublicAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.protocol !== 'https:' || url.port !== '') return false;
  if (url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(host) ? isPublic(host) : /[^.]\.[^.]/.test(host);
}

/** Looks a host up as a connection does, and refuses one that leads to a private address, whatever it led to before. */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || first === undefined) return done(error ?? new Error('no address'), '');
    if (!found.every(({ address }) => isPublic(address)))
      return done(Object.assign(new Error('leads to a private address'), { code: 'EPRIVATE' }), '');
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};
