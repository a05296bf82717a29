import { z } from 'zod';

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
  'webhook',
  'work',
] as const;

export type OwnIcon = (typeof ownIcons)[number];

/** Some of the 2,000 names, for editors to propose. */
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

/** The API checks that the set has the icon (`check-code.ts`), because thousands of names have no place in a browser. */
export const icon = z
  .string()
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/)
  .meta({
    title: 'the name of an icon of Material Icons, such as menu_book',
    examples: [...exampleIcons],
  });
