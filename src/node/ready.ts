/** The ready file: the addresses of a node for other programs, written when all listeners are open. */
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDirectory, writePrivateFile } from '../store/index.js';

/** The marks by which auditors and peers know the node again. */
export interface Pins {
  /** The key of the audit log, as `audit verify --key` takes it, and its fingerprint, as `key list` shows it. */
  readonly auditKey: string;
  readonly auditKeyFingerprint: string;
  /** The identifier of the node; absent while it has no name. */
  readonly did?: string;
}

export interface ReadyInfo extends Pins {
  readonly netconf?: { readonly host: string; readonly port: number; readonly hostKeyFingerprint: string };
  /** `certificate` is the file of the PEM certificate to trust; absent without TLS. */
  readonly restconf?: { readonly url: string; readonly certificate?: string };
  /**
   * Adapters, and faces with a listener of their own, by protocol: the address on the node's listener, and their own.
   */
  readonly adapters?: Readonly<Record<string, { readonly url?: string; readonly listen?: string }>>;
  readonly agents: readonly { readonly id: string; readonly restconf?: string; readonly netconfUser: string }[];
  readonly passwordFile: string;
  readonly pid: number;
}

/** Writes a private JSON file under a temporary name and renames it, so that readers see it complete. */
export async function writePrivateJson(file: string, value: unknown): Promise<void> {
  makeDirectory(dirname(file));
  await writePrivateFile(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** The address of a node for the command line of the same operating system user. The password stays in its own file. */
export interface ClientFile {
  readonly url: string;
  readonly user: string;
  readonly passwordFile: string;
  readonly certificate?: string;
  readonly pid: number;
  readonly started: string;
}

/** Returns the directory with the client files of this user's running nodes. */
export function clientDirectory(): string {
  const state = process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state');
  return process.env.YANGENT_STATE || join(state, 'yangent');
}

export function clientFileOf(url: string): string {
  return join(clientDirectory(), `${new URL(url).host.replace(/[^A-Za-z0-9.-]/g, '_')}.json`);
}

export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true });
}
