/** The IP network's fault agent: tells whether the return link of a base station carries traffic. */
import { type AgentDefinition, type AgentSkill, defineAgent, type SkillTask, TaskFailure } from 'yangent';
import { type Desk, jsonArtifact } from '../../stage/index.js';
import { entryIn, wordIn } from '../values.js';
import { listed } from '../words.js';

/** The interface at which the return link of a base station begins. */
export interface ReturnLink {
  readonly router: string;
  readonly interface: string;
}

const INTERFACES = 'ietf-interfaces:interfaces';
const TERMINATIONS = 'example-line:terminations';

/** @param links the return links by name of the base station */
export function ipFault(desk: Desk, links: Readonly<Record<string, ReturnLink>>): AgentDefinition {
  const routers = [...new Set(Object.values(links).map(({ router }) => router))];

  /** Input: `{ "station": "bs-1" }`. */
  const diagnose: AgentSkill = async (task, run) => {
    const station = stationIn(task);
    const link = links[station];
    if (!link)
      throw new TaskFailure('invalid-input', `${station} has no return link in this network`, {
        recovery: ['reassign'],
      });
    const document = await run.devices.get(link.router, [INTERFACES, TERMINATIONS]);
    const state = entryIn(document[INTERFACES], 'interface', 'name', link.interface);
    const line = entryIn(document[TERMINATIONS], 'termination', 'interface', link.interface);
    const status = String(state?.['oper-status'] ?? 'absent');
    const light = line?.['rx-power'];
    const carries = status === 'up' && light !== undefined;
    const heard = light === undefined ? 'no light is received' : `light is received with ${light} dBm`;
    const found = `${link.interface} of ${link.router} is ${status}, ${heard}`;
    desk.tell('reads', found);
    const advice = carries
      ? `the return link works; look at ${station} itself`
      : 'the return link is down; repair it first';
    return {
      artifacts: [
        jsonArtifact('diagnosis', { station, ...link, status, carries }),
        { name: 'recommendation', modality: 'text', 'media-type': 'text/plain', value: `${found}: ${advice}` },
      ],
    };
  };

  return defineAgent({
    id: desk.id,
    profile: {
      name: 'IRTF-yangent-IPFault-0.1.0',
      alias: 'IP network faults',
      description: 'Diagnoses the links of the IP network',
      type: 'fault-management',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'IP',
      'management-object': listed(routers),
      skills: {
        skill: [
          {
            'skill-name': 'diagnose-return-link',
            'skill-description':
              'says whether the return link of a base station carries traffic, and what to do about it',
            'skill-tags': ['link', 'diagnosis', 'fault', 'base station'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
        ],
      },
      capability: { 'push-notifications': true },
    },
    skills: { 'diagnose-return-link': diagnose },
  });
}

/** @throws TaskFailure when the task names no base station */
function stationIn({ input }: SkillTask): string {
  const station = wordIn(input, 'station');
  if (station !== undefined) return station;
  throw new TaskFailure('invalid-input', 'the task names no base station; give the input { "station": "bs-1" }', {
    recovery: ['modify'],
  });
}
