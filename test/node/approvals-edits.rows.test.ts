/** Edits that persons approve, over RESTCONF and NETCONF. */
import { describe, expect, it } from 'vitest';
import { errorIn } from '../support/http.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { approvalsRig, type Members, needed, passwordOf, RULES } from './approvals-rig.js';

const rig = approvalsRig();

describe('an edit that a rule concerns', () => {
  const RETENTION = '/restconf/data/yangent-audit:audit';
  const edit = (retention: number, who = rig.by.adam) =>
    who.send('PATCH', RETENTION, { body: JSON.stringify({ 'yangent-audit:audit': { retention } }) });
  const EDIT = { action: ['data.edit'], path: ['/yangent-audit:audit'] };

  it('is made once when it is granted, also by another protocol', async () => {
    await rig.rule('audit', EDIT);
    const id = needed(await edit(500));
    expect(await rig.shown(id)).toMatchObject({
      ...{ operation: 'data.edit', target: ['/yangent-audit:audit/retention'] },
      input: expect.stringContaining('"value":500'),
    });
    const body = JSON.stringify({ 'yangent-agents:agents': { agent: [{ id: 'shop', domain: 'town' }] } });
    expect((await rig.by.adam.send('PATCH', '/restconf/data/yangent-agents:agents', { body })).status).toBe(204);
    expect(await rig.vote(id, rig.by.vera)).toBe('granted');
    const session = await RawNetconf.open(rig.test, '1.1', { user: 'adam', password: passwordOf('adam') });
    const candidate =
      '<edit-config><target><candidate/></target><config><audit xmlns="urn:yangent:params:xml:ns:yang:yangent-audit"><retention>500</retention></audit></config></edit-config>';
    expect(await session.ask(candidate)).toContain('<ok/>');
    expect(await session.ask('<commit/>')).toContain('<ok/>');
    session.close();
    expect(await rig.shown(id)).toMatchObject({ state: 'used' });
    expect((await edit(500)).status).toBe(204);
    needed(await edit(600));
  });

  it('is refused with stale-approval when the values that it replaces have changed', async () => {
    await rig.rule('audit', EDIT);
    const id = needed(await edit(510));
    expect(await rig.vote(id, rig.by.vera)).toBe('granted');
    expect((await edit(505, rig.admin)).status).toBe(204);
    const stale = await edit(510);
    expect(stale.status).toBe(412);
    expect(errorIn(stale)).toMatchObject({
      ...{ 'error-tag': 'operation-failed', 'error-app-tag': 'stale-approval' },
    });
    expect(await rig.shown(id)).toMatchObject({ state: 'expired' });
    expect(needed(await edit(510))).not.toBe(id);
  });

  it('may be a YANG Patch, whose status names the approval', async () => {
    await rig.rule('audit', EDIT);
    const value = { 'yangent-audit:retention': 520 };
    const patch = { 'patch-id': 'p', edit: [{ 'edit-id': 'e', operation: 'replace', target: '/retention', value }] };
    const send = () =>
      rig.by.adam.send('PATCH', RETENTION, {
        body: JSON.stringify({ 'ietf-yang-patch:yang-patch': patch }),
        type: 'application/yang-patch+json',
      });
    const refused = await send();
    expect(refused.status).toBe(403);
    const [, id = ''] = /"yangent-access:approval":"([^"]+)"/.exec(refused.body) ?? [];
    expect(refused.body).toContain('"error-app-tag":"aap_approval_required"');
    expect(await rig.vote(id, rig.by.vic)).toBe('granted');
    expect((await send()).status).toBe(200);
    expect(await rig.shown(id)).toMatchObject({ state: 'used' });
  });

  it('may delete a container, and names it with what is in it, whatever the message', async () => {
    await rig.rule('audit', EDIT);
    expect((await edit(530, rig.admin)).status).toBe(204);
    const session = await RawNetconf.open(rig.test, '1.1', { user: 'adam', password: passwordOf('adam') });
    const gone = (operation: string, datastore: string) =>
      `<edit-config><target><${datastore}/></target><config><audit xmlns="urn:yangent:params:xml:ns:yang:yangent-audit" xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" nc:operation="${operation}"/></config></edit-config>`;
    const patch = { 'patch-id': 'p', edit: [{ 'edit-id': 'e', operation: 'remove', target: '/' }] };
    const id = needed(await rig.by.adam.send('DELETE', RETENTION));
    expect(await rig.shown(id)).toMatchObject({
      target: ['/yangent-audit:audit'],
      input:
        '{"datastore":"running","edit":[{"operation":"delete","target":"/yangent-audit:audit"}],"replaces":[{"target":"/yangent-audit:audit","value":{"retention":530}}]}',
    });
    const put = { body: JSON.stringify({ 'yangent-audit:audit': {} }) };
    expect(needed(await rig.by.adam.send('PUT', RETENTION, put))).not.toBe('');
    const patched = await rig.by.adam.send('PATCH', RETENTION, {
      body: JSON.stringify({ 'ietf-yang-patch:yang-patch': patch }),
      type: 'application/yang-patch+json',
    });
    expect(patched).toMatchObject({ status: 403, body: expect.stringContaining(`"yangent-access:approval":"${id}"`) });
    for (const operation of ['delete', 'remove', 'replace']) {
      const refused = await session.ask(gone(operation, 'running'));
      expect(refused).toContain('<error-app-tag>aap_approval_required</error-app-tag>');
    }
    expect(await session.ask(gone('remove', 'candidate'))).toContain('<ok/>');
    expect(await session.ask('<commit/>')).toContain(`>${id}</approval>`);
    expect(await session.ask('<discard-changes/>')).toContain('<ok/>');
    session.close();
    expect(await rig.vote(id, rig.by.vera)).toBe('granted');
    expect((await rig.by.adam.send('DELETE', RETENTION)).status).toBe(204);
  });

  it('differs from the same edit that deletes a container beside', async () => {
    await rig.rule('all', { action: ['data.edit'] });
    expect((await edit(540, rig.admin)).status).toBe(204);
    const session = await RawNetconf.open(rig.test, '1.1', { user: 'adam', password: passwordOf('adam') });
    const change = (beside: string) =>
      `<edit-config><target><running/></target><config xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0"><agents xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"><agent><id>shop</id><domain>village</domain></agent></agents>${beside}</config></edit-config>`;
    const asked = async (message: string) => />([^<>]+)<\/approval>/.exec(await session.ask(message))?.[1] ?? '';
    const id = await asked(change(''));
    expect(await rig.vote(id, rig.by.vera)).toBe('granted');
    const other = await asked(
      change('<audit xmlns="urn:yangent:params:xml:ns:yang:yangent-audit" nc:operation="remove"/>'),
    );
    expect(other).not.toBe(id);
    expect(await rig.shown(other)).toMatchObject({
      target: ["/yangent-agents:agents/agent[id='shop']/domain", '/yangent-audit:audit'],
    });
    expect(await session.ask(change(''))).toContain('<ok/>');
    session.close();
  });

  it('is one of the members of a trust domain, when they are deleted together', async () => {
    const members = { 'trust-domain': [{ name: 'carrier-a', members: { group: ['voters'] } }] };
    await rig.test.node.edit({ 'yangent-access:access': members });
    const path = "/yangent-access:access/trust-domain[name='carrier-a']/members/group";
    await rig.rule('domain', { action: ['data.edit'], path: [path] });
    const MEMBERS = '/restconf/data/yangent-access:access/trust-domain=carrier-a/members';
    const id = needed(await rig.by.adam.send('DELETE', MEMBERS));
    expect(await rig.shown(id)).toMatchObject({
      target: ["/yangent-access:access/trust-domain[name='carrier-a']/members"],
    });
    await rig.remove('trust-domain=carrier-a');
  });

  it('tells voters when a confirmed commit that used it is taken back', async () => {
    await rig.rule('audit', EDIT);
    expect((await edit(570, rig.admin)).status).toBe(204);
    const session = await RawNetconf.open(rig.test, '1.1', { user: 'adam', password: passwordOf('adam') });
    const candidate = (retention: number) =>
      `<edit-config><target><candidate/></target><config><audit xmlns="urn:yangent:params:xml:ns:yang:yangent-audit"><retention>${retention}</retention></audit></config></edit-config>`;
    const granted = async (retention: number) => {
      await session.ask(candidate(retention));
      const id = />([^<>]+)<\/approval>/.exec(await session.ask('<commit><confirmed/></commit>'))?.[1] ?? '';
      expect(await rig.vote(id, rig.by.vera)).toBe('granted');
      expect(await session.ask('<commit><confirmed/></commit>')).toContain('<ok/>');
      expect(await rig.shown(id)).toMatchObject({
        ...{ state: 'used', reason: 'the confirmed commit that used it is not confirmed yet' },
      });
      return id;
    };
    const canceled = await granted(571);
    expect(await session.ask('<cancel-commit/>')).toContain('<ok/>');
    const reason = 'the confirmed commit that used it was taken back';
    expect(await rig.shown(canceled)).toMatchObject({ state: 'used', reason });
    expect((await rig.records(canceled)).map(({ operation }) => operation)).toContain('approval-taken-back');
    expect(await session.ask('<discard-changes/>')).toContain('<ok/>');
    const confirmed = await granted(572);
    expect(await session.ask('<commit/>')).toContain('<ok/>');
    expect(await rig.shown(confirmed)).not.toHaveProperty('reason');
    session.close();
  });

  it('shows no password', async () => {
    await rig.rule('users', { action: ['data.edit'], path: ['/yangent-access:access/user'] });
    const user = { name: 'new', password: '$0$a secret password' };
    const body = JSON.stringify({ 'yangent-access:access': { user: [user] } });
    const id = needed(await rig.by.adam.send('PATCH', '/restconf/data/yangent-access:access', { body }));
    const { input } = await rig.shown(id);
    expect(input).toContain('"password":"sha-256:');
    expect(input).not.toContain('scrypt');
  });

  it('that loosens or removes a rule is subject to the rule as it was; one that tightens it is not', async () => {
    await rig.rule('assign', { quorum: 2 });
    const patch = (more: Members) =>
      rig.by.adam.send('PATCH', '/restconf/data/yangent-access:access', {
        body: JSON.stringify({ 'yangent-access:access': { 'approval-rule': [{ name: 'assign', ...more }] } }),
      });
    const waiting = needed(await rig.assign(rig.fresh()));
    expect((await patch({ expires: 600 })).status).toBe(204);
    expect(await rig.shown(waiting)).toMatchObject({ state: 'expired', reason: 'the rule "assign" was changed' });
    for (const more of [{ quorum: 1 }, { expires: 900 }, { 'approver-group': ['friends'] }, { agent: ['other'] }])
      needed(await patch(more));
    needed(await rig.by.adam.send('DELETE', `${RULES}=assign`));
    const id = needed(await rig.by.adam.send('DELETE', '/restconf/data/yangent-access:access/approval-rule=assign'));
    expect(await rig.vote(id, rig.by.vera)).toBe('waiting');
    expect(await rig.vote(id, rig.by.vic)).toBe('granted');
    expect((await rig.by.adam.send('DELETE', `${RULES}=assign`)).status).toBe(204);
    expect((await rig.assign(rig.fresh())).status).toBe(200);
  });
});

