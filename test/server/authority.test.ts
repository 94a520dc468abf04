/** Callers whose authority is limited, for what that authority implies. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Link } from '../../src/access/grant/link.js';
import { RequestCaller } from '../../src/restconf/http/caller.js';
import { withoutLinks } from '../../src/server/authority.js';
import { nodeView } from '../../src/server/index.js';

it('a caller without the limits of its authority still ends with its request', () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const caller = new RequestCaller(
    { name: 'bob', groups: [], links: [new Link('a grant', [])] },
    nodeView,
    response,
    '192.0.2.1',
  );
  const unlimited = withoutLinks(caller);
  expect(unlimited.principal.links).toBeUndefined();
  expect(unlimited.source).toBe('192.0.2.1');
  expect(unlimited.signal.aborted).toBe(false);
  caller.abort();
  expect(unlimited.signal.aborted).toBe(true);
});
