/** Places that people name in complaints, and which domain manages the network there. */

export type Domain = 'A' | 'B';

export interface Place {
  /** As the plans of the network name the site. */
  readonly name: string;
  readonly domain: Domain;
  /** What people call it. */
  readonly words: readonly string[];
}

export const PLACES: readonly Place[] = [
  {
    name: 'Harbour District',
    domain: 'A',
    words: ['harbour', 'harbor', 'port area', 'docks', 'quay', 'ferry terminal', 'pier'],
  },
  { name: 'Airport Ring', domain: 'A', words: ['airport', 'departures', 'A3 junction'] },
  { name: 'Eastbridge', domain: 'B', words: ['east bridge', 'Eastmark', 'A9', 'border tunnel'] },
];

export function placeNamed(name: string): Place | undefined {
  return PLACES.find((place) => place.name === name);
}
