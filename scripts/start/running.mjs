// Is it running already?
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { readyFileOf } from './serve.mjs';

/** The ready information of the node on that data directory, if it runs and answers. */
export async function runningNode(data) {
  const ready = read(readyFileOf(data));
  if (!ready?.restconf || !isAlive(ready.pid)) return undefined;
  // The process id may be another program's by now.
  return (await answers(new URL(ready.restconf.url))) ? ready : undefined;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function answers({ hostname, port }) {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 2000 });
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
    socket.once('timeout', () => done(false));
  });
}
