/** Devices that speak NETCONF over SSH. */
export { createDriver } from './driver.js';
