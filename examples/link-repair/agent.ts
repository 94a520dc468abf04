/** An agent that keeps links up. Run it with: yangent serve --agent examples/link-repair/agent.ts */
import { defineAgent } from 'yangent';
import { readIntent } from './intent.js';
import { diagnoseLink, linkIn, repairLink } from './skills.js';
import { uplinkUp } from './uplink-up.js';

const intent = readIntent();

export default defineAgent({
  id: 'link-repair',
  profile: {
    name: 'IRTF-yangent-IP-0.1.0',
    alias: 'link repair',
    description: 'Finds out why links are down, and switches on those that are switched off',
    type: 'fault-management',
    version: '0.1.0',
    provider: 'yangent',
    domain: 'IP',
    'management-object': intent.mustBeUp.map(({ device, interface: name }) => `${device}/${name}`).join(', '),
    skills: {
      skill: [
        {
          'skill-name': 'diagnose-link',
          'skill-description': 'says in which condition a link is, and what to do about it',
          'skill-tags': ['link', 'interface', 'diagnosis', 'fault'],
          'input-modes': ['text'],
          'output-modes': ['text'],
        },
        {
          'skill-name': 'repair-link',
          'skill-description': 'switches a link on and looks whether it came up',
          'skill-tags': ['link', 'interface', 'repair', 'fault'],
          'input-modes': ['text'],
          'output-modes': ['text'],
        },
      ],
    },
    capability: {
      'push-notifications': true,
      negotiate: 'acp-task-feasibility-negotiation-v1.0, acp-task-fulfillment-negotiation-v1.0',
    },
  },
  skills: { 'diagnose-link': diagnoseLink, 'repair-link': repairLink },
  defaultSkill: 'diagnose-link',
  // It looks at any device, and switches on links of those that the intent names.
  devices: intent.mustBeUp.map(({ device }) => device),

  // Any link can be diagnosed; a link that the intent does not name is not touched.
  feasibility: async ({ prompt }) => {
    const link = linkIn(prompt);
    const wantsRepair = /repair|switch|enable|restore/i.test(prompt?.description ?? '');
    const mine = intent.mustBeUp.some((each) => each.device === link?.device && each.interface === link.interface);
    if (!wantsRepair || mine) return { feasible: true };
    const object = prompt?.object ?? 'DEVICE/INTERFACE';
    return {
      feasible: false,
      counter: `##target object <object>${object}</object> ##task description <description>diagnose the link</description>`,
      reason: 'only links whose intent is to be up are repaired; any link can be diagnosed',
    };
  },

  // A result is good when it says that the link is up.
  fulfillment: async ({ content }) => {
    const satisfied = content.some((text) => /\bis up\b/.test(text));
    return satisfied ? { satisfied } : { satisfied, counter: 'the link is up', reason: 'the link is not up yet' };
  },

  loops: [uplinkUp(intent)],
});
