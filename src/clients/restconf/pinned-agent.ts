/** TLS to a server whose certificate has a given fingerprint: for self-signed certificates. */
import { Agent, type AgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';
import { transportError } from '../netconf/pending.js';

/**
 * Returns an agent that uses a connection only after the server has shown the right certificate: credentials go to no
 * other server. @param fingerprint SHA-256 of the certificate in hexadecimal, with or without colons
 */
export function pinnedAgent(fingerprint: string, options: AgentOptions): Agent {
  return new PinnedAgent(normalize(fingerprint), options);
}

class PinnedAgent extends Agent {
  readonly #fingerprint: string;

  constructor(fingerprint: string, options: AgentOptions) {
    super(options);
    this.#fingerprint = fingerprint;
  }

  override createConnection(
    options: ConnectionOptions,
    done?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    // The fingerprint check replaces the checks of the authority and of the host name.
    const socket = connect({ ...options, rejectUnauthorized: false });
    const failed = (error: Error): void => done?.(error, socket);
    socket.once('error', failed);
    socket.once('secureConnect', () => {
      socket.off('error', failed);
      const shown = normalize(socket.getPeerCertificate().fingerprint256 ?? '');
      if (shown === this.#fingerprint) {
        done?.(null, socket);
        return;
      }
      socket.destroy();
      done?.(
        transportError(
          'access-denied',
          `the server's certificate has the SHA-256 fingerprint ${shown}, not ${this.#fingerprint}`,
        ),
        socket,
      );
    });
    return undefined;
  }
}

function normalize(fingerprint: string): string {
  return fingerprint
    .replace(/^sha-?256:/i, '')
    .replaceAll(':', '')
    .toLowerCase();
}