describe('an edit of more nodes than persons could look at', () => {
  const NACM = '/restconf/data/ietf-netconf-acm:nacm/groups';
  const groups = (of: string) => {
    const names = Array.from({ length: 10_050 }, (_, number) => `${of}-${number}`);
    return JSON.stringify({ 'ietf-netconf-acm:groups': { group: [{ name: 'crowd', 'user-name': names }] } });
  };
  const edit = (of: string, who = rig.by.adam) => who.send('PATCH', NACM, { body: groups(of) });

  it('is made when no rule concerns it, refused when one does, and made by a recovery session', async () => {
    await rig.rule('audit', { action: ['data.edit'], path: ['/yangent-audit:audit'] });
    await rig.rule('tasks');
    expect((await edit('first')).status).toBe(204);
    await rig.rule('crowds', { action: ['data.edit'], path: ["/ietf-netconf-acm:nacm/groups/group[name='crowd']"] });
    const refused = await edit('second');
    expect([refused.status, errorIn(refused)]).toEqual([
      413,
      expect.objectContaining({
        'error-tag': 'too-big',
        'error-message': 'an edit that must be approved changes at most 10000 nodes; make it in parts',
      }),
    ]);
    expect((await edit('third', rig.admin)).status).toBe(204);
    const { status } = await rig.admin.send('DELETE', `${NACM}/group=crowd`);
    expect(status).toBe(204);
  });
});

