/** api-paths (RFC 8040 §3.5.3) against the schema: what names an instance names the same one once written anew. */
import { deepStrictEqual } from 'node:assert/strict';
import { formatPath, parseInstancePath } from '../../../../src/data/index.js';
import { formatApiPath, parseApiPath } from '../../../../src/restconf/api-path/index.js';
import { parseRequestTarget } from '../../../../src/restconf/http/request-target.js';
import { placeOf } from '../../../../src/restconf/resources/place.js';
import { CALLS, NAMES } from '../../../slow/bad-input-arbitrary.js';
import type { Random } from '../../random.js';
import { type Part, parserFuzzer } from '../part.js';
import { orRefusal } from '../refusals.js';
import { nodeSchema } from '../schema.js';
import { anyText, mutateText, wellFormed } from '../words.js';

const PATHS = [
  ...CALLS.map(([, target]) => parseRequestTarget(target).path.replace(/^\/restconf\/data\/?/, '')),
  'yangent-agents:agents/agent=ip-fault/profile/skills/skill=diagnose-link/skill-tags=fault',
  'yangent-tasks:tasks/task=1/cancel',
  'irtf-agent:context=a%2Cb%2Fc%27%22',
  'ietf-yang-library:yang-library/module-set=complete/module=irtf-agent/feature=x',
  'ietf-yang-library:modules-state/module=irtf-agent,2025-01-01',
  'ietf-netconf-monitoring:netconf-state/schemas/schema=a,1,ietf-netconf-monitoring%3Ayang',
];
const BITS = [
  '/',
  '=',
  ',',
  ':',
  '%',
  '%2',
  '%2C',
  '%2F',
  '%00',
  '%ff',
  '%25',
  '%ED%A0%80',
  "'",
  '"',
  '..',
  ';',
  '+',
  ' ',
];

export const apiPath: Part = {
  about: 'api-paths of RESTCONF, percent-encoding and keys',
  over: 'parsers',
  share: 140,
  batch: 1_000,
  start: () => parserFuzzer<string>({ make, show: (path) => path, check }),
};

function make(random: Random): string {
  if (random.chance(0.2)) {
    const steps = Array.from({ length: 1 + random.below(4) }, () => step(random));
    return `${random.pick(['yangent-agents:', 'irtf-agent:', ''])}${steps.join('/')}`;
  }
  return mutateText(random, random.pick(PATHS), BITS);
}

function step(random: Random): string {
  const keys = Array.from({ length: random.below(3) }, () => encodeURIComponent(wellFormed(anyText(random, 5))));
  return `${random.pick(NAMES)}${random.chance(0.4) ? `=${keys.join(',')}` : ''}`;
}

function check(raw: string): void {
  placeOf(`/restconf/data/${raw}`);
  parseRequestTarget(raw);
  const target = orRefusal(() => parseApiPath(nodeSchema, raw));
  if (target?.kind !== 'data') return;
  const written = formatApiPath(target.path);
  deepStrictEqual(parseApiPath(nodeSchema, written), target, `written as ${written}`);
  if (target.path.some(({ schema, key }) => !isInstance(schema.kind, key))) return;
  const path = formatPath(target.path);
  const read = orRefusal(() => parseInstancePath(nodeSchema, path));
  deepStrictEqual(
    read?.map(({ key }) => key),
    target.path.map(({ key }) => key),
    `as instance path ${path}`,
  );
}

/** Whether the step can stand in an instance-identifier, whose literals cannot hold both kinds of quotes (RFC 7950 §9.13). */
function isInstance(kind: string, key: string | undefined): boolean {
  if (key === undefined) return kind !== 'list';
  return !(key.includes('"') && key.includes("'"));
}
