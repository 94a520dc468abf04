/** docs/guide-adapters.md: its files, checked by TypeScript, and its commands, run by a shell as they stand. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/guide-adapters.md');
afterEach(() => guide.stop());
afterAll(() => guide.stop());

describe('the guide of adapters', () => {
  it('gets types from the model, and its files are right for TypeScript', async () => {
    const [generate = ''] = guide.commands('A provider');
    expect(await guide.shell(generate)).toContain('types/acme-lamp.provider.ts');
    expect(guide.complaints()).toEqual([]);
    // A member that is renamed is named where it is used.
    const lamp = join(guide.folder, 'lamp.ts');
    const right = readFileSync(lamp, 'utf8');
    for (const [member, other] of [
      ['times', 'tymes'],
      ['after?.brightness', 'after?.britness'],
      ['blinked', 'blincked'],
      ['acme-lamp:lamp/watts', 'acme-lamp:lamp/wats'],
    ] as const) {
      writeFileSync(lamp, right.replaceAll(member, other));
      expect(guide.complaints(['lamp.ts']).join('\n')).toContain(other.replace('after?.', ''));
    }
    writeFileSync(lamp, right);
  }, 60_000);

  it('serves the face: over HTTP, and events over a WebSocket', async () => {
    const [start = '', ask = ''] = guide.commands('A face');
    const url = await guide.serve(`${start.trim()} --profile clock.json`);
    expect(await guide.shell(ask)).toBe(guide.expected('A face'));

    const socket = new WebSocket(`${url.replace('https', 'wss')}/news`, {
      auth: `admin:${guide.password}`,
      ca: readFileSync(join(guide.folder, '.yangent/restconf-cert.pem')),
    });
    await once(socket, 'open');
    const told: string[] = [];
    const heard = new Promise<void>((resolve) => {
      socket.on('message', (message) => {
        told.push(String(message));
        if (told.length === 4) resolve();
      });
    });
    const id = await guide.shell(`curl -sS $auth "$url/agents/clock/news?from=asker" -d 'What year is it?'`);
    expect(id).toMatch(/^[0-9a-f-]{36}\n$/);
    expect(await guide.shell(`curl -sS $auth $url/news/${id.trim()}`)).toBe('clock: accepted\n');
    await heard;
    expect(told.map((each) => Object.keys(JSON.parse(each))[0])).toEqual([
      'yangent-tasks:task-changed',
      'irtf-agent:condition-notifications',
      'yangent-tasks:task-changed',
      'irtf-agent:condition-notifications',
    ]);
    expect(JSON.parse(told[2] ?? '')).toMatchObject({
      'yangent-tasks:task-changed': { id: id.trim(), from: 'asker', to: 'clock', state: 'accepted' },
    });
    socket.send('enough');
    const [code] = await once(socket, 'close');
    expect(code).toBe(1000);
  }, 60_000);

  it('IOA-4.1-r: has the executor start a program for each task', async () => {
    const [start = '', assign = ''] = guide.commands('An executor');
    await guide.serve(start);
    expect(await guide.shell(assign)).toContain(String(new Date().getUTCFullYear()));
  }, 60_000);

  it('has the executor do one task of an agent at a time, and tell the words of a program that fails', async () => {
    const right = readFileSync(join(guide.folder, 'programs.ts'), 'utf8');
    const program = (name: string, ...words: readonly string[]) =>
      writeFileSync(join(guide.folder, name), right.replace(/\['date'[^\]]*\]/, JSON.stringify(words)));
    program('failing.ts', 'sh', '-c', "printf '\\033[31mno such host' >&2; exit 1");
    program('slow.ts', 'sleep', '15');
    await guide.serve('npx yangent serve --plugin failing.ts --profile clock.json');
    const assign = 'npx yangent task assign x --from asker --to clock';
    expect(await guide.shell(`${assign} --wait`)).toContain('no such host');
    await guide.stop();
    await guide.serve('npx yangent serve --plugin slow.ts --profile clock.json');
    await guide.shell(`${assign}; ${assign}; ${assign}`);
    const states = (await guide.shell('npx yangent task list')).match(/\b(?:running|accepted)\b/g);
    expect(states?.toSorted()).toEqual(['accepted', 'accepted', 'running']);
  }, 60_000);

  it('has the follower refuse a task', async () => {
    const [start = '', assign = ''] = guide.commands('A follower');
    await guide.serve(start);
    expect(await guide.shell(assign)).toContain('agent "asker" may not have things rebooted; ask agent "noc"');
  }, 60_000);

  it('compares meanings as the adapter does', async () => {
    const [start = ''] = guide.commands('An adapter');
    await guide.serve(start);
    const json = "-H 'Content-Type: application/yang-data+json' -H 'Accept: application/yang-data+json'";
    const found = async (text: string) =>
      guide.shell(
        `curl -sS $auth ${json} $url/restconf/operations/yangent-agents:discover -d '{"yangent-agents:input":{"text":"${text}"}}'`,
      );
    // The clock is not red; it and a snail are both of the other kind.
    expect(await found('a rose')).not.toContain('"clock"');
    expect(await found('a snail')).toContain('"clock"');
  }, 60_000);

  it('serves the module of the provider, typed', async () => {
    const [, start = ''] = guide.commands('A provider');
    await guide.serve(start);
    const json = `-H 'Content-Type: application/yang-data+json'`;
    expect(await guide.shell(`curl -sS $auth ${json} -X POST $url/restconf/operations/acme-lamp:blink`)).toContain(
      '"blinked":3',
    );
    const lamp = '$url/restconf/data/acme-lamp:lamp';
    const bright = `curl -sS $auth ${json} -X PUT ${lamp} -d '{"acme-lamp:lamp":{"brightness":70}}'`;
    expect(await guide.shell(bright)).toBe('');
    await guide.stop();
    // What an earlier start stored is in force again.
    await guide.serve(start);
    expect(JSON.parse(await guide.shell(`curl -sS $auth -H 'Accept: application/yang-data+json' ${lamp}`))).toEqual({
      'acme-lamp:lamp': { brightness: 70, watts: 7 },
    });
  }, 60_000);

  it('has no command that is not run here', () => {
    expect(guide.sections).toEqual(['A face', 'An executor', 'A follower', 'A provider', 'An adapter']);
  });
});
