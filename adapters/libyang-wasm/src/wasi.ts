/** The system interface that wasi-libc wants: there are no files, and nothing is printed. */

/** ENOSYS and EBADF of WASI. */
const NOT_THERE = 52;
const BAD_FILE = 8;

const FILES = [
  'fd_close',
  'fd_fdstat_get',
  'fd_filestat_get',
  'fd_prestat_get',
  'fd_prestat_dir_name',
  'fd_read',
  'fd_readdir',
  'fd_seek',
  'fd_sync',
  'fd_write',
] as const;
const PATHS = ['path_filestat_get', 'path_open', 'path_readlink'] as const;

export const WASI: WebAssembly.ModuleImports = {
  ...Object.fromEntries(FILES.map((name) => [name, () => BAD_FILE])),
  ...Object.fromEntries(PATHS.map((name) => [name, () => NOT_THERE])),
  proc_exit: (code: number) => {
    throw new Error(`libyang ended itself with ${code}`);
  },
};
