/** Requests to URLs that users gave: to permitted addresses only, without following redirects. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Reach } from './reach.js';

export interface OutboundRequest {
  readonly method?: string;
  readonly headers?: RequestInit['headers'];
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Maximum octets of the response. Default: 1 MiB. */
  readonly longest?: number;
  /** Trusted certificates instead of those of the system, in PEM. */
  readonly ca?: string;
}

export type OutboundFetch = (url: string, request?: OutboundRequest) => Promise<Response>;

/** Maximum octets of a response; the keys of an issuer need some thousands. */
const LONGEST_ANSWER = 1024 * 1024;

/**
 * Returns a fetch that connects only to addresses that `reach` permits, follows no redirect and reads a response of at most 1
 * MiB. It rejects with RpcError access-denied for any other address.
 */
export function guardedFetch(reach: Reach): OutboundFetch {
  return async (text, { method = 'GET', headers, body, signal, longest = LONGEST_ANSWER, ca } = {}) => {
    const url = new URL(text);
    reach.requireUrl(url);
    const make = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const fields = Object.fromEntries(new Headers(headers));
      const trust = ca === undefined ? {} : { ca };
      const options = {
        method,
        headers: fields,
        signal,
        lookup: reach.lookupFor(url),
        agent: false,
        ...trust,
      } as const;
      const request = make(url, options, (answer) => {
        const chunks: Buffer[] = [];
        let length = 0;
        answer.on('error', reject);
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length > longest) request.destroy(new Error(`${url.host} answered more than ${longest} bytes`));
        });
        answer.on('end', () => {
          const status = answer.statusCode ?? 0;
          const bytes = NO_BODY.has(status) ? null : new Uint8Array(Buffer.concat(chunks));
          resolve(new Response(bytes, { status, headers: { 'content-type': answer.headers['content-type'] ?? '' } }));
        });
      });
      request.on('error', reject).end(body);
    });
  };
}

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
