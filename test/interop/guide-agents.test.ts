/** docs/guide-agents.md: its files, checked by TypeScript, and its commands, run by a shell as they stand. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/guide-agents.md');
const { folder } = guide;
const commands = (section: string) => guide.commands(section);
const expected = (section: string) => guide.expected(section);
const shell = (text: string) => guide.shell(text);
let service: Server;

beforeAll(async () => {
  // The service of the page: it understands one sentence.
  const understood = {
    type: 'measure',
    object: 'edge-1/uplink',
    parameters: { link: 'edge-1/uplink' },
    confidence: 0.9,
  };
  const message = { role: 'assistant', content: JSON.stringify({ understood }) };
  service = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ choices: [{ index: 0, message }] })));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const chat = join(folder, 'chat.json');
  writeFileSync(chat, readFileSync(chat, 'utf8').replace('127.0.0.1:11434', `127.0.0.1:${port}`));
});
afterAll(async () => {
  await guide.stop();
  service?.close();
});

describe('the guide of agents', () => {
  it('gets types from the model, and its files are right for TypeScript', async () => {
    const [generate = ''] = commands('A skill, typed by YANG');
    expect(await shell(generate)).toBe('types/acme-links.ts\ntypes/index.ts\n');
    expect(guide.complaints()).toEqual([]);
  }, 60_000);

  it('has a test that passes', async () => {
    const [test = ''] = commands('Its test');
    expect(await shell(test)).toMatch(/^# pass 1$/m);
  }, 60_000);

  it('lets agents talk, in a team and with a program', async () => {
    const [test = ''] = commands('Talk with other agents');
    expect(await shell(test)).toMatch(/^# pass 1$/m);
  }, 60_000);

  it('runs the agent, which does what it is asked', async () => {
    const [start = '', ask = '', loop = ''] = commands('Run it');
    await guide.serve(start);
    const [show = '', ...tasks] = ask.trim().split('\n');
    expect(await shell(show)).toMatch(/reroute +leads the traffic of a link another way/);
    const [words = '', input = '', negotiate = ''] = tasks;
    expect(await shell(words)).toContain('edge-1/uplink: -61.5 dBm');
    expect(await shell(input)).toMatch(/sample 8 of 8[\s\S]*edge-1\/uplink: -61\.5 dBm/);
    expect(await shell(negotiate)).toMatch(/links of the core are not mine|reroute an edge link/);
    expect(await shell(loop)).toMatch(/"outcome":"succeeded"/);
  }, 120_000);

  it('gives it tasks from a program', async () => {
    const [run = ''] = commands('Give it tasks from a program');
    expect(await shell(run)).toBe(expected('Give it tasks from a program'));
  }, 60_000);

  it('attaches an agent that is curl', async () => {
    const [attach = ''] = commands('Attach one in any language');
    const out = await shell(attach);
    expect(out).toMatch(/completed/);
    expect(out).toMatch(/-61 dBm\s*$/);
  }, 60_000);

  it('attaches an agent that is a program', async () => {
    const [, attach = ''] = commands('Attach one in any language');
    expect(await shell(attach)).toMatch(/^state +completed[\s\S]*-62 dBm\s*$/m);
  }, 60_000);

  it('speaks with it in messages of the draft alone', async () => {
    const [speak = ''] = commands('Speak the draft alone');
    expect(await shell(speak)).toMatch(/"id":"[^"]+-result","data":"-61 dBm at 1550 nm"\}\]\}\s*$/);
  }, 60_000);

  it('has a service read free text', async () => {
    await guide.stop();
    const [lines = ''] = commands('Free text');
    const [start = '', ask = ''] = lines.trim().split('\n');
    await guide.serve(start);
    expect(await shell(ask)).toContain('edge-1/uplink: -61.5 dBm');
  }, 60_000);

  it('shows what a mistake looks like', async () => {
    await guide.stop();
    const [wrong = ''] = commands('Mistakes');
    expect(await shell(wrong)).toBe(expected('Mistakes'));
  }, 60_000);

  it('has no command that is not run here', () => {
    expect(guide.sections).toEqual([
      'A skill, typed by YANG',
      'Its test',
      'Talk with other agents',
      'Run it',
      'Give it tasks from a program',
      'Attach one in any language',
      'Speak the draft alone',
      'Free text',
      'Mistakes',
    ]);
  });
});
