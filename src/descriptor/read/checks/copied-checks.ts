import { problem } from '../../../fields/problems/problem.ts';
import type { Field } from '../../../fields/type/field.ts';
import { requireLast } from '../../../fields/require-entry.ts';
import { copiedPath } from '../../filter/tokens.ts';
import { findLookup, splitPath } from '../../lookups.ts';
import { suggestHint } from '../../suggest.ts';
import { asObject, type Draft, type DraftResource } from '../draft.ts';
import { isGranted } from './field-checks.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import { governedRoles } from './rule-checks.ts';
import type { Path } from '../source-text.ts';

/** Checks the defaults that are copied from other records: path and type, and that those who create may read them. */
export function checkCopiedDefaults(resource: DraftResource, draft: Draft): Flaw[] {
  return [...resource.fields.values()].flatMap((field) => {
    const copied = copiedPath(field);
    const path = ['resources', resource.name, 'fields', field.name, 'default', '$field'];
    return copied === undefined ? [] : checkCopied(draft, resource, { field, copied }, path);
  });
}

function checkCopied(
  draft: Draft,
  resource: DraftResource,
  { field, copied }: { field: Field; copied: string },
  path: Path,
): Flaw[] {
  const lookup = findLookup(draft.resources, resource, copied);
  if (!lookup) {
    const [head, rest] = splitPath(copied);
    const hint =
      rest === ''
        ? 'name a field behind a reference, such as `product.price`'
        : suggestHint(head, [...resource.fields.keys()]);
    return [flaw('D011', path, { resource: resource.name, value: copied }, hint)];
  }
  const { field: source, resources } = lookup;
  if (source.type !== field.type || relationOf(source) !== relationOf(field)) {
    const { message } = problem('V002', '', { expected: field.type });
    return [flaw('D016', path.slice(0, -1), { reason: message }, `${copied} is ${source.type}`)];
  }
  const steps = copied.split('.');
  const owners = [resource.name, ...resources];
  const last = requireLast(owners);
  return rolesThatCreate(draft, resource).flatMap((role) => {
    const hidden = owners.filter((name, at) => {
      const read = draft.resources.get(name)?.fields.get(steps[at] ?? '')?.read;
      return read?.includes(role) === false;
    });
    const isClosed = asObject(draft.resources.get(last)?.declared.permissions)[role] === undefined;
    return hidden.length > 0 || isClosed ? [flaw('D031', path, { value: copied, role })] : [];
  });
}

function relationOf({ kind, settings }: Field): string | undefined {
  return kind.relation?.(settings).to;
}

function rolesThatCreate(draft: Draft, resource: DraftResource): string[] {
  const permissions = asObject(resource.declared.permissions);
  return governedRoles(draft, resource).filter((role) => isGranted(permissions[role], 'create'));
}
