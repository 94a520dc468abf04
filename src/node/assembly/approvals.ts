/** Opens approvals: they know the users, the owners of agents, and who last changed what a request is about. */
import { type AgentOwnership, Approvals, type AskedRequest } from '../../access/index.js';
import { isObject } from '../../data/index.js';
import type { Loops } from '../../loops/index.js';
import { approvalNews } from '../../server/index.js';
import type { Workflows } from '../../workflows/index.js';
import type { Ground } from './ground.js';

export function openApprovals(
  {
    options,
    store,
    events,
    records,
    access,
    log,
  }: Pick<Ground, 'options' | 'store' | 'events' | 'records' | 'access' | 'log'>,
  o: {
    readonly directory: Pick<AgentOwnership, 'ownersOf'>;
    readonly loops: Pick<Loops, 'owners'>;
    readonly workflows: Pick<Workflows, 'changedBy'>;
  },
): Approvals {
  return new Approvals({
    store,
    limits: options.limits?.approvals,
    log,
    voter: (name) => access.voter(name),
    ownersOf: (agent) => o.directory.ownersOf(agent),
    changedBy: async (request) => {
      const loops = namesAt(LOOP, request.target).map((name) => o.loops.owners.changedBy(name));
      const definitions = [...namesAt(DEFINITION, request.target), ...memberIn(request, START, 'definition')];
      const workflows = await Promise.all(definitions.map((name) => o.workflows.changedBy(name)));
      const grants = await Promise.all(namesAt(GRANT, request.target).map((id) => access.grants.get(id)));
      const givers = grants.flatMap((grant) => (grant ? [grant.from, ...grant.actors] : []));
      return [...loops, ...workflows, ...givers].filter((name) => name !== undefined);
    },
    record: (tx, content) => void records.append(tx, content),
    notify: approvalNews(events),
  });
}

/** The instance-identifiers of a loop, a definition and a grant, or of something in it. */
const LOOP = /^\/yangent-loops:loops\/loop\[name=(?:'([^']*)'|"([^"]*)")\]/;
const DEFINITION = /^\/yangent-workflows:workflows\/definition\[name=(?:'([^']*)'|"([^"]*)")\]/;

const GRANT = /^\/yangent-access:grants\/grant\[id=(?:'([^']*)'|"([^"]*)")\]/;

/** The operations that name a definition in their input. */
const START: readonly string[] = ['yangent-workflows.start'];

function namesAt(path: RegExp, targets: readonly string[]): readonly string[] {
  return targets.flatMap((target) => {
    const [, single, double] = path.exec(target) ?? [];
    return single ?? double ?? [];
  });
}

/** Returns a member of the input of one of the operations; none when it is not there. */
function memberIn({ operation, input }: AskedRequest, operations: readonly string[], name: string): readonly string[] {
  const value = operations.includes(operation) && isObject(input) ? { ...input }[name] : undefined;
  return typeof value === 'string' ? [value] : [];
}
