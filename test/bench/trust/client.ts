/** The client of the OpenID provider. */
export const CLIENT = { id: 'collector', secret: 'the-secret-of-the-collector' } as const;
export const RESOURCE = 'urn:example:yangent';
