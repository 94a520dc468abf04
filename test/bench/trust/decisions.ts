/** Whether a chain of three links with fifty capabilities each allows a request, beside Cedar with the same rules. */
import cedar from '@cedar-policy/cedar-wasm/nodejs';
import type { Asked } from '../../../src/access/grant/asked.js';
import { capabilitiesOfModel } from '../../../src/access/grant/capability.js';
import { Link } from '../../../src/access/grant/link.js';
import { type Figure, median } from '../figure.js';

const LINKS = 3;
const CAPABILITIES = 50;
const ROUNDS = 7;
/** Decisions of a round: those of Cedar take longer. */
const COUNT = { own: 200_000, cedar: 2_000 };

const actionOf = (index: number) => `acme-net.operation-${index % 10}`;
const agentsOf = (index: number) => [`agent-${index}`, `agent-${index + 1}`, `agent-${index + 2}`];

/** Ten actions with five capabilities each, which differ in their agents. */
function linkOf(number: number): Link {
  const capabilities = Array.from({ length: CAPABILITIES }, (_, index) => ({
    name: `capability-${index}`,
    action: [actionOf(index)],
    constraint: { agent: agentsOf(index), 'max-priority': 5, 'max-depth': 3 },
  }));
  return new Link(`link-${number}`, capabilitiesOfModel(capabilities));
}

/** Of the capabilities for the action the last one allows it. */
const ALLOWED: Asked = { action: actionOf(49), about: { agent: 'agent-50', priority: 3, depth: 1 }, at: 0 };
const DENIED: Asked = { ...ALLOWED, about: { ...ALLOWED.about, priority: 6 } };

const POLICIES = Array.from({ length: CAPABILITIES }, (_, index) => {
  const agents = agentsOf(index).map((each) => JSON.stringify(each));
  const limits = `[${agents}].contains(context.agent) && context.priority <= 5 && context.depth <= 3`;
  return `permit(principal, action == Action::"${actionOf(index)}", resource) when { ${limits} };`;
}).join('\n');

export function decisionFigures(): readonly Figure[] {
  const links = Array.from({ length: LINKS }, (_, index) => linkOf(index));
  const own = (asked: Asked) => links.every((link) => link.denial(asked) === undefined);
  for (const [index] of links.entries()) {
    const read = cedar.preparsePolicySet(`link-${index}`, { staticPolicies: POLICIES });
    if (read.type !== 'success') throw new Error(`Cedar does not take the rules: ${JSON.stringify(read.errors)}`);
  }
  const theirs = (asked: Asked) => links.every((_, index) => cedarAllows(`link-${index}`, asked));
  for (const allows of [own, theirs])
    if (!allows(ALLOWED) || allows(DENIED)) throw new Error('a decision is not what the rules say');
  const runs = { own: [] as number[], cedar: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.own.push(timeOf(own, COUNT.own));
    runs.cedar.push(timeOf(theirs, COUNT.cedar));
  }
  return [
    {
      ...{ what: `decision of ${LINKS} links of ${CAPABILITIES} capabilities`, unit: 'µs' },
      ...{ value: median(runs.own), runs: runs.own },
      peer: { name: 'Cedar', value: median(runs.cedar), runs: runs.cedar },
    },
  ];
}

function cedarAllows(preparsedPolicySetId: string, { action, about }: Asked): boolean {
  const answer = cedar.statefulIsAuthorized({
    principal: { type: 'User', id: 'ann' },
    action: { type: 'Action', id: action },
    resource: { type: 'Node', id: 'node' },
    context: { agent: about.agent ?? '', priority: about.priority ?? 0, depth: about.depth ?? 0 },
    preparsedPolicySetId,
    entities: [],
  });
  return answer.type === 'success' && answer.response.decision === 'allow';
}

/** Returns the microseconds of one decision; half of them are denials. */
function timeOf(allows: (asked: Asked) => boolean, count: number): number {
  const begun = performance.now();
  let allowed = 0;
  for (let index = 0; index < count; index += 1) if (allows(index % 2 === 0 ? ALLOWED : DENIED)) allowed += 1;
  const time = performance.now() - begun;
  if (allowed !== count / 2) throw new Error(`${allowed} of ${count} were allowed`);
  return (time * 1_000) / count;
}
