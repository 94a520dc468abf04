/** Complaints about connected cars (section 2.3 of the draft): said in plain words, about places nobody can foresee. */
import {
  type Outcome,
  type PlayOptions,
  type Scenario,
  SimulatedNetwork,
  type Stage,
  startTicketService,
  TicketClient,
  type TroubleTicket,
} from '../stage/index.js';
import { complaintAgent } from './agents/complaint.js';
import { mobile } from './agents/mobile.js';
import { transmission } from './agents/transmission.js';
import { dispatch } from './bss.js';
import { type Complaint, complain } from './manufacturer.js';
import { DOMAIN_A, DOMAIN_B, NETWORK } from './plan.js';
import { STEPS } from './steps.js';

export const MANUFACTURER = 'velora-motors';

export const COMPLAINTS: readonly Complaint[] = [
  {
    number: 'VM-1',
    text:
      'Since about 7:40 this morning drivers have been calling our hotline: in the Harbour District they cannot unlock ' +
      'their cars with the app. Some 35 cars are affected. When will this work again?',
  },
  {
    number: 'VM-2',
    text:
      'Mr Jonas Keller (contract 4711-22, phone 0171 5550199) left the Harbour District at 17:55 with everything in order. ' +
      'Behind the border tunnel, on the A9, his navigation became slow at 18:40, and uploads of sensor data drop again and ' +
      'again. 23 cars of the same fleet say so. By the way, your invoice of October is still wrong.',
  },
  {
    number: 'VM-3',
    text: 'Some of our cars lose their connection now and then. Can you check?',
    answers: ['Drivers tell us it is near the departures hall of the airport.'],
  },
];

/** The agents, the BSS and the manufacturer at work, so that complaints can be made. */
export interface Company {
  readonly network: SimulatedNetwork;
  /** Complains, and waits until the ticket is closed or held. */
  complain(complaint: Complaint): Promise<TroubleTicket>;
}

/** Starts everybody; `signal` ends it. */
export async function assemble(stage: Stage, signal: AbortSignal): Promise<Company> {
  const network = new SimulatedNetwork(NETWORK);
  const service = await startTicketService();
  stage.own(() => service.close());
  const namesOf = ({ routers, baseStations }: typeof NETWORK) => ({
    routers: routers.map(({ name }) => name),
    stations: baseStations.map(({ name }) => name),
  });
  const [a, b] = [namesOf(DOMAIN_A), namesOf(DOMAIN_B)];
  await stage.start({
    network,
    agents: [
      {
        id: 'complaint-a',
        peers: { 'mobile-a': 'NETCONF', 'transmission-a': 'RESTCONF', 'complaint-b': 'RESTCONF' },
        agent: (desk) =>
          complaintAgent(desk, {
            domain: 'A',
            networks: { 'mobile-a': 'examine-coverage', 'transmission-a': 'examine-path' },
            others: { B: 'complaint-b' },
          }),
      },
      { id: 'mobile-a', peers: {}, devices: a.stations, agent: (desk) => mobile(desk, 'A', DOMAIN_A) },
      { id: 'transmission-a', peers: {}, devices: a.routers, agent: (desk) => transmission(desk, 'A', DOMAIN_A) },
      {
        id: 'complaint-b',
        peers: { 'mobile-b': 'NETCONF', 'transmission-b': 'NETCONF' },
        agent: (desk) =>
          complaintAgent(desk, {
            domain: 'B',
            networks: { 'mobile-b': 'examine-coverage', 'transmission-b': 'examine-path' },
            others: {},
          }),
      },
      { id: 'mobile-b', peers: {}, devices: b.stations, agent: (desk) => mobile(desk, 'B', DOMAIN_B) },
      { id: 'transmission-b', peers: {}, devices: b.routers, agent: (desk) => transmission(desk, 'B', DOMAIN_B) },
    ],
    clients: [
      { id: 'bss', peers: { 'complaint-a': 'RESTCONF' } },
      { id: MANUFACTURER, peers: {} },
    ],
  });
  const client = (name: string) => ({ desk: stage.desk(name), tickets: new TicketClient(service, stage.desk(name)) });
  const poll = stage.paced(150);
  const failed = new Promise<never>((_, reject) => {
    dispatch({ ...client('bss'), oss: 'complaint-a', poll, signal }).catch(reject);
  });
  // Without a complaint that waits, nobody hears of it.
  failed.catch(() => undefined);
  return {
    network,
    complain: (complaint) => Promise.race([complain(complaint, { ...client(MANUFACTURER), poll, signal }), failed]),
  };
}

/** What went wrong in the network before anybody complained: an interface is off in domain A, cells are too weak in domain B. */
export async function misconfigure(stage: Stage): Promise<void> {
  const tell = (text: string) => stage.account.tell({ from: 'an operator', act: 'does', about: 'mistake', text });
  tell('switches xe-0/0/0 of agg-harbour off, in domain A');
  const off = { interface: [{ name: 'xe-0/0/0', enabled: false }] };
  await stage.device('agg-harbour').node.edit({ 'ietf-interfaces:interfaces': off });
  tell('forgets to end a test of energy saving: in domain B, bs-eastbridge sends with 12 dBm');
  const cell = ['a', 'b', 'c'].map((name) => ({ name, 'transmit-power': 12, 'energy-saving': true }));
  await stage.device('bs-eastbridge').node.edit({ 'example-radio:base-station': { cell } });
}

async function play(stage: Stage, { signal }: PlayOptions): Promise<Outcome> {
  const end = new AbortController();
  try {
    const company = await assemble(stage, AbortSignal.any([signal, end.signal]));
    await misconfigure(stage);
    const times: Record<string, number> = {};
    const tickets: TroubleTicket[] = [];
    for (const complaint of COMPLAINTS) {
      const from = performance.now();
      tickets.push(await company.complain(complaint));
      times[`${complaint.number} answered`] = Math.round(performance.now() - from);
    }
    const text = tickets.map(({ id, status, note }) => `${id} is ${status}: ${note.at(-2)?.text ?? ''}`).join(' ');
    return { ok: tickets.every(({ status }) => status === 'closed'), text, times };
  } finally {
    end.abort(new Error('the scenario is over'));
  }
}

export const scenario: Scenario = {
  name: 'complaint',
  title: 'Complaints about connected cars, across management domains',
  story:
    'A car manufacturer complains in plain words. The BSS makes tickets of it and gives them to the OSS, whose agent reads ' +
    'them and finds out where the fault is: in its own domain, where the agents of the networks look for it, or in another, ' +
    'to whose agent it tells what belongs there. Where a complaint says too little, it asks.',
  steps: STEPS,
  play,
};
