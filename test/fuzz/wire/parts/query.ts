/** Query strings, and the header fields of content negotiation. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { answerEncoding } from '../../../../src/restconf/accept.js';
import { acceptsGzip } from '../../../../src/restconf/http/compression.js';
import { ALLOWED } from '../../../../src/restconf/query/allowed.js';
import { contentOf } from '../../../../src/restconf/query/content.js';
import { depthOf } from '../../../../src/restconf/query/depth.js';
import { resolveFields, selectionOfFields } from '../../../../src/restconf/query/fields/index.js';
import { filterOf } from '../../../../src/restconf/query/filter.js';
import { PARAMETERS, parseParameters } from '../../../../src/restconf/query/parameters.js';
import { replayOf } from '../../../../src/restconf/query/replay.js';
import { withDefaultsOf } from '../../../../src/restconf/query/with-defaults.js';
import { parseMediaType } from '../../../../src/wire/index.js';
import type { Random } from '../../random.js';
import { type Part, parserFuzzer } from '../part.js';
import { orRefusal } from '../refusals.js';
import { nodeSchema } from '../schema.js';
import { mutateText } from '../words.js';

interface Case {
  readonly query: string;
  readonly accept: string;
}

const QUERIES = [
  'depth=3&content=config',
  'depth=unbounded&with-defaults=report-all-tagged',
  'content=nonconfig&fields=agent(id;profile(name;skills/skill))',
  'fields=yangent-agents:agents/agent(id;owner)%3Birtf-agent:tasks/task-id',
  'start-time=2025-07-01T12:00:00+02:00&stop-time=2025-07-01T13:00:00.5Z',
  `filter=${encodeURIComponent("/irtf-agent:condition-notifications[task-id='x' and count(//*) > 1]")}`,
  'insert=after&point=%2Fyangent-agents%3Aagents%2Fagent%3Dx',
  'with-origin',
];
const BITS = [
  '&',
  '=',
  ';',
  '(',
  ')',
  '/',
  ':',
  '%',
  '%26',
  '%3D',
  '%00',
  '%ff',
  '+',
  ' ',
  '?',
  '#',
  '*',
  '[',
  ']',
  '0',
  '65536',
];
const ACCEPTS = [
  'application/yang-data+json;q=0.5, application/yang-data+xml;q=0.9, */*;q=0.1',
  'Application/YANG-Data+XML',
  'text/event-stream; q="1.0"',
  'application/*;q=0, a/b; x="a,b\\"c"',
  'gzip;q=0.5, identity;q=0, *',
];
const ACCEPT_BITS = [',', ';', '=', '"', '\\', '/', '*', 'q', 'q=', '0.5', '1.1', '-1', '1e9', 'NaN', ' '];

export const query: Part = {
  about: 'query parameters of RESTCONF, and Accept headers',
  over: 'parsers',
  share: 100,
  batch: 1_000,
  start: () => parserFuzzer<Case>({ make, show: (input) => JSON.stringify(input), check }),
};

function make(random: Random): Case {
  const parameters = Array.from({ length: 1 + random.below(3) }, () =>
    random.chance(0.3) ? `${random.pick(PARAMETERS)}=${mutateText(random, 'x', BITS)}` : random.pick(QUERIES),
  );
  return {
    query: mutateText(random, parameters.join('&'), BITS),
    accept: mutateText(random, random.pick(ACCEPTS), ACCEPT_BITS),
  };
}

const NOW = Date.parse('2026-01-01T00:00:00Z');
const { root } = nodeSchema;

function check({ query, accept }: Case): void {
  for (const allowed of Object.values(ALLOWED)) {
    const parameters = orRefusal(() => parseParameters(query, allowed));
    if (!parameters) continue;
    for (const name of parameters.keys()) ok(allowed.has(name), `${name} came through`);
    const depth = orRefusal(() => depthOf(parameters.get('depth')));
    if (depth !== undefined) ok(depth >= 1 && depth <= 65_535, `depth ${depth}`);
    orRefusal(() => contentOf(parameters.get('content')));
    orRefusal(() => withDefaultsOf(parameters.get('with-defaults')));
    orRefusal(() => replayOf(parameters, NOW));
    orRefusal(() => filterOf(nodeSchema, parameters.get('filter')));
    const fields = parameters.get('fields');
    if (fields !== undefined) orRefusal(() => selectionOfFields(resolveFields(root, fields)));
  }
  const encoding = answerEncoding(accept, 'json');
  ok(encoding === undefined || encoding === 'json' || encoding === 'xml');
  deepStrictEqual(answerEncoding(accept, 'json'), encoding, 'the same Accept is answered in another encoding');
  acceptsGzip(accept);
  const type = parseMediaType(accept);
  if (type) ok(type.name === type.name.toLowerCase() && type.name.includes('/'));
}
