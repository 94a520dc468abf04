/** Parts of what a lying peer gives: sessions of liar.example, with agent fault of near.example as a member. */
import { randomUUID } from 'node:crypto';
import type { Plain } from './domains-rig.js';

const AT = '2030-01-01T00:00:00Z';

/** Returns an identifier of version 7. */
export const newId = () => randomUUID().replace(/^(.{14})4/, '$17');

export const header = (id: string, more: Plain = {}): Plain => ({
  ...{
    id,
    kind: 'group',
    state: 'open',
    complete: true,
    acknowledged: '0',
    created: AT,
    since: AT,
    home: 'liar.example',
  },
  member: [
    { agent: 'chief@liar.example', role: 'coordinator', state: 'joined', 'from-sequence': '1' },
    { agent: 'fault@near.example', role: 'speaker', state: 'joined', 'from-sequence': '1' },
  ],
  ...more,
});

export const message = (id: string, sequence: number | string, more: Plain = {}): Plain => ({
  ...{ session: id, sequence: `${sequence}`, id: `m-${sequence}`, type: 'yangent-sessions:discussion', at: AT },
  ...{ from: 'chief@liar.example', content: `word ${sequence}`, previous: `${Math.max(0, Number(sequence) - 1)}` },
  ...more,
});
