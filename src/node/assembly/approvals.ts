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
      const workflows = await Promise.all([
        ...namesAt(DEFINITION, request.target).map((name) => o.workflows.changedBy(name)),
        ...startedBy(request).map(({ definition, revision }) => o.workflows.changedBy(definition, revision)),
      ]);
      const grants = await Promise.all(namesAt(GRANT, request.target).map((id) => access.grants.get(id)));
      const givers = grants.flatMap((grant) => (grant ? [grant.from, ...grant.actors] : []));
      return [...loops, ...workflows.flat(), ...givers].filter((name) => name !== undefined);
    },
    record: (tx, content) => void records.append(tx, content),
    notify: approvalNews(events),
  });
}

/** The instance-identifiers of a loop, a definition and a grant, or of something in it. */
const LOOP = /^\/yangent-loops:loops\/loop\[name=(?:'([^']*)'|"([^"]*)")\]/;
const DEFINITION = /^\/yangent-workflows:workflows\/definition\[name=(?:'([^']*)'|"([^"]*)")\]/;

const GRANT = /^\/yangent-access:grants\/grant\[id=(?:'([^']*)'|"([^"]*)")\]/;

/** The operation that names a definition in its input, and perhaps the revision that is started. */
const START = 'yangent-workflows.start';

function namesAt(path: RegExp, targets: readonly string[]): readonly string[] {
  return targets.flatMap((target) => {
    const [, single, double] = path.exec(target) ?? [];
    return single ?? double ?? [];
  });
}

/** Returns the definition that a request starts; none for another request. */
function startedBy({
  operation,
  input,
}: AskedRequest): readonly { readonly definition: string; readonly revision?: number }[] {
  const { definition, revision } = operation === START && isObject(input) ? input : {};
  if (typeof definition !== 'string') return [];
  return [{ definition, ...(typeof revision === 'number' ? { revision } : {}) }];
}
