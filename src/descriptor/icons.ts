import type { DescriptorSource } from './descriptor-settings.ts';

/** The icons of the screens' own pages, and the defaults of a descriptor. */
export const ownIcons = [
  'list',
  'account_tree',
  'article',
  'assignment',
  'event',
  'folder',
  'group',
  'menu_book',
  'person',
  'receipt',
  'search',
  'tune',
  'work',
] as const;

export type OwnIcon = (typeof ownIcons)[number];

/** Some of the 4,000 names, for editors to propose. */
export const exampleIcons = [
  ...ownIcons,
  'biotech',
  'bookmark',
  'business',
  'calendar_month',
  'category',
  'compare_arrows',
  'description',
  'factory',
  'flag',
  'handshake',
  'inventory',
  'label',
  'link',
  'local_shipping',
  'lunch_dining',
  'people',
  'place',
  'public',
  'recycling',
  'restaurant',
  'school',
  'science',
  'settings',
  'shopping_cart',
  'star',
  'storage',
  'verified',
  'warning',
] as const;

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
    ...Object.entries(resources).flatMap(([name, { icon, actions }]) => [
      ...(icon === undefined ? [] : [{ name: icon, path: ['resources', name, 'icon'] }]),
      ...iconsOf(actions, ['resources', name, 'actions']),
    ]),
  ];
}
