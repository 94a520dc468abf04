/** Every part by its name: a new one is a line here. */
import type { Part } from '../part.js';
import { apiPath } from './api-path.js';
import { framing } from './framing.js';
import { http1 } from './http1.js';
import { http2 } from './http2.js';
import { json } from './json.js';
import { netconf } from './netconf.js';
import { query } from './query.js';
import { sessions } from './sessions.js';
import { ssh } from './ssh.js';
import { xml } from './xml.js';

export const PARTS: ReadonlyMap<string, Part> = new Map([
  ['framing', framing],
  ['xml', xml],
  ['json', json],
  ['api-path', apiPath],
  ['query', query],
  ['netconf', netconf],
  ['sessions', sessions],
  ['http1', http1],
  ['http2', http2],
  ['ssh', ssh],
]);