describe('startup', () => {
  const session = () => RawNetconf.open(rig.test, '1.1', { user: 'adam', password: passwordOf('adam') });
  const copy = (config: string) =>
    `<copy-config><target><startup/></target><source><config>${config}</config></source></copy-config>`;

  it('has approvals of its own, which name it', async () => {
    await rig.rule('all', { action: ['data.edit'] });
    const netconf = await session();
    await rig.admin.send('PATCH', '/restconf/data/yangent-audit:audit', {
      body: JSON.stringify({ 'yangent-audit:audit': { retention: 550 } }),
    });
    const ask = async (message: string) => await netconf.ask(message);
    await ask('<copy-config><target><startup/></target><source><running/></source></copy-config>');
    const whole = await ask('<get-config><source><running/></source></get-config>');
    const [, content = ''] = /<data[^>]*>(.*)<\/data>/s.exec(whole) ?? [];
    const other = copy(content.replace('<retention>550<', '<retention>560<'));
    const id = />([^<>]+)<\/approval>/.exec(await ask(other))?.[1] ?? '';
    expect(await rig.shown(id)).toMatchObject({
      target: ['startup', '/yangent-audit:audit/retention'],
      input: expect.stringContaining('{"datastore":"startup","edit":[{"operation":"replace","target":"/yangent-audit:'),
    });
    expect(await rig.vote(id, rig.by.vera)).toBe('granted');
    const running = await ask(other.replace('<startup/>', '<running/>'));
    expect(running).toContain('<error-app-tag>aap_approval_required</error-app-tag>');
    expect(running).not.toContain(id);
    expect(await ask(other)).toContain('<ok/>');
    netconf.close();
  });

  it('is not freed of a rule that is in force, by which the next start would be without it', async () => {
    await rig.rule('assign');
    const netconf = await session();
    for (const way of [copy(''), '<delete-config><target><startup/></target></delete-config>'])
      expect(await netconf.ask(way)).toContain('<error-app-tag>aap_approval_required</error-app-tag>');
    expect(
      await netconf.ask('<copy-config><target><startup/></target><source><running/></source></copy-config>'),
    ).toContain('<ok/>');
    netconf.close();
  });
});
