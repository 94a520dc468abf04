import type { Credentials } from './authentication.js';
import { authorityOf } from './authority.js';
import { clientCertificate } from './client-certificate.js';
import type { HttpRequest } from './http-request.js';
import { parseRequestTarget } from './request-target.js';

/** Returns the credentials of a request. @param publicOrigin the origin at which clients reach the node through a proxy */
export function credentialsOf(request: HttpRequest, publicOrigin: string | undefined): Credentials {
  const {
    ip: source,
    method,
    headers: { authorization, dpop },
  } = request;
  return {
    authorization,
    // A repeated field arrives as one with a comma, which no proof has.
    proof: dpop?.toString(),
    method,
    urls: () => urlsOf(request, publicOrigin),
    certificate: () => clientCertificate(request.raw),
    source,
  };
}

/** Returns the URLs of the requested resource, without query: as the request is addressed, and as clients of the proxy know it. */
function urlsOf(request: HttpRequest, publicOrigin: string | undefined): readonly string[] {
  const { path } = parseRequestTarget(request.originalUrl);
  const origins = [`${request.protocol}://${authorityOf(request).text}`, ...(publicOrigin ? [publicOrigin] : [])];
  return origins.map((origin) => origin + path);
}
