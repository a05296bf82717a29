import type { Text } from '../fields/field.ts';

export const densities = ['compact', 'standard', 'comfortable'] as const;
type Density = (typeof densities)[number];

/** A view of a list that comes with the installation; what it does not set is as the list has it. */
export type DeclaredView = {
  name: string;
  label: Text;
  /** Whom it is for; absent: everybody who may list. */
  roles?: readonly string[];
  /** The list opens with it. */
  default?: boolean;
  /** In the JSON form of `where`, tokens in it as they are. */
  filter?: Readonly<Record<string, unknown>>;
  q?: string;
  sort?: string;
  columns?: readonly string[];
  density?: Density;
  perPage?: number;
};

/** The views a role may choose from. */
export function viewsFor(views: readonly DeclaredView[], role: string): readonly DeclaredView[] {
  return views.filter(({ roles }) => roles?.includes(role) ?? true);
}
