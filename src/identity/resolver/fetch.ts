import { DocumentFault, MOST_OCTETS } from '../../keys/index.js';

/** Sends a GET to a permitted address, without following redirects. */
export type OutboundFetch = (
  url: string,
  request: { readonly signal: AbortSignal; readonly longest: number },
) => Promise<Response>;

/** A document cannot be had at the moment: its host does not answer, or was asked too often. That says nothing of the document. */
export class HostDown extends DocumentFault {}

/** A host is not asked for the moment, since this node has asked it too often: others may have caused that. */
export class AskedTooOften extends HostDown {}

/** Milliseconds for which a host may take to answer. */
const PATIENCE = 3_000;
/** The host itself answers with a fault, or wants to be asked later (RFC 9110 §15.6, RFC 6585 §4). */
const TOO_MANY = 429;
const FIRST_SERVER_FAULT = 500;

/**
 * Returns the text at a URL.
 *
 * @throws HostDown when the host does not answer within 3 seconds, or not for the moment
 * @throws DocumentFault unless it is https, and the host answers 200 with at most 64 KiB
 */
export async function fetchDocument(fetch: OutboundFetch, url: string): Promise<string> {
  if (!url.startsWith('https://')) throw new DocumentFault(`${url} is no https URL`);
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE), longest: MOST_OCTETS }).catch(
    (error: unknown) => {
      throw new HostDown(`${url} gave no document: ${error instanceof Error ? error.message : String(error)}`);
    },
  );
  const { status } = answer;
  const words = `${url} gave no document: it answered ${status}`;
  if (status === TOO_MANY || status >= FIRST_SERVER_FAULT) throw new HostDown(words);
  if (status !== 200) throw new DocumentFault(words);
  return answer.text();
}
