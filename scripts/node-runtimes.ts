/** The Node.js versions that yangent supports, and their programs from npm. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const NODE_VERSIONS = ['20.19', '22', '24'] as const;

/**
 * Installs a Node.js from npm, which has the program of each platform in a package of its own.
 *
 * @param version a version, or the beginning of one: the newest that begins so
 * @param folder where its `node_modules` is made
 * @returns the program's path
 * @throws Error with what npm wrote, when the registry does not answer or has no program for this platform
 */
export async function installNode(version: string, folder: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${version}`;
  const install = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder];
  await promisify(execFile)('npm', [...install, `${name}@npm:node-${platform}-${process.arch}@${version}`], {
    cwd: folder,
    env: { ...process.env, npm_config_prefer_offline: 'true', NODE_OPTIONS: '' },
  });
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
