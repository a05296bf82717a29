import type { FieldType } from '../../fields/field-type.ts';
import { fieldTypes, type FieldTypeName } from '../../fields/registry.ts';
import type { InferredField } from './infer-resources.ts';

function columnOf({ declaration }: Pick<InferredField, 'declaration'>) {
  const { type, ...settings } = declaration;
  const kind: FieldType = fieldTypes[type as FieldTypeName];
  return kind.column(kind.settings.parse(ownOf(kind, settings)));
}

function ownOf(kind: FieldType, settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => name in kind.settings.shape),
  );
}

export function isMany(field: Pick<InferredField, 'declaration'>): boolean {
  return columnOf(field).many === true;
}

/** One value that can be told from another. */
export function isComparable(field: Pick<InferredField, 'declaration'>): boolean {
  return !isMany(field) && columnOf(field).sql !== 'jsonb';
}
