import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { YANGENT } from '../support/build.js';

/** Runs it in a shell in which nobody reads what it prints, and gives its exit code and what it complains about. */
function unread(command: string) {
  const line = `"${process.execPath}" "${YANGENT}" ${command} | true; exit "\${PIPESTATUS[0]}"`;
  const { status, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
  return { status, stderr };
}

test.each(['--help', 'serve --help', 'tree ietf-netconf-monitoring'])(
  '%s ends quietly when nobody reads on',
  (command) => {
    expect(unread(command)).toEqual({ status: 0, stderr: '' });
  },
);
