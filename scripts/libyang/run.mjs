import { spawnSync } from 'node:child_process';

/** Runs a program to its end. @returns what it printed; throws with what it said when it fails */
export function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...options,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`.trimEnd());
  return stdout;
}

/** The same for what only root may do. */
export function runAsRoot(program, args, options = {}) {
  return process.getuid?.() === 0 ? run(program, args, options) : run('sudo', [program, ...args], options);
}
