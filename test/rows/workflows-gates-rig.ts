/** The node of workflow rows with persons who vote. */
import { afterAll, beforeAll } from 'vitest';
import { jwkOf } from '../../src/keys/index.js';
import { faultOfEvidence, type Keys, keysOf } from '../../src/workflows/index.js';
import { Https } from '../support/http.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { Refused, type Run, stepOf, stepsOf } from '../workflows/rig.js';
import { DATA, startRows, type WorkflowRows } from './workflows-rig.js';

export interface Gate {
  readonly name: string;
  readonly state: string;
  readonly digest: string;
  readonly statement: string;
  readonly salt: string;
  readonly subject: string;
  readonly vote: readonly GateVote[];
  readonly [member: string]: unknown;
}

export interface GateVote {
  readonly by: string;
  readonly verdict: 'approve' | 'reject';
  readonly at: string;
  readonly proof: string;
  readonly comment?: string;
  readonly method?: readonly string[];
  readonly signature?: string;
  readonly key?: string;
  readonly data?: unknown;
}

export interface GateRows extends WorkflowRows {
  readonly carol: Https;
  readonly dave: Https;
  /** Of a user who has no part in runs. */
  readonly erin: Https;
  /** Of an operator who is asked in no gate of these tests. */
  readonly operator: Https;
  /** Writes a definition as the administrator. */
  define(name: string, dag: object): Promise<void>;
  /** Approves over NETCONF. Returns the reply. */
  netconfVote(user: string, run: string, node: string, digest: string): Promise<string>;
  /** Returns the keys of the node as an auditor has them. */
  nodeKeys(): Promise<Keys>;
  /** Writes a guard. */
  guard(name: string, terms: object): Promise<unknown>;
  /** Deletes a guard. */
  dropGuard(name: string): Promise<unknown>;
  /** Verifies the votes of a gate without the node, by its public key. Returns what is wrong with the first bad one. */
  faultOf(gate: Gate): Promise<string | undefined>;
}

const PASSWORD = 'long enough';

/** For the tests of one file; the node is there when they run. */
export function useGateRows(): GateRows {
  let started: GateRows | undefined;
  let stop = async () => {};
  beforeAll(async () => {
    const [rows, end] = await startRows();
    const { node } = rows.rig;
    await node.edit({
      'yangent-access:access': {
        user: ['carol', 'dave', 'erin']
          .map((name) => ({ name, password: `$0$${PASSWORD}` }))
          .concat([
            // biome-ignore lint/suspicious/noExplicitAny: users have members that others do not have
            { name: 'olga', password: `$0$${PASSWORD}`, group: ['operator'] } as any,
          ]),
      },
    });
    const [carol, dave, erin, operator] = ['carol', 'dave', 'erin', 'olga'].map(
      (name) => new Https(rows.rig, name, PASSWORD),
    ) as [Https, Https, Https, Https];
    const more: Omit<GateRows, keyof WorkflowRows> = {
      ...{ carol, dave, erin, operator },
      define: async (name, dag) => {
        const definition = [{ name, version: '1.0', ...dag }];
        const path = `/restconf/data/yangent-workflows:workflows/definition=${name}`;
        const { status, value } = await rows.admin('PUT', path, { 'yangent-workflows:definition': definition });
        if (status >= 300) throw new Error(JSON.stringify(value));
      },
      netconfVote: async (user, run, name, digest) => {
        const session = await RawNetconf.open(rows.rig, '1.1', { user, password: PASSWORD });
        const keys = `<node>${name}</node><item>0</item><generation>1</generation>`;
        const action = `<action xmlns="urn:ietf:params:xml:ns:yang:1"><workflows xmlns="urn:yangent:params:xml:ns:yang:yangent-workflows"><run><id>${run}</id><step>${keys}<approve><digest>${digest}</digest></approve></step></run></workflows></action>`;
        const reply = await session.ask(action);
        session.close();
        return reply;
      },
      nodeKeys: () => nodeKeys(rows),
      guard: (name, terms) =>
        rows.admin('PUT', `${DATA}/yangent-workflows:workflows/guard=${name}`, {
          'yangent-workflows:guard': [{ name, ...terms }],
        }),
      dropGuard: (name) => rows.admin('DELETE', `${DATA}/yangent-workflows:workflows/guard=${name}`),
      faultOf: async ({ statement, salt, subject, vote }) => {
        const keys = await nodeKeys(rows);
        for (const each of vote) {
          const opened = { salt: Buffer.from(salt, 'base64'), subject };
          const fault = await faultOfEvidence({ statement, opened, vote: each }, { node: (kid) => keys.get(kid) });
          if (fault !== undefined) return fault;
        }
        return undefined;
      },
    };
    started = Object.assign(rows, more);
    stop = async () => {
      for (const each of [carol, dave, erin, operator]) each.close();
      await end();
    };
  });
  afterAll(() => stop());
  return new Proxy({} as GateRows, {
    get: (_, name: keyof GateRows) => {
      if (!started) throw new Error('the node is not started yet');
      return started[name];
    },
  });
}

async function nodeKeys(rows: WorkflowRows): Promise<Keys> {
  const { value } = await rows.admin('GET', '/restconf/data/yangent-keys:keys/active=document');
  const [{ 'public-key': spki }] = value['yangent-keys:active'];
  const { id: kid, text } = jwkOf(Buffer.from(spki, 'base64'));
  return keysOf(JSON.stringify({ keys: [{ ...JSON.parse(text), kid }] }));
}

/** Returns the gate of a step that has one. */
export function gateOf(run: Run, node: string): Gate {
  const [gate] = (stepOf(run, node).gate ?? []) as readonly Gate[];
  if (!gate) throw new Error(`step ${node} has no gate in ${JSON.stringify(run)}`);
  return gate;
}

/** The state of a step without its module. */
export const stateIn = (run: Run, node: string): string => stepOf(run, node).state.replace('yangent-workflows:', '');

/** True for a run of which a node waits for votes before it begins. */
export const waits = (node: string) => (run: Run) => run.step !== undefined && hasGate(run, node);

function hasGate(run: Run, node: string): boolean {
  return stepsOf(run).some((step) => step.node === node && step.state.endsWith('awaiting-approval'));
}

/** The input of roll-back, to the start of the run. */
export const backToStart = (reason: string, next: 'resume' | 'end'): object =>
  Object.fromEntries([...Object.entries({ to: '1', reason }), ['then', next]]);

/** Returns the error-tag and the error-app-tag of a refusal. @throws Error when it was not refused */
export async function refusalOf(work: Promise<unknown>): Promise<readonly unknown[]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw new Error(`it was not refused: ${String(error)}`);
  return [error.error['error-tag'], error.error['error-app-tag'] ?? null];
}
