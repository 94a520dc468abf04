// The link-repair example, which stands still behind the edit of its skill while HOLD names a directory.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import agent from '../../../dist/examples/link-repair/agent.js';

const repair = agent.skills['repair-link'];

async function held(task, run) {
  const edit = async (...given) => {
    await run.devices.edit(...given);
    if (!process.env.HOLD) return;
    writeFileSync(join(process.env.HOLD, 'edited'), '');
    await new Promise(() => {});
  };
  return repair(task, { ...run, devices: { ...run.devices, edit } });
}

export default { ...agent, skills: { ...agent.skills, 'repair-link': held } };
