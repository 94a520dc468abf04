/** Cross-domain fault management (section 2.1 of the draft): one cut line, seen by three who do not know of each other. */
import {
  type Account,
  type Outcome,
  type PlayOptions,
  type Scenario,
  SimulatedNetwork,
  type Stage,
  startTicketService,
  TicketClient,
  type TicketService,
} from '../stage/index.js';
import { ipFault } from './agents/ip-fault.js';
import { ossFault } from './agents/oss-fault.js';
import { resourceCopilot } from './agents/resource-copilot.js';
import { serviceCopilot } from './agents/service-copilot.js';
import { wirelessFault } from './agents/wireless-fault.js';
import { type Conduct, work } from './engineer.js';
import { PLAN } from './plan.js';
import { STEPS } from './steps.js';
import { complain } from './subscribers.js';

/** What an excavator hits. */
const LINE = 'line-north';
const CUT_KM = 12.4;

/** What may go otherwise than in the story. */
export interface Variant {
  /** What becomes of the line; `switched-off` is a mistake in configuration, which can be repaired from afar. */
  readonly fault?: 'cut' | 'switched-off';
  readonly engineer?: Conduct;
}

export async function playFault(stage: Stage, { signal }: PlayOptions, variant: Variant = {}): Promise<Outcome> {
  const { account } = stage;
  const network = new SimulatedNetwork(PLAN);
  const service = await startTicketService();
  stage.own(() => service.close());
  const routers = PLAN.routers.map(({ name }) => name);
  const stations = PLAN.baseStations.map(({ name }) => name);
  await stage.start({
    network,
    agents: [
      {
        id: 'oss-fault',
        peers: { 'ip-fault': 'NETCONF', 'wireless-fault': 'NETCONF' },
        agent: (desk) => ossFault(desk, { stage, plan: PLAN, tickets: new TicketClient(service, desk) }),
      },
      {
        id: 'wireless-fault',
        peers: { 'oss-fault': 'RESTCONF' },
        devices: stations,
        agent: (desk) => wirelessFault(desk, stage, stations),
      },
      {
        id: 'ip-fault',
        peers: { 'oss-fault': 'RESTCONF' },
        devices: routers,
        agent: (desk) => ipFault(desk, stage, PLAN),
      },
      {
        id: 'service-copilot',
        peers: { 'resource-copilot': 'RESTCONF' },
        agent: (desk) => serviceCopilot(desk, PLAN, new TicketClient(service, desk)),
      },
      {
        id: 'resource-copilot',
        peers: {},
        devices: routers,
        agent: (desk) => resourceCopilot(desk, PLAN),
      },
    ],
    clients: [
      { id: 'customer-care', peers: { 'oss-fault': 'RESTCONF' } },
      { id: 'field-engineer', peers: { 'service-copilot': 'RESTCONF' } },
    ],
  });
  await stage.ready(['wireless-fault', 'ip-fault'], signal);
  account.begin();

  await strike(stage, network, variant);
  const end = new AbortController();
  const context: Context = { stage, network, service, variant, signal: AbortSignal.any([signal, end.signal]) };
  const complaints = complain({
    network,
    desk: stage.desk('customer-care'),
    patience: stage.paced(400),
    signal: context.signal,
  });
  try {
    const [outcome] = await Promise.all([
      variant.fault === 'switched-off' ? fromAfar(context) : byTicket(context),
      complaints,
    ]);
    return outcome;
  } finally {
    end.abort(new Error('the scenario is over'));
  }
}

interface Context {
  readonly stage: Stage;
  readonly network: SimulatedNetwork;
  readonly service: TicketService;
  readonly variant: Variant;
  readonly signal: AbortSignal;
}

/** Until the engineer's ticket is closed, or comes back to one who only claimed. */
async function byTicket({ stage, network, service, variant, signal }: Context): Promise<Outcome> {
  const desk = stage.desk('field-engineer');
  const { id, status, note } = await work({
    network,
    desk,
    tickets: new TicketClient(service, desk),
    conduct: variant.engineer ?? 'repairs',
    poll: stage.paced(200),
    way: stage.paced(600),
    signal,
  });
  if (status !== 'closed') return { ok: false, text: `ticket ${id} is ${status}: ${note.at(-1)?.text}` };
  const { account } = stage;
  await clearedBy(account, 'wireless-fault', signal);
  await clearedBy(account, 'ip-fault', signal);
  return {
    ok: true,
    text: `${LINE} is repaired, ticket ${id} is closed: ${note.at(-1)?.text}`,
    times: timesOf(account),
  };
}

/** Until the OSS has asked whether the repair from afar has helped. */
async function fromAfar({ stage: { account }, signal }: Context): Promise<Outcome> {
  await account.until(({ act, task }) => act === 'answers' && task?.type === 'check-base-stations', signal);
  await clearedBy(account, 'wireless-fault', signal);
  await clearedBy(account, 'ip-fault', signal);
  return { ok: true, text: `${LINE} was switched on again from afar`, times: timesOf(account) };
}

/** Until that domain has told the OSS that its incident is over. */
async function clearedBy(account: Account, agent: string, signal: AbortSignal): Promise<void> {
  await account.until(({ to, act, about }) => to === agent && act === 'answers' && about === 'back', signal);
}

function timesOf({ entries }: Account): Readonly<Record<string, number>> {
  const begun = entries.find(({ about }) => about === 'cut')?.at ?? 0;
  const detected = entries.find(({ act, about }) => act === 'finds' && about === 'lost')?.at ?? 0;
  const repaired = entries.find(({ act, about }) => act === 'notifies' && about === 'back')?.at ?? 0;
  const verified = entries.findLast(({ task }) => task?.type?.startsWith('check-'))?.at ?? 0;
  return {
    'from fault to detection': detected - begun,
    'from detection to repair': repaired - detected,
    'from repair to verified': verified - repaired,
  };
}

async function strike(stage: Stage, network: SimulatedNetwork, { fault = 'cut' }: Variant): Promise<void> {
  const { account } = stage;
  if (fault === 'cut') {
    account.tell({
      from: 'the world',
      act: 'does',
      about: 'cut',
      text: `an excavator cuts ${LINE}, ${CUT_KM} km from core-1`,
    });
    network.cut(LINE, CUT_KM);
    return;
  }
  const [{ router, interface: name }] = network.line(LINE).ends;
  account.tell({
    from: 'an operator',
    act: 'does',
    about: 'cut',
    text: `switches ${name} of ${router} off by mistake`,
  });
  await stage.device(router).node.edit({ 'ietf-interfaces:interfaces': { interface: [{ name, enabled: false }] } });
}

export const scenario: Scenario = {
  name: 'fault',
  title: 'Cross-domain fault management',
  story:
    'A line of the IP network is cut, and base stations behind it go out of service. The IP agent, the wireless agent and ' +
    'users tell the OSS, each what they see. Its agent finds the line, has it diagnosed, and sends a field engineer.',
  steps: STEPS,
  play: (stage, options) => playFault(stage, options),
};
