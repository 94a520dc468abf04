/**
 * Returns the form in which names of skills and domains are compared. A query finds an agent whatever the case of these names, so
 * rules about them must ignore it as well.
 */
export function caseless(name: string): string {
  return name.toLowerCase();
}
