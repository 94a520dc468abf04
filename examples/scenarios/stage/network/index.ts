/** A network that is simulated, made of devices that are not: each is a NETCONF server of its own. */
export { baseStation, baseStationConfiguration } from './base-station.js';
export { type Optics, SimulatedNetwork } from './network.js';
export {
  type BaseStationPlan,
  type LineEnd,
  type LinePlan,
  linesToCore,
  type NetworkPlan,
  type RouterPlan,
} from './plan.js';
export { router, routerConfiguration } from './router.js';
