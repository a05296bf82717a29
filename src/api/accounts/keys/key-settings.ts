import { z } from 'zod';
import { momentRule } from '../../../fields/text/moment-rule.ts';
import { KeyCollections } from '../../../contract/people/keys.ts';
import { mayDo, readableFields } from '../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { readWhere } from '../../../descriptor/filter/where.ts';
import {
  computesBeyond,
  everyOther,
  type Grant,
  type Grants,
} from '../../../descriptor/permissions/narrow.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { systemFieldTable } from '../../../descriptor/system-fields.ts';
import { isAddressRange } from '../../http/address-ranges.ts';

const DAY = 86_400_000;
/** How long a key works unless it is said otherwise. */
const LASTS = 90 * DAY;

const settings = {
  name: z.string().trim().min(1).max(60),
  collections: KeyCollections.describe(
    'What the key may do, by collection; `*` stands for all that are not named. It never may more than its owner.',
  ),
  addresses: z
    .array(z.string())
    .max(50)
    .describe('Address ranges in CIDR notation from which the key works; empty: from any.'),
  rate: z.int().min(1).max(100_000).describe('The most requests a minute.'),
  expiresAt: momentRule.nullable().describe('Null: never.'),
};

export const newKeyBody = z.strictObject({
  owner: z
    .string()
    .optional()
    .describe('The `_id` of a service account; admins only. Default: yourself.'),
  name: settings.name,
  collections: settings.collections,
  addresses: settings.addresses.default([]),
  rate: settings.rate.default(600),
  expiresAt: settings.expiresAt.optional().describe('Default: in 90 days. Null: never.'),
});

export const keyChangesBody = z.strictObject({
  name: settings.name.optional(),
  collections: settings.collections.optional(),
  addresses: settings.addresses.optional(),
  rate: settings.rate.optional(),
  expiresAt: settings.expiresAt.optional(),
});

export function defaultExpiry(now: number): string {
  return new Date(now + LASTS).toISOString();
}

type Checked = Partial<z.output<typeof keyChangesBody>>;

/** The problems of the settings of a key whose owner has this role. What the owner may not do, no key may promise. */
export function checkKey(
  { descriptor, role, now }: { descriptor: Descriptor; role: string; now: number },
  { collections = {}, addresses = [], expiresAt }: Checked,
): Problem[] {
  return [
    ...checkGrants(descriptor, role, collections),
    ...addresses.flatMap((range, index) =>
      isAddressRange(range) ? [] : [problem('V081', `addresses.${index}`)],
    ),
    ...(expiresAt && Date.parse(expiresAt) <= now ? [problem('V083', 'expiresAt')] : []),
  ];
}

function checkGrants(descriptor: Descriptor, role: string, grants: Grants): Problem[] {
  const seen = [...descriptor.resources.values()].filter((resource) =>
    (['list', 'read', 'export', 'create', 'import'] as const).some((operation) =>
      mayDo(descriptor, role, resource, operation),
    ),
  );
  return Object.entries(grants).flatMap(([name, grant]) => {
    const at = `collections.${name}`;
    if (name === everyOther) return checkEveryOther(grant, at);
    const resource = seen.find((each) => each.name === name);
    const choices = [everyOther, ...seen.map((each) => each.name)].join(', ');
    if (!resource) return [problem('V008', at, { choices })];
    return checkGrant({ descriptor, role, resource }, grant, at);
  });
}

/** Fields and filters are of one collection. */
function checkEveryOther({ fields, filter }: Grant, at: string): Problem[] {
  return [
    ...(fields ? [problem('V009', `${at}.fields`)] : []),
    ...(filter ? [problem('V009', `${at}.filter`)] : []),
  ];
}

type Context = { descriptor: Descriptor; role: string; resource: Resource };

const OWN_VALUES = 'the filter of a key can only compute with values of the record itself';

function checkGrant(context: Context, { operations, fields, filter }: Grant, at: string) {
  const { descriptor, role, resource } = context;
  const readable = readableFields(descriptor, role, resource);
  const read = filter && readWhere(context, filter);
  return [
    ...operations.flatMap((operation, index) =>
      mayDo(descriptor, role, resource, operation)
        ? []
        : [problem('V082', `${at}.operations.${index}`)],
    ),
    ...(fields ?? []).flatMap((field, index) =>
      readable.includes(field) || systemFieldTable.has(field)
        ? []
        : [problem('Q002', `${at}.fields.${index}`)],
    ),
    ...(read && 'problems' in read
      ? read.problems.map((each) => ({
          ...each,
          path: each.path.replace(/^where/, `${at}.filter`),
        }))
      : []),
    ...(read && 'filter' in read && computesBeyond(resource, read.filter)
      ? [problem('Q029', `${at}.filter`, { reason: OWN_VALUES })]
      : []),
  ];
}
