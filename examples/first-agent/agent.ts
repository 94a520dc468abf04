/** The agent: what it says of itself, and what it can do. */
import { defineAgent } from 'yangent';
import { watchPort } from './loops/watch-port.js';
import { checkPort } from './skills/check-port.js';

export default defineAgent({
  id: 'first-agent',
  // What others read of it; its skills are added from below.
  profile: {
    name: 'first-agent',
    description: 'Looks whether services of the network answer',
    type: 'fault-management',
    version: '0.1.0',
    provider: 'your organisation',
    domain: 'IP',
  },
  skills: { 'check-port': checkPort },
  loops: [watchPort()],
});
