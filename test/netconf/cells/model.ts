/** A module with one node of each kind that an operation of edit-config may be about. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/clean-up.js';

const CELLS = `module acme-cells {
  yang-version 1.1;
  namespace "urn:acme:cells";
  prefix c;
  container cells {
    leaf head { type string; }
    leaf plain { type string; }
    leaf preset { type uint8; default 7; }
    leaf-list tag { type string; }
    leaf-list step { type string; ordered-by user; }
    list row { key id; leaf id { type uint8; } leaf a { type string; } leaf b { type string; } }
    list stop { key id; ordered-by user; leaf id { type uint8; } leaf a { type string; } leaf b { type string; } }
    list pair { key "x y"; ordered-by user; leaf x { type string; } leaf y { type string; } }
    container np { leaf a { type string; } leaf b { type string; } }
    container p { presence "there is one"; leaf a { type string; } leaf b { type string; } }
    choice medium {
      case fibre { leaf fibre { type string; } leaf colour { type string; } }
      leaf copper { type string; }
      container radio { leaf band { type string; } }
    }
    anydata blob;
    leaf tail { type string; }
  }
}`;

export const C = 'xmlns="urn:acme:cells"';

/** A directory with the module in it, for `--yang`. */
export function cellsFolder(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'acme-cells.yang'), CELLS);
  return folder;
}
