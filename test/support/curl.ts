/** curl as a client that nobody here wrote. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestNode } from './node.js';

const run = promisify(execFile);

export interface CurlAnswer {
  /** `HTTP/1.1` or `HTTP/2`. */
  readonly protocol: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CurlRequest {
  readonly method?: string;
  readonly body?: string;
  /** Media type of the body. */
  readonly type?: string;
  readonly accept?: string;
  readonly headers?: readonly string[];
  /** `user:password`; the administrator's when absent. */
  readonly login?: string;
  readonly options?: readonly string[];
}

export const JSON_TYPE = 'application/yang-data+json';
export const XML_TYPE = 'application/yang-data+xml';

export async function curl(rig: TestNode, path: string, request: CurlRequest = {}): Promise<CurlAnswer> {
  const {
    method,
    body,
    type = JSON_TYPE,
    accept,
    headers = [],
    login = `admin:${rig.password}`,
    options = [],
  } = request;
  const list = [
    ...headers,
    ...(body === undefined ? [] : [`content-type: ${type}`]),
    ...(accept ? [`accept: ${accept}`] : []),
  ];
  const verb = method === 'HEAD' ? ['--head'] : method ? ['--request', method] : [];
  const { stdout } = await run(
    'curl',
    [
      ...['--silent', '--show-error', '--include', '--globoff', '--max-time', '30'],
      ...['--cacert', rig.certificate, '--user', login, ...verb],
      ...list.flatMap((header) => ['--header', header]),
      ...(body === undefined ? [] : ['--data-binary', body]),
      ...options,
      `${rig.url}${path}`,
    ],
    { timeout: 40_000, maxBuffer: 64 << 20 },
  );
  return parse(stdout);
}

function parse(text: string): CurlAnswer {
  const [interim = ''] = /^(?:HTTP\/[\d.]+ 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/.exec(text) ?? [];
  if (interim !== '') return parse(text.slice(interim.length));
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const [protocol = '', status] = first.split(' ');
  return { protocol, status: Number(status), headers, body: text.slice(end + 4) };
}
