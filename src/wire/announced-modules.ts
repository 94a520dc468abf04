/** The modules that a NETCONF server announces in its hello. */

export interface AnnouncedModule {
  readonly name: string;
  readonly namespace: string;
  readonly revision?: string;
  readonly features: readonly string[];
  /** Names of modules that deviate it. */
  readonly deviations: readonly string[];
}

/** Returns the modules among capabilities, each `namespace?module=name&revision=date&...` (RFC 6020 §5.6.4). Ignores others. */
export function announcedModules(capabilities: readonly string[]): readonly AnnouncedModule[] {
  return capabilities.flatMap((capability) => {
    const question = capability.indexOf('?');
    if (question < 0) return [];
    const parameters = new URLSearchParams(capability.slice(question + 1));
    const name = parameters.get('module') ?? '';
    if (name === '') return [];
    const list = (parameter: string) => (parameters.get(parameter) ?? '').split(',').filter((each) => each !== '');
    return [
      {
        name,
        namespace: capability.slice(0, question),
        revision: parameters.get('revision') ?? undefined,
        features: list('features'),
        deviations: list('deviations'),
      },
    ];
  });
}
