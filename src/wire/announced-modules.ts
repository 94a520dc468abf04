/** Modules that a NETCONF server names in its hello. */

export interface AnnouncedModule {
  readonly name: string;
  readonly namespace: string;
  readonly revision?: string;
  readonly features: readonly string[];
  /** Modules that deviate it. */
  readonly deviations: readonly string[];
}

/** The modules among capabilities, each `namespace?module=name&revision=date&...` (RFC 6020 §5.6.4). Others are passed over. */
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
