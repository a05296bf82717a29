import type { DescriptorSource } from './settings/descriptor-settings.ts';

const transitions = ['states', 'transitions'];

function transitionsOf(field: object): readonly { icon?: string }[] | undefined {
  return (field as { states?: { transitions?: { icon?: string }[] } }).states?.transitions;
}

/** An icon in a descriptor, and its place. */
type DeclaredIcon = { name: string; path: readonly (string | number)[] };

/** Every icon that a descriptor names, in the order of the file. */
export function declaredIcons({ app, resources }: DescriptorSource): DeclaredIcon[] {
  const iconsOf = (
    all: readonly { icon?: string | undefined }[] | undefined,
    path: readonly string[],
  ): DeclaredIcon[] =>
    (all ?? []).flatMap(({ icon }, index) =>
      icon === undefined ? [] : [{ name: icon, path: [...path, index, 'icon'] }],
    );
  return [
    ...iconsOf(app?.groups, ['app', 'groups']),
    ...iconsOf(app?.pages, ['app', 'pages']),
    ...Object.entries(resources).flatMap(([name, { icon, actions, fields }]) => [
      ...(icon === undefined ? [] : [{ name: icon, path: ['resources', name, 'icon'] }]),
      ...iconsOf(actions, ['resources', name, 'actions']),
      ...Object.entries(fields).flatMap(([field, declared]) =>
        iconsOf(transitionsOf(declared), ['resources', name, 'fields', field, ...transitions]),
      ),
    ]),
  ];
}
