/** What adapters to services that speak the OpenAI HTTP API share. */
export { post } from './post.js';
export {
  type Given,
  type NumberRange,
  number,
  requireMembers,
  SERVICE_MEMBERS,
  type Service,
  serviceOf,
} from './values.js';
