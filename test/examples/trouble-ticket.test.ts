/** The trouble ticket system of the scenarios, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTicketService, type TicketService } from '../../examples/scenarios/stage/index.js';

let service: TicketService;
beforeAll(async () => {
  service = await startTicketService();
});
afterAll(() => service.close());

const NEW = { description: 'line-north is cut', severity: 'Critical', ticketType: 'networkFault' };

async function request(method: string, path = '', body?: unknown, token = service.token) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, value: (await response.json()) as unknown };
}

async function opened(): Promise<string> {
  const { value } = await request('POST', '', NEW);
  return (value as { id: string }).id;
}

describe('the ticket system', () => {
  it('opens a ticket as TMF621 has it', async () => {
    expect(new URL(service.url).pathname).toBe('/tmf-api/troubleTicket/v4/troubleTicket');
    const { status, headers, value } = await request('POST', '', {
      ...NEW,
      relatedEntity: [{ id: 'line-north', role: 'faultyResource', '@referredType': 'LogicalResource' }],
    });
    expect(status).toBe(201);
    expect(value).toMatchObject({
      '@type': 'TroubleTicket',
      id: expect.stringMatching(/^TT-\d+$/),
      href: headers.get('location'),
      ...NEW,
      status: 'acknowledged',
      creationDate: expect.stringMatching(/Z$/),
      relatedEntity: [{ id: 'line-north' }],
      note: [],
    });
  });

  it('gives one, and those of a status', async () => {
    const id = await opened();
    expect((await request('GET', `/${id}`)).value).toMatchObject({ id });
    expect((await request('GET', '?status=acknowledged')).value).toEqual(
      expect.arrayContaining([expect.objectContaining({ id })]),
    );
    expect((await request('GET', '?status=closed')).value).toEqual([]);
    expect(await request('GET', '/TT-99')).toMatchObject({
      status: 404,
      value: { reason: 'there is no ticket TT-99' },
    });
    expect(await request('GET', '?status=lost')).toMatchObject({ status: 400 });
  });

  it('changes status and adds notes', async () => {
    const id = await opened();
    const note = [{ author: 'field-engineer', text: 'On my way.' }];
    expect(await request('PATCH', `/${id}`, { status: 'inProgress', note })).toMatchObject({
      status: 200,
      value: { status: 'inProgress', note: [{ id: '1', ...note[0], date: expect.any(String) }] },
    });
    expect((await request('PATCH', `/${id}`, { status: 'resolved', note })).value).toMatchObject({
      note: [{ id: '1' }, { id: '2' }],
      resolutionDate: expect.any(String),
    });
    expect((await request('PATCH', `/${id}`, { status: 'closed' })).value).toMatchObject({ status: 'closed' });
  });

  it('closes no ticket that is not resolved', async () => {
    const id = await opened();
    expect(await request('PATCH', `/${id}`, { status: 'closed' })).toEqual(
      expect.objectContaining({
        status: 409,
        value: expect.objectContaining({ reason: `ticket ${id} is acknowledged and cannot become closed` }),
      }),
    );
  });

  it.each([
    ['a ticket without severity', 'POST', { ...NEW, severity: undefined }, '"severity" is missing'],
    ['a description that is no text', 'POST', { ...NEW, description: 7 }, '"description" must be a text'],
    ['no object', 'POST', ['x'], 'a JSON object is expected here'],
    ['a list that is none', 'POST', { ...NEW, relatedEntity: {} }, '"relatedEntity" must be a list'],
    ['a status that there is not', 'PATCH', { status: 'done' }, '"done" is no status of a ticket'],
    ['a member that cannot be changed', 'PATCH', { id: 'TT-7' }, '"id" cannot be changed'],
  ])('refuses %s, and says why', async (_what, method, body, reason) => {
    const path = method === 'PATCH' ? `/${await opened()}` : '';
    expect(await request(method, path, body)).toMatchObject({
      status: 400,
      value: { '@type': 'Error', reason: expect.stringContaining(reason) },
    });
  });

  it('lets nobody in without the token', async () => {
    const { status, headers } = await request('GET', '', undefined, 'wrong');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });
});
