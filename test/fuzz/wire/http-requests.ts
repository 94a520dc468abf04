/** Requests of RESTCONF changed at random, such that HTTP itself can carry them. */
import { equal, match } from 'node:assert/strict';
import { CALLS } from '../../slow/bad-input-arbitrary.js';
import { JSON_TYPE, XML_TYPE } from '../../support/curl.js';
import type { Random } from '../random.js';
import { mutateText, wellFormed } from './words.js';

export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK'];
const TARGETS = [
  ...CALLS.map(([, target]) => target),
  '/restconf',
  '/restconf/operations',
  '/restconf/yang-library-version',
  '/restconf/ds/ietf-datastores:operational/irtf-agent:tasks?with-origin',
  '/agents/ip-fault/restconf/data/irtf-agent:tasks',
  '/.well-known/host-meta',
];
const BITS = [
  '/',
  '//',
  '?',
  '&',
  '=',
  ',',
  ':',
  ';',
  '%',
  '%2',
  '%2F',
  '%00',
  '%ff',
  "'",
  '"',
  '..',
  '#',
  '(',
  ')',
  '*',
  'x'.repeat(300),
];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  accept: [JSON_TYPE, XML_TYPE, '*/*', 'text/html', 'application/*;q=0.1, */*;q=0', ''],
  'content-type': [
    JSON_TYPE,
    XML_TYPE,
    'application/yang-patch+json',
    'text/plain',
    'x',
    `${JSON_TYPE}; charset=utf-7`,
  ],
  'content-encoding': ['gzip', 'br', 'identity'],
  'if-match': ['*', '"x"', 'W/"x"', '"'],
  'if-none-match': ['*', '"x"', ','],
  'if-modified-since': ['Thu, 01 Jan 2026 00:00:00 GMT', 'yesterday'],
  'if-unmodified-since': ['Thu, 01 Jan 2026 00:00:00 GMT', '0'],
  'accept-encoding': ['gzip', 'gzip;q=0', '*'],
  range: ['bytes=0-1'],
  expect: ['100-continue'],
  'last-event-id': ['1', 'x'],
  'x-odd': ['a, b; c="d'],
};

/** @param authorization most requests carry it: without, there is little to see */
export function anyHttpRequest(random: Random, authorization: string): FuzzRequest {
  const [method, call, text, type] = random.pick(CALLS);
  const target = random.chance(0.6) ? mutateText(random, random.chance(0.6) ? call : random.pick(TARGETS), BITS) : call;
  const body = text === '' && random.chance(0.9) ? '' : wellFormed(mutateText(random, text));
  const headers: Record<string, string> = { accept: JSON_TYPE, ...(body === '' ? {} : { 'content-type': type }) };
  for (let left = random.below(3); left > 0; left -= 1) {
    const name = random.pick(Object.keys(VALUES));
    headers[name] = visible(mutateText(random, random.pick(VALUES[name] ?? ['']), [',', ';', '=', '"', '*', 'q=0.5']));
  }
  if (!random.chance(0.02)) headers.authorization = authorization;
  return {
    method: random.chance(0.1) ? random.pick(METHODS) : method,
    target: `/${visible(target).replace(/^\//, '')}`,
    headers,
    body,
  };
}

/** Without what no request-target and no field can hold. */
function visible(text: string): string {
  return text
    .replace(/[^\x21-\x7e ]/g, (character) => encodeURIComponent(wellFormed(character)))
    .replaceAll(' ', '%20');
}

/** What no request can change or remove, and how its answer begins. */
export const GOOD_TARGET = '/restconf/data/ietf-yang-library:yang-library/content-id';
const GOOD_ANSWER = /^\{"ietf-yang-library:content-id":"[^"]+"\}$/;

/** @throws AssertionError unless the good request is answered as ever */
export function judgeGood({ status, body }: { readonly status: number; readonly body: string }): void {
  equal(status, 200, `the good request is answered with ${status}: ${body}`);
  match(body, GOOD_ANSWER, 'the good request');
}
