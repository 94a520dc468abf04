/** The steps of the scenario, numbered as in section 2.1 of the draft, and by what they are known in the account. */
import type { Entry, Step } from '../stage/index.js';

const reports = (from: string) => (entry: Entry) =>
  [entry.from, entry.to].includes(from) &&
  [entry.from, entry.to].includes('oss-fault') &&
  entry.task?.type?.startsWith('report-') === true;

export const STEPS: readonly Step[] = [
  {
    id: '✓',
    title: 'Verified with the devices, and closed',
    has: ({ from, about = '', task }) =>
      ['back', 'verification', 'ticket-resolved', 'ticket-closed'].includes(about) ||
      (from === 'oss-fault' && about === 'ticket-inProgress') ||
      task?.type?.startsWith('check-') === true,
  },
  {
    id: '1',
    title: 'IP domain: a line is interrupted',
    has: ({ about, from, to, task }) =>
      !task && (about === 'cut' || (about === 'lost' && [from, to].includes('ip-fault'))),
  },
  {
    id: '2',
    title: 'Mobile domain: a mass outage of base stations',
    has: ({ about, from, to, task }) => !task && about === 'lost' && [from, to].includes('wireless-fault'),
  },
  { id: '3a', title: 'Awareness: the incident of the mobile domain', has: reports('wireless-fault') },
  { id: '3b', title: 'Awareness: the incident of the IP domain', has: reports('ip-fault') },
  { id: '3c', title: 'Awareness: complaints of users', has: reports('customer-care') },
  { id: '4', title: 'Cross-domain correlation', has: ({ about }) => about === 'correlation' },
  {
    id: '5',
    title: 'Diagnosis by the IP domain, with a recommendation',
    has: ({ about, task }) => about === 'diagnosis' || task?.type === 'diagnose-line',
  },
  {
    id: '6',
    title: 'Automatic repair is impossible: a trouble ticket',
    has: ({ about, from, to }) => about === 'ticket' || [from, to].includes('ticket-system'),
  },
  {
    id: '8',
    title: 'Guidance from the resource-layer copilot, and the repair',
    has: ({ about, from, to }) => about === 'repair' || [from, to].includes('resource-copilot'),
  },
  {
    id: '7',
    title: 'The field engineer asks the service-layer copilot',
    has: ({ from, to }) => [from, to].includes('service-copilot'),
  },
];
