/** Directories and files of one stage, which nobody else may read. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export class PrivateFiles {
  private constructor(readonly root: string) {}

  static async create(): Promise<PrivateFiles> {
    return new PrivateFiles(await mkdtemp(join(tmpdir(), 'yangent-demo-')));
  }

  /** The data directory of a node. Schemas compiled by one node serve the others, so all share one cache. */
  async dataDirectory(node: string): Promise<string> {
    const directory = join(this.root, node);
    await mkdir(directory, { mode: 0o700 });
    await mkdir(join(this.root, 'cache'), { recursive: true, mode: 0o700 });
    await symlink(join(this.root, 'cache'), join(directory, 'cache'));
    return directory;
  }

  /** @returns the path of the file */
  async write(content: string, ...path: readonly string[]): Promise<string> {
    const file = join(this.root, ...path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600 });
    return file;
  }

  async writeJson(value: unknown, ...path: readonly string[]): Promise<string> {
    return this.write(`${JSON.stringify(value, undefined, 2)}\n`, ...path);
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}
