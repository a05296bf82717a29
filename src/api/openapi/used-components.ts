type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The components that something refers to, directly or from another component. */
export function usedComponents(paths: object, components: Components): Components {
  const used = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string') follow(member);
      else walk(member);
    }
  };
  const follow = (reference: string): void => {
    if (used.has(reference)) return;
    used.add(reference);
    const [section = '', name = ''] = reference.split('/').slice(2);
    walk(components[section]?.[name]);
  };
  walk(paths);
  const sections = Object.entries(components).map(([section, parts]) => {
    const isUsed = ([name]: [string, unknown]): boolean =>
      used.has(`#/components/${section}/${name}`);
    return [section, Object.fromEntries(Object.entries(parts).filter(isUsed))];
  });
  return Object.fromEntries(sections);
}
