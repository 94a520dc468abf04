import { once } from 'node:events';
import { connect } from 'node:net';
import { connectionFault } from './faults.js';

/** Milliseconds in which a host answers. */
const PATIENCE = 3_000;
const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/** @throws ConnectionFault when it is clear that nothing takes connections at a URL */
export async function requireListening(url: string): Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = connect({ host, port: port === '' ? (PORTS[protocol] ?? 0) : Number(port) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    const fault = connectionFault(error, url);
    if (fault) throw fault;
  } finally {
    socket.destroy();
  }
}
