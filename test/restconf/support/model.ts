/** The models that these tests serve: lists with one key, with two and without, both orders, state, actions, an augment. */
import { fileURLToPath } from 'node:url';
import { combineSources, compile, directories, type Schema, sourceTexts } from '../../../src/yang/index.js';

const BOX = `
module acme-box {
  yang-version 1.1;
  namespace "urn:acme:box";
  prefix box;
  revision 2025-01-01;

  identity box-kind;
  identity rack { base box-kind; }
  identity desk { base box-kind; }

  container box {
    leaf name { type string; }
    leaf mtu { type uint16; default 1500; }
    leaf kind { type identityref { base box-kind; } }
    leaf-list dns { type string; ordered-by user; }
    list port {
      key name;
      leaf name { type string; }
      leaf speed { type uint32; }
      leaf duplex { type boolean; default true; }
      leaf-list tag { type string; }
      container stats {
        config false;
        leaf in-octets { type uint64; }
      }
      action reset {
        input { leaf delay { type uint8; } }
        output { leaf done { type boolean; } }
      }
    }
    list route {
      key "prefix metric";
      leaf prefix { type string; }
      leaf metric { type decimal64 { fraction-digits 2; } }
      leaf via { type string; }
    }
    list rule {
      key id;
      ordered-by user;
      leaf id { type string; }
      leaf text { type string; }
    }
    container options {
      leaf colour { type enumeration { enum red; enum green; } }
      choice how {
        default quick;
        case quick { leaf mode { type string; default fast; } }
        case slow { leaf level { type uint8; default 3; } }
      }
    }
    container extra { presence "extras are there"; leaf note { type string; } leaf limit { type uint8; default 1; } }
    leaf-list search { type string; default a.example; default b.example; }
    container state {
      config false;
      leaf uptime { type uint32; }
      list log { leaf message { type string; } }
    }
  }
  rpc ping {
    input { leaf msg { type string; mandatory true; } }
    output { leaf reply { type string; } }
  }
  rpc halt;
  notification alarm {
    leaf id { type string; }
    leaf text { type string; }
  }
}`;

const MORE = `
module acme-more {
  yang-version 1.1;
  namespace "urn:acme:more";
  prefix more;
  import acme-box { prefix box; }
  revision 2025-01-01;
  augment "/box:box/box:port" { leaf owner { type string; } }
  container note { leaf text { type string; } }
}`;

const shipped = directories([fileURLToPath(new URL('../../../yang/ietf', import.meta.url))]);

export const schema: Schema = compile({
  sources: combineSources(
    sourceTexts([
      { file: 'acme-box.yang', text: BOX },
      { file: 'acme-more.yang', text: MORE },
    ]),
    shipped,
  ),
  implement: ['acme-box', 'acme-more', 'ietf-restconf-monitoring', 'ietf-yang-patch', 'ietf-origin'],
});
