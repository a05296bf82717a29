/** Roles by name, with their former names. */
type Roles = ReadonlyMap<string, { was?: string | undefined }>;

/** The role that has a name, or had it before it was renamed; undefined if none has. */
export function roleNow({ roles }: { roles: Roles }, name: string): string | undefined {
  if (roles.has(name)) return name;
  return [...roles].find(([, { was }]) => was === name)?.[0];
}
