/** Tells sealed texts from clear ones, by their media type and form. */
import { SEALED_TYPES, type SealedType, sealedType } from '../../contexts/index.js';
import { jweFault } from './jwe.js';
import { mlsFault } from './mls.js';

/** Each form returns why a text is not in it; undefined when it is. */
const FORMS: Readonly<Record<SealedType, (text: string) => string | undefined>> = {
  'application/jose': jweFault,
  'application/jose+json': jweFault,
  'message/mls': mlsFault,
};

/** The media types of sealed content, for people. */
export const SEALED = SEALED_TYPES.join(', ').replace(/, (?=[^,]*$)/, ' or ');

/** Returns the media type of a sealed text by its form; undefined for others. */
export function typeOfSealed(text: string): SealedType | undefined {
  return SEALED_TYPES.find((type) => FORMS[type](text) === undefined);
}

/** Returns why a text is not sealed; undefined when it is. No reason tells anything of the text. @param mediaType default: text/plain */
export function clearness(text: string, mediaType = 'text/plain'): string | undefined {
  const type = sealedType(mediaType);
  return type === undefined ? `it has the media type ${mediaType}` : FORMS[type](text);
}
