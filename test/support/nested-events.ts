/** A node whose model has notifications within data, at several depths. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './clean-up.js';
import { startTestNode, type TestNode } from './node.js';

const RACK = `module acme-rack {
  yang-version 1.1;
  namespace "urn:acme:rack";
  prefix rack;
  container rack {
    list slot {
      key "shelf number";
      leaf shelf { type string; }
      leaf number { type uint8; }
      leaf label { type string; }
      container power {
        leaf limit { type uint16; }
        notification low { leaf volts { type uint16; mandatory true; } }
      }
      notification pulled { leaf by { type string; } }
    }
  }
}`;

export async function startRack(): Promise<TestNode> {
  const yang = temporaryFolder();
  writeFileSync(join(yang, 'acme-rack.yang'), RACK);
  const rack = await startTestNode({ yang: [yang], tls: false, passwords: { anna: 'anna-secret' } });
  await rack.node.edit({
    'acme-rack:rack': {
      slot: [
        { shelf: 'top', number: 1, label: 'a' },
        { shelf: 'top', number: 2, power: { limit: 9 } },
      ],
    },
  });
  return rack;
}

export const slot = (number: number): string => `/acme-rack:rack/slot[shelf='top'][number='${number}']`;

/** What two different things happen to: slot 1 is pulled, then the power of slot 2 is low. */
export async function happen({ node }: TestNode): Promise<void> {
  await node.notify(`${slot(1)}/pulled`, { by: 'hand' });
  await node.notify(`${slot(2)}/power/low`, { volts: 7 });
}
