import { isIPv4 } from 'node:net';

/** Whether a host can only be this machine: what goes there crosses no network. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}
