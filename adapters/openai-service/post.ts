import { withinTime } from '../../src/index.js';
import type { Service } from './values.js';

/**
 * Posts JSON and gives the text of the answer.
 * @throws Error when the service refuses, is too slow, sends elsewhere or answers too much; never with the key
 */
export async function post(service: Service, body: object, signal: AbortSignal): Promise<string> {
  const { url, key, timeout } = service;
  const request = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    // The key is for this host only.
    redirect: 'error',
  } as const;
  const { response, answer } = await withinTime({ timeout, signal }, async (until) => {
    const response = await fetch(url, { ...request, signal: until });
    return { response, answer: await bounded(response, service) };
  });
  if (!response.ok) throw new Error(`${url.host} answered ${response.status} ${reasonIn(answer, key)}`.trimEnd());
  return answer;
}

async function bounded({ body }: Response, { longestAnswer, url }: Service): Promise<string> {
  if (!body) return '';
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > longestAnswer) throw new Error(`${url.host} answered with more than ${longestAnswer} octets`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const LONGEST_REASON = 300;

/** What the service says of its refusal, without the key, should it repeat it. */
function reasonIn(body: string, key: string | undefined): string {
  const told = key === undefined ? body : body.replaceAll(key, '(key)');
  return told.slice(0, LONGEST_REASON).replace(/\s+/g, ' ');
}
