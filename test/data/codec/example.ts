import { METADATA, schemaOf } from '../support.js';

/** One module with a node of every kind and type, and a second that augments it. */
export const BOX = `module box {
  yang-version 1.1; namespace "urn:box"; prefix b;
  identity speed; identity fast { base speed; } identity slow { base speed; }
  typedef percent { type uint8 { range "0..100" { error-message "must be a percentage"; error-app-tag "not-percent"; } } }
  container box {
    leaf name { type string { length "1..5"; pattern "[a-z é😀]*"; } }
    leaf level { type percent; }
    leaf i8 { type int8; } leaf u64 { type uint64; } leaf i64 { type int64 { range "min..-1 | 1..max"; } }
    leaf dec { type decimal64 { fraction-digits 3; range "-10..10.5"; } }
    leaf on { type boolean; default true; } leaf gone { type empty; }
    leaf color { type enumeration { enum red; enum green; enum blue; } default red; }
    leaf flags { type bits { bit a { position 2; } bit b { position 1; } bit c; } }
    leaf blob { type binary { length "0..4"; } }
    leaf speed { type identityref { base speed; } }
    leaf where { type instance-identifier { require-instance false; } }
    leaf port-ref { type leafref { path "../port/number"; } }
    leaf any-of { type union { type uint8; type enumeration { enum none; } type identityref { base speed; } type string { pattern "x.*"; } } }
    leaf-list tag { type string; } leaf-list step { type string; ordered-by user; }
    list port { key "number"; leaf number { type uint16; } leaf label { type string; } container stats { config false; leaf seen { type uint64; } } }
    list rule { key "name"; ordered-by user; leaf name { type string; } leaf act { type string; default drop; } }
    list pair { key "kind id"; leaf id { type string; } leaf kind { type identityref { base speed; } } leaf note { type string; } }
    container pres { presence "is there"; leaf in { type string; default inner; } }
    choice way { default by-air; case by-air { leaf altitude { type uint16; default 100; } } case by-road { leaf lane { type uint8; } leaf toll { type boolean; } } container by-sea { leaf knots { type uint8; } } }
    anydata extra; anyxml raw;
    leaf __proto__ { type string; } leaf constructor { type string; }
  }
  container state { config false; list log { leaf line { type string; } } leaf-list sample { type uint8; } }
  rpc reset { input { leaf delay { type uint8; } leaf why { type string; } leaf-list order { type string; ordered-by user; } } output { leaf done { type boolean; } } }
}`;
export const EXTRA = `module extra {
  yang-version 1.1; namespace "urn:extra"; prefix e;
  import box { prefix b; }
  import ietf-yang-metadata { prefix md; }
  md:annotation x { type uint8; }
  md:annotation seen { type boolean; }
  md:annotation pace { type identityref { base b:speed; } }
  identity warp { base b:speed; }
  augment "/b:box" { leaf weight { type uint32; } }
  augment "/b:box/b:port" { leaf vlan { type uint16; } }
  container name { leaf x { type string; } }
}`;
export const schema = schemaOf(METADATA, BOX, EXTRA);
