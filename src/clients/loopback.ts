import { isIPv4 } from 'node:net';

/** True for a host that is always this machine: the traffic crosses no network. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}
