// The commands that the ready block offers to be copied. They are run in the directory of the checkout.
import { join } from 'node:path';
import { knownHosts } from './keys.mjs';
import { DEVICE } from './nodes.mjs';

const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';

/** An ssh command that opens a NETCONF session (RFC 6242), says hello, sends one operation, ends the session, and shows the replies. */
function netconf({ settings, login, data, netconf: { host, port } }, operation) {
  const { shown } = settings;
  const known = knownHosts(join(data, 'known_hosts'), {
    hostKeyFile: join(data, 'ssh-host-key.pub'),
    host,
    port,
  });
  const options = `-i ${shown(login.file)} -o IdentitiesOnly=yes -o UserKnownHostsFile=${shown(known)} -p ${port}`;
  return `ssh ${options} -s admin@${host} netconf <<'XML' | grep -o '<rpc-reply.*'
<hello xmlns="${BASE}"><capabilities><capability>urn:ietf:params:netconf:base:1.0</capability></capabilities></hello>]]>]]>
<rpc message-id="1" xmlns="${BASE}">${operation}</rpc>]]>]]>
<rpc message-id="2" xmlns="${BASE}"><close-session/></rpc>]]>]]>
XML`;
}

export function readDevices({ settings, login, ready }) {
  const wanted = '<device><name/><address/><port/><state/><last-connected/></device>';
  const devices = `<devices xmlns="urn:yangent:params:xml:ns:yang:yangent-devices">${wanted}</devices>`;
  return netconf(
    { settings, login, data: settings.node, netconf: ready.netconf },
    `<get><filter>${devices}</filter></get>`,
  );
}

export function breakUplink({ settings, login, device }) {
  const uplink = '<interface><name>uplink</name><enabled>false</enabled></interface>';
  const interfaces = `<interfaces xmlns="urn:ietf:params:xml:ns:yang:ietf-interfaces">${uplink}</interfaces>`;
  const edit = `<edit-config><target><running/></target><config>${interfaces}</config></edit-config>`;
  return netconf({ settings, login, data: settings.device, netconf: device.netconf }, edit);
}

export function readLoops({ settings: { shown }, ready: { restconf, passwordFile } }) {
  const who = `--user "admin:$(cat ${shown(passwordFile)})"`;
  const url = `${restconf.url}/restconf/data/yangent-loops:loops`;
  return `curl --silent --show-error --cacert ${shown(restconf.certificate)} ${who} ${url}`;
}

export function diagnoseUplink() {
  return `npx yangent task assign --from noc --to link-repair "diagnose the link" --object ${DEVICE}/uplink --wait`;
}
