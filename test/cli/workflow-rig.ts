/** A node with the workflow repair, and the command `yangent workflow` for it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { TaskFailure } from '../../src/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { worker } from '../workflows/rig.js';
import { type Outcome, yangent } from './support.js';

const TIME = /^\d\d:\d\d:\d\d/gm;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SHORT_ID = /\b[0-9a-f]{8}-[0-9a-f]{4}(-7[0-9a-f]{3})?\b/g;
const SPAN = /\d+(\.\d)? s\b/g;

/** Makes texts of different runs equal. */
export const plain = (text: string) =>
  text.replace(TIME, 'hh:mm:ss').replace(ID, 'ID').replace(SHORT_ID, 'SHORT').replace(SPAN, 'n s');

export const REPAIR = `name: repair
version: '1.0'
description: Finds the fault of a site and mends it.
input-schema: { type: object, required: [site], properties: { site: { type: string } } }
nodes:
  find:
    task: { skill: do, agent: field }
    input: { site: input.site }
  mend:
    task: { skill: mend, agent: field }
    input: { site: steps.find.output.result.site }
    retry: 1
output:
  mended: steps.mend.output.report.mended
`;

export const WAIT = `name: change
version: '2'
nodes:
  approved: { wait: { signal: go } }
  mend: { task: { skill: mend, agent: field }, input: { site: steps.approved.output.site } }
`;

export interface WorkflowRig {
  readonly node: () => TestNode;
  /** Where `save` writes. */
  readonly folder: string;
  /** Sites that the worker cannot mend. */
  readonly missing: Set<string>;
  readonly command: (...args: readonly string[]) => Promise<Outcome>;
  /** Writes a file. Returns its path. */
  readonly save: (name: string, text: string) => string;
}

export function useWorkflowRig(): WorkflowRig {
  let node: TestNode;
  const folder = temporaryFolder();
  const missing = new Set<string>();
  const save = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  beforeAll(async () => {
    const mend = async ({ input }: { readonly input?: unknown }) => {
      const { site } = Object(input);
      if (missing.has(site)) throw new TaskFailure('no-spare', 'there is no spare part');
      return { artifacts: [{ name: 'report', data: { mended: site } }] };
    };
    node = await startTestNode({
      passwords: { ann: 'ann-has-a-password' },
      agents: [worker('field', { mend })],
      workflows: [save('repair.yaml', REPAIR)],
    });
  });
  afterAll(() => node.stop());
  return {
    ...{ folder, missing, save, node: () => node },
    command: (...args) => yangent('workflow', ...args, '--url', node.url),
  };
}
