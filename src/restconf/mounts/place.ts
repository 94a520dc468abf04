import type { Face, Mount, View } from '../../server/index.js';

/** Where a path leads among the mounts. */
export interface MountPlace {
  readonly face: Face;
  readonly mount: Mount;
  readonly view: View;
  /** Segments behind the mount, decoded. */
  readonly rest: readonly string[];
}
