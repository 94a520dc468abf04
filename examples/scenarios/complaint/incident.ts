/** An incident that somebody complains of, and the form in which it is looked for in a text. */
import type { TextForm } from 'yangent';
import { type Members, textIn, textsIn } from '../stage/index.js';
import { PLACES } from './places.js';

export interface Incident {
  /** Name of a place. */
  readonly place: string;
  /** Services of the cars that suffer. */
  readonly services: readonly Service[];
  readonly symptom?: Symptom;
  /** Time of day, as the complaint says it. */
  readonly since?: string;
  /** How many cars. */
  readonly cars?: number;
}

/** What one sentence says of incidents. */
export interface Mention extends Partial<Omit<Incident, 'place'>> {
  readonly places: readonly string[];
  /** It says that something is over. */
  readonly over: boolean;
}

const SERVICES = {
  'remote-unlock': ['unlock', 'lock', 'door', 'open the car', 'open their cars', 'get into their cars', 'app'],
  navigation: ['navigation', 'map', 'route', 'routing', 'traffic information', 'traffic data', 'sat nav'],
  'emergency-call': ['emergency call', 'ecall', 'sos'],
  telemetry: ['telemetry', 'upload', 'position', 'sensor data', 'diagnostic data'],
} as const;

const SYMPTOMS = {
  'no-connection': [
    ...['no connection', 'no signal', 'offline', 'dead', 'unreachable', 'lost', 'stopped', 'failed', 'fail', 'nothing'],
    ...['cannot', "can't", 'not work', 'not working', "doesn't work", "don't work", 'unable', 'without connection'],
  ],
  slow: ['slow', 'slowly', 'takes minutes', 'take minutes', 'delay', 'delayed', 'late', 'hang', 'lag'],
  unstable: ['drop', 'dropped', 'dropping', 'interrupted', 'now and then', 'again and again', 'unstable', 'break off'],
} as const;

const OVER = ['solved', 'fixed', 'works again', 'work again', 'is over', 'was repaired'];

export type Service = keyof typeof SERVICES;
export type Symptom = keyof typeof SYMPTOMS;

const SERVICE_NAMES: readonly Service[] = ['remote-unlock', 'navigation', 'emergency-call', 'telemetry'];
const SYMPTOM_NAMES: readonly Symptom[] = ['no-connection', 'slow', 'unstable'];

/** All parts are optional: one sentence seldom says everything. */
export const INCIDENT_FORM: TextForm = {
  description: 'what a sentence of a complaint says of incidents: where, when, and which service of cars does not work',
  input: {
    type: 'object',
    properties: {
      places: { type: 'array', items: { type: 'string', enum: PLACES.map(({ name }) => name) } },
      services: { type: 'array', items: { type: 'string', enum: SERVICE_NAMES } },
      symptom: { type: 'string', enum: SYMPTOM_NAMES },
      since: { type: 'string', pattern: '^([01]?\\d|2[0-3])[:.][0-5]\\d$', description: 'time of day' },
      cars: { type: 'integer', minimum: 1 },
      over: { type: 'boolean', description: 'says that something is repaired, so that nothing need be done' },
    },
  },
  words: {
    places: Object.fromEntries(PLACES.map(({ name, words }) => [name, words])),
    services: SERVICES,
    symptom: SYMPTOMS,
    over: { true: OVER },
  },
};

/** @param parameters by INCIDENT_FORM */
export function mentionIn(parameters: Members): Mention {
  const services = textsIn(parameters, 'services').flatMap((each) => SERVICE_NAMES.filter((name) => name === each));
  const symptom = SYMPTOM_NAMES.find((name) => name === textIn(parameters, 'symptom'));
  const since = textIn(parameters, 'since');
  const { cars, over } = parameters;
  return {
    places: textsIn(parameters, 'places'),
    over: over === true,
    ...(services.length > 0 && { services }),
    ...(symptom !== undefined && { symptom }),
    ...(since !== undefined && { since }),
    ...(typeof cars === 'number' && { cars }),
  };
}

const IN_WORDS: Readonly<Record<Symptom, string>> = {
  'no-connection': 'no connection for',
  slow: 'slow:',
  unstable: 'unstable:',
};

/** The incident in a sentence of its own, which says nothing else of what the complaint said. */
export function inWords({ place, services, symptom, since, cars }: Incident): string {
  const what = services.length === 0 ? 'all services' : services.map((name) => name.replace('-', ' ')).join(' and ');
  const how = symptom === undefined ? 'trouble with' : IN_WORDS[symptom];
  const when = since === undefined ? '' : `, since ${since}`;
  const whose = cars === undefined ? '' : `, ${cars} cars`;
  return `At ${place}${when}, ${how} ${what}${whose}.`;
}
