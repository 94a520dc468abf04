/** Votes on approvals: who has one, and how it is signed. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompactSign } from 'jose';
import { describe, expect, it } from 'vitest';
import { errorIn, type Https } from '../support/http.js';
import { APPROVALS, approvalsRig, needed } from './approvals-rig.js';

const rig = approvalsRig();

describe('with separation, a request', () => {
  const DEFINITION = '/restconf/data/yangent-workflows:workflows/definition=audit-all';
  const definition = (description: string) => ({
    ...{ name: 'audit-all', version: '1.0.0', description },
    node: [{ name: 'wait', type: 'yangent-workflows:wait', wait: { seconds: 1 } }],
  });
  const put = (who: Https, description: string) =>
    who.send('PUT', DEFINITION, {
      body: JSON.stringify({ 'yangent-workflows:definition': [definition(description)] }),
    });
  const start = (who: Https) =>
    who.send('POST', '/restconf/operations/yangent-workflows:start', {
      body: JSON.stringify({ 'yangent-workflows:input': { definition: 'audit-all' } }),
    });

  it('to start a workflow is not approved by the person who last changed its definition', async () => {
    expect(await put(rig.by.adam, 'first')).toMatchObject({ status: 201 });
    await rig.rule('start', { action: ['yangent-workflows.start'], 'approver-group': ['admin', 'voters'] });
    const id = needed(await start(rig.by.ann));
    expect(await rig.vote(id, rig.by.adam)).toMatchObject({
      ...{ status: 403, 'error-app-tag': 'not-a-voter' },
      'error-message': expect.stringContaining('adam last changed what is asked for'),
    });
    expect(await rig.shown(id, rig.by.adam)).not.toHaveProperty('input');
    expect((await put(rig.admin, 'second')).status).toBe(204);
    expect(await rig.vote(id, rig.by.adam)).toBe('granted');
    // Of a person who changes the definition after the vote it does not count any more.
    expect((await put(rig.by.adam, 'first')).status).toBe(204);
    expect(errorIn(await start(rig.by.ann))).toMatchObject({
      'error-message': expect.stringContaining('it has lost a vote: adam last changed what is asked for'),
    });
    const again = needed(await start(rig.by.ann));
    expect(await rig.vote(again, rig.by.vera)).toBe('granted');
    expect((await start(rig.by.ann)).status).toBe(200);
  });

  it('for a token is not approved by the person who gave the grant', async () => {
    const grant = await rig.by.vera.send('POST', '/restconf/operations/yangent-access:delegate', {
      body: JSON.stringify({
        'yangent-access:input': {
          ...{ to: 'ann', capability: [{ name: 'look', action: ['data.read'] }] },
          expires: new Date(Date.now() + 3_600_000).toISOString(),
        },
      }),
    });
    expect(grant.status).toBe(200);
    const input = JSON.stringify({
      'yangent-access:input': { grant: JSON.parse(grant.body)['yangent-access:output'].grant },
    });
    const issue = () => rig.by.ann.send('POST', '/restconf/operations/yangent-access:issue-token', { body: input });
    await rig.rule('tokens', { action: ['yangent-access.issue-token'] });
    const id = needed(await issue());
    expect(await rig.vote(id, rig.by.vera)).toMatchObject({
      ...{ status: 403, 'error-app-tag': 'not-a-voter' },
      'error-message': expect.stringContaining('vera last changed what is asked for'),
    });
    expect(await rig.vote(id, rig.by.vic)).toBe('granted');
    expect((await issue()).status).toBe(200);
  });

  it('to exchange or revoke a token, or to revoke its grant, is not approved by the person who gave the grant', async () => {
    const ask = (name: string, input: object, who = rig.by.ann) =>
      who.send('POST', `/restconf/operations/yangent-access:${name}`, {
        body: JSON.stringify({ 'yangent-access:input': input }),
      });
    const outOf = async (answer: ReturnType<typeof ask>) => JSON.parse((await answer).body)['yangent-access:output'];
    const capability = [{ name: 'look', action: ['data.read'] }];
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const { grant } = await outOf(ask('delegate', { to: 'ann', capability, expires }, rig.by.vera));
    const { token } = await outOf(ask('issue-token', { grant }));
    const names = ['exchange-token', 'revoke-token', 'revoke'];
    await rig.rule('tokens', { action: names.map((name) => `yangent-access.${name}`) });
    const inputs = [{ 'subject-token': token }, { token }, { grant }];
    for (const [at, name] of names.entries()) {
      const who = name === 'revoke' ? rig.by.adam : rig.by.ann;
      const id = needed(await ask(name, inputs[at] ?? {}, who));
      expect(await rig.shown(id)).toMatchObject({ target: [`/yangent-access:grants/grant[id='${grant}']`] });
      expect(await rig.vote(id, rig.by.vera)).toMatchObject({
        ...{ status: 403, 'error-app-tag': 'not-a-voter' },
        'error-message': expect.stringContaining('vera last changed what is asked for'),
      });
      expect(await rig.vote(id, rig.by.vic)).toBe('granted');
      expect((await ask(name, inputs[at] ?? {}, who)).status).toBeLessThan(300);
      expect(await rig.shown(id)).toMatchObject({ state: 'used' });
    }
  });
});

describe('a vote', () => {
  it('ATD-8-o: is of persons in the groups who do not ask themselves; several count as the quorum says', async () => {
    await rig.rule('two', { quorum: 2 });
    const id = needed(await rig.assign(rig.fresh()));
    expect(await rig.vote(id, rig.by.opal)).toMatchObject({
      'error-message': expect.stringContaining('opal is in none of the groups'),
    });
    expect(await rig.vote(id, rig.by.ann)).toMatchObject({
      'error-message': expect.stringContaining('ann asks for it'),
    });
    expect(await rig.vote(id, rig.by.vera)).toBe('waiting');
    expect(await rig.vote(id, rig.by.vera)).toBe('waiting');
    expect(await rig.vote(id, rig.by.vic)).toBe('granted');
    expect(await rig.vote(id, rig.by.olga)).toMatchObject({ status: 412, 'error-app-tag': 'bad-transition' });
  });

  it('against ends the approval', async () => {
    await rig.rule('assign');
    const input = rig.fresh();
    const id = needed(await rig.assign(input));
    expect(await rig.vote(id, rig.by.vic, { comment: 'no' }, 'reject')).toBe('refused');
    expect(await rig.shown(id)).toMatchObject({
      state: 'refused',
      vote: [{ by: 'vic', verdict: 'reject', comment: 'no' }],
    });
    expect(needed(await rig.assign(input))).not.toBe(id);
  });

  it('is of administrators and operators where the rule names no group', async () => {
    await rig.rule('assign', { 'approver-group': undefined });
    const id = needed(await rig.assign(rig.fresh()));
    expect((await rig.by.vera.send('GET', `${APPROVALS}=${id}`)).status).toBe(404);
    expect(await rig.vote(id, rig.by.opal)).toBe('granted');
    expect(await rig.vote(needed(await rig.assign(rig.fresh())), rig.by.adam)).toBe('granted');
  });

  it('ATD-8-p: needs two factors where the rule says so', async () => {
    await rig.rule('assign', { 'second-factor': true });
    const id = needed(await rig.assign(rig.fresh()));
    expect(await rig.vote(id, rig.by.vera)).toMatchObject({
      ...{ status: 403, 'error-app-tag': 'insufficient_user_authentication' },
    });
  });

  it('does not count when the voter has left the group before the request is made', async () => {
    await rig.rule('assign', { quorum: 1, 'approver-group': ['voters', 'guests'] });
    const input = rig.fresh();
    const id = needed(await rig.assign(input));
    expect(await rig.vote(id, rig.by.vera)).toBe('granted');
    await rig.remove('user=vera/group=voters');
    expect(needed(await rig.assign(input))).not.toBe(id);
    await rig.test.node.edit({ 'yangent-access:access': { user: [{ name: 'vera', group: ['voters'] }] } });
    expect(await rig.shown(id)).toMatchObject({ state: 'expired', reason: 'the persons in group voters have changed' });
  });
});

describe('a signed vote', () => {
  const sign = (file: string, text: unknown, namespace = 'approval@yangent') => {
    const path = join(rig.keygen.folder, 'statement');
    writeFileSync(path, String(text));
    const args = ['-Y', 'sign', '-n', namespace, '-f', join(rig.keygen.folder, file)];
    return execFileSync('ssh-keygen', args, { input: String(text), stdio: ['pipe', 'pipe', 'ignore'] }).toString();
  };

  it('is needed where the rule says so, and is of ssh-keygen with a key that was there before', async () => {
    await rig.rule('signed', { signature: true });
    const id = needed(await rig.assign(rig.fresh()));
    const { statement } = await rig.shown(id);
    expect(await rig.vote(id, rig.by.vera)).toMatchObject({ status: 400, 'error-app-tag': 'signature-required' });
    const refusal = async (signature: string) => (await rig.vote(id, rig.by.vera, { signature }))['error-message'];
    expect(await refusal(sign('vera', `${statement}\n`))).toContain('it is not over these octets');
    expect(await refusal(sign('vera', statement, 'file'))).toContain('it is for "file"; sign with -n approval@yangent');
    expect(await refusal(sign('late', statement))).toContain('is none of the authorized keys of the voter');
    expect(await refusal('-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----')).toContain(
      'no signature of',
    );
    const late = { name: 'late', algorithm: 'ssh-ed25519', 'key-data': rig.keyData('late') };
    await rig.test.node.edit({ 'yangent-access:access': { user: [{ name: 'vera', 'authorized-key': [late] }] } });
    expect(await refusal(sign('late', statement))).toContain('was registered after the approval was asked for');
    expect(await rig.vote(id, rig.by.vera, { signature: sign('vera', statement) })).toBe('granted');
    expect(await rig.shown(id)).toMatchObject({ vote: [{ by: 'vera', key: expect.stringMatching(/^SHA256:/) }] });
    const second = needed(await rig.assign(rig.fresh()));
    const signature = sign('late', (await rig.shown(second)).statement);
    expect(await rig.vote(second, rig.by.vera, { signature })).toBe('granted');
    await rig.remove('user=vera/authorized-key=late');
  });

  it('does not count any more when its key is gone', async () => {
    await rig.rule('signed', { signature: true });
    const input = rig.fresh();
    const late = { name: 'late', algorithm: 'ssh-ed25519', 'key-data': rig.keyData('late') };
    await rig.test.node.edit({ 'yangent-access:access': { user: [{ name: 'vera', 'authorized-key': [late] }] } });
    const id = needed(await rig.assign(input));
    const signature = sign('late', (await rig.shown(id)).statement);
    expect(await rig.vote(id, rig.by.vera, { signature })).toBe('granted');
    await rig.remove('user=vera/authorized-key=late');
    const refused = await rig.assign(input);
    expect(errorIn(refused)['error-message']).toContain('vera has lost the key of the signature');
    expect(needed(refused)).toBe(id);
    await expect.poll(async () => (await rig.shown(id)).state).toBe('expired');
    expect(needed(await rig.assign(input))).not.toBe(id);
  });

  it.each<[string, string, (statement: string) => string]>([
    ['the statement in it', 'yangent-vote+jwt', (jws) => jws],
    ['the statement beside it', 'yangent-vote+jwt', (jws) => jws.replace(/\.[^.]+\./, '..')],
    ['another type', 'at+jwt', (jws) => jws],
  ])('may be a JWS by a signing key, with %s', async (_how, typ, given) => {
    await rig.rule('signed', { signature: true });
    const id = needed(await rig.assign(rig.fresh()));
    const { statement } = await rig.shown(id);
    const jws = await new CompactSign(Buffer.from(String(statement)))
      .setProtectedHeader({ alg: 'EdDSA', typ })
      .sign(rig.signing.privateKey);
    const state = await rig.vote(id, rig.by.vic, { signature: given(jws) });
    if (typ === 'yangent-vote+jwt') expect(state).toBe('granted');
    else expect(state).toMatchObject({ status: 400, 'error-app-tag': 'bad-signature' });
  });
});
