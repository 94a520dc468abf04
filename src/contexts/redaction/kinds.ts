/** Patterns of the kinds of information: in plain text, and by names of members of structured content. */
import type { YangentContexts_Redaction } from '../../generated/index.js';
import type { Removal } from './text.js';

/**
 * Patterns in text. All take linear time: repetitions are bounded, or begin at the first of their characters and no later part
 * can fail. A group named `keep` is not removed.
 */
export const IN_TEXT: Readonly<Record<YangentContexts_Redaction, readonly RegExp[]>> = {
  email: [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g],
  phone: [/\+\d[\d ()/.-]{6,20}\d/g, /\((?:0|\+)\d{1,5}\)[\d /.-]{4,20}\d/g, /\b0\d{2,5}[ /-]\d[\d -]{4,14}\d\b/g],
  'network-address': [
    /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
    /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/gi,
    /(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])/gi,
  ],
  credential: [
    // The Authorization header with its credentials; `bearer` alone is also a term of telecommunication.
    /\bauthorization\b["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:Basic|Bearer|Digest|Negotiate|DPoP)\s{1,3})?\S+/gi,
    /\bBearer\s{1,3}(?:(?=[\w~+/=.-]{0,64}\d)[\w~+/=.-]{8,}|[\w~+/=.-]{24,})/gi,
    // JSON in base64url: the beginning of a JSON Web Token (RFC 7519).
    /(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g,
    /\b(?:password|passwd|secret|token|api[-_ ]?key)\b["']?\s{0,3}[:=]\s{0,3}\S+/gi,
    // Keys with well-known prefixes of their issuers.
    /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
    /(?<![\w-])(?:gh[oprsu]_|github_pat_|glpat-|xox[abprs]-|AIza)[\w-]{16,}/g,
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  ],
  name: [
    /\b(?:full[- ]?name|first[- ]?name|last[- ]?name|surname|customer|name)\b\s{0,3}[:=]\s{0,3}[^\n,;]{1,200}/gi,
    // Capitalized words after a title, or after phrases that introduce a name.
    /\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\b\.?(?:\s{1,2}\p{Lu}[\p{L}'’.-]{0,40}){1,4}/gu,
    /(?<keep>\b(?:[Nn]ame is|[Nn]amed|[Cc]alled|I am|I'm|[Tt]his is|[Cc]ustomer|[Uu]ser|[Cc]aller)\s{1,3})\p{Lu}[\p{L}'’-]{1,40}(?:\s{1,2}\p{Lu}[\p{L}'’.-]{0,40}){1,3}/gu,
    /(?<keep>\b(?:[Nn]ame is|[Nn]amed)\s{1,3})\p{Lu}[\p{L}'’-]{1,40}/gu,
  ],
  age: [
    /\b(?:age|aged|date of birth|birth ?date|born(?: on| in)?)\b\s{0,3}[:=]?\s{0,3}[\d./-]{1,12}/gi,
    /\b\d{1,3}[- ]years?[- ]old\b/gi,
  ],
  address: [
    /\b(?:postal |home |street )?address\b\s{0,3}[:=]\s{0,3}[^\n;]{1,300}/gi,
    /(?<keep>\b(?:[Ll]ives|[Ll]ive|[Rr]esides|[Aa]ddress is)\s{1,3}(?:at|in|on)?\s{0,3})[^\n.;]{1,200}/gu,
    /\b\d{1,5}[a-z]?\s{1,2}(?:\p{Lu}[\p{L}'’-]{0,40}\s{1,2}){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Square|Boulevard|Blvd)\b\.?/gu,
  ],
};

/** Names of members with a kind of information, besides the kind itself; in lower case without punctuation. */
const MEMBERS: Readonly<Record<YangentContexts_Redaction, readonly string[]>> = {
  name: ['fullname', 'firstname', 'lastname', 'surname', 'givenname', 'familyname', 'customername', 'username'],
  age: ['birthdate', 'dateofbirth', 'birthday'],
  address: ['street', 'postaladdress', 'homeaddress', 'city', 'zip', 'postcode'],
  phone: ['phonenumber', 'telephone', 'mobile', 'msisdn'],
  email: ['mail', 'emailaddress'],
  'network-address': ['ip', 'ipaddress', 'mac', 'macaddress'],
  credential: ['password', 'passwd', 'secret', 'token', 'apikey', 'key', 'privatekey'],
};

/** Returns the member names to be removed, each with the kind or name that is reported for its removal. */
export function membersOf({
  kinds = [],
  members = [],
}: Pick<Removal, 'kinds' | 'members'>): ReadonlyMap<string, string> {
  const names = new Map<string, string>(members.map((name) => [bareName(name), name]));
  for (const kind of kinds) for (const name of [kind, ...MEMBERS[kind]]) names.set(bareName(name), kind);
  return names;
}

export function bareName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
