import { qualifierOf } from '../fields/type/qualifier-of.ts';
import type { Resource } from './descriptor.ts';

/** The fields that are written with a field or not at all: half of `<0.5` would be another value. */
export function partnersOf({ fields }: Resource, name: string): string[] {
  return [...fields.values()].flatMap((field) => {
    const qualifier = qualifierOf(field, field.name);
    if (field.name === name) return qualifier ?? [];
    return qualifier === name ? field.name : [];
  });
}
