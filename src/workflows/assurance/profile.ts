/** How carefully the runs of a workflow are executed: the profiles that each node has, and configured ones. */
import type { Tree } from '../../data/index.js';
import type { YangentWorkflowsConfig } from '../../generated/providers.js';
import { configuredEntry } from '../../server/index.js';
import type { Dag, Unmarked } from '../model/dag.js';

export const ASSURANCE_PROFILE = '/yangent-workflows:workflows/assurance-profile';

export type AssuranceProfile = Unmarked<YangentWorkflowsConfig[typeof ASSURANCE_PROFILE]['value']>;

const ACKNOWLEDGE = 300;

/** The profiles of the model's description (ATD-0-b), in the order of their care. */
export const BUILT_IN: readonly AssuranceProfile[] = [
  {
    name: 'fast',
    acknowledge: ACKNOWLEDGE,
    grants: 'profile',
    'token-lifetime': 600,
    seal: false,
    signature: false,
    separation: false,
  },
  {
    name: 'standard',
    checkpoint: { 'every-steps': 20, 'every-seconds': 300 },
    acknowledge: ACKNOWLEDGE,
    grants: 'profile',
    'token-lifetime': 600,
    seal: false,
    'gate-from': 'critical',
    signature: false,
    separation: true,
  },
  {
    name: 'regulated',
    checkpoint: { 'every-steps': 1 },
    acknowledge: ACKNOWLEDGE,
    grants: 'explicit',
    'token-lifetime': 300,
    seal: true,
    'gate-from': 'high',
    signature: true,
    separation: true,
  },
];

const BY_NAME: ReadonlyMap<string, AssuranceProfile> = new Map(BUILT_IN.map((each) => [each.name, each]));

/** Returns an assurance profile: the configured one of this name, else that of the node; undefined when there is none. */
export function assuranceProfile(tree: Tree, name: string): AssuranceProfile | undefined {
  return configuredEntry(tree, ASSURANCE_PROFILE, name) ?? BY_NAME.get(name);
}

/** For the runs of a graph whose profile was deleted. */
const STRICTEST = 'regulated';

/** Returns the assurance profile of a graph. */
export function profileOfGraph(tree: Tree, { execution: { assurance } }: Pick<Dag, 'execution'>): AssuranceProfile {
  const profile = assuranceProfile(tree, assurance) ?? BY_NAME.get(STRICTEST);
  if (profile) return profile;
  throw new Error(`there is no assurance profile ${STRICTEST}`);
}

const RISKS = ['low', 'medium', 'high', 'critical'] as const;
export type Risk = (typeof RISKS)[number];

/** True for a risk that is at least as high as another one. */
export function isAtLeast(risk: Risk, least: Risk): boolean {
  return RISKS.indexOf(risk) >= RISKS.indexOf(least);
}
