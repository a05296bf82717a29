import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { quotedPart } from '../../fields/text/written-key.ts';
import { quoteName, quoteText } from '../connection/sql.ts';
import { sqlTypes } from '../sql-types.ts';
import { findPlace } from './place.ts';

/**
 * The key of a record as files write it (`written-key.ts`), or null without a value in each of its fields; `alias` is
 * its table. A reference in it is the key of the other record.
 */
export function keySql(
  resources: Descriptor['resources'],
  resource: Resource,
  alias: string,
): string {
  const parts = resource.importKey.map((name) => {
    const { sql, type, to } = findPlace(resource, name, `${alias}.`);
    const target = resources.get(to ?? '');
    if (!target || target.importKey.includes('_id')) return `(${sqlTypes[type].toJson(sql)})::text`;
    const inner = `${alias}k`;
    const key = keySql(resources, target, inner);
    return `coalesce((select ${key} from ${quoteName(target.name)} ${inner} where ${inner}._id = ${sql}), ${sql})`;
  });
  return parts.length === 1 ? parts.join() : parts.map(quotedSql).join(` || ' / ' || `);
}

function quotedSql(part: string): string {
  const quoted = `'"' || replace(p, '"', '""') || '"'`;
  return `(select case when p ~ ${quoteText(quotedPart)} then ${quoted} else p end from (select ${part} as p) q)`;
}
