/** Who asks, once authenticated. */
export interface Principal {
  readonly name: string;
  readonly groups: readonly string[];
  /** A recovery session (RFC 8341 §2.3): access control does not hold for it. */
  readonly recovery?: true;
  /** When what he logged in with ends, in milliseconds since 1970; absent: not by itself. */
  readonly expires?: number;
}

/** Members may do everything the models offer; they see what concerns their agents. */
export const ADMIN_GROUP = 'admin';
/** Members see the rows and events of everyone, in order to watch, approve and stop. */
export const OPERATOR_GROUP = 'operator';

export function isMember(principal: Principal, group: string): boolean {
  return principal.groups.includes(group);
}

/** Whether no entry of the configuration is hidden from him because it is somebody else's. */
export function knowsAll(principal: Principal): boolean {
  return isMember(principal, ADMIN_GROUP) || isMember(principal, OPERATOR_GROUP);
}
