export { EXPOSITION_TYPE, exposition, type Metric, type Sample } from './exposition.js';
export { gauge, ProcessMetrics } from './process.js';
export { type EndedRequest, RequestMetrics } from './requests.js';
