import type { Resource } from '../../descriptor/descriptor.ts';
import { findPlace, OWN } from '../schema/place.ts';
import type { CopyJson } from '../store.ts';
import type { Copy } from './copy-records.ts';
import { recordColumns, type RecordJsonOptions } from '../schema/record-json.ts';

/**
 * JSON of records, the same bytes as `streamRecords` answers, which become no text here. Moments are put among
 * the rest here: PostgreSQL takes a sixth of its time to write two of them for each record as JSON has them.
 */
export function copyJson(
  resource: Resource,
  source: string,
  { names, between }: CopyJson & { names: readonly string[] },
  writing: RecordJsonOptions,
): Copy {
  const parts = toParts(resource, names);
  const selected = parts.map((part, at) =>
    'moment' in part ? findPlace(resource, part.moment).sql : `row_to_json(x${at})`,
  );
  const joined = parts.flatMap((part, at) =>
    'moment' in part
      ? []
      : ` cross join lateral (select ${recordColumns(resource, part.names, writing)}) x${at}`,
  );
  return {
    select: `select ${selected.join(', ')} from ${source} ${OWN}${joined.join('')}`,
    shape: {
      parts: parts.map((part) => ('moment' in part ? part : 'object')),
      between,
    },
  };
}

/** Fields that PostgreSQL writes as an object, and a moment between two of them. */
type Part = { names: string[] } | { moment: string };

function toParts(resource: Resource, names: readonly string[]): Part[] {
  const parts: Part[] = [];
  for (const name of names) {
    const last = parts.at(-1);
    if (isMoment(resource, name)) parts.push({ moment: name });
    else if (last && 'names' in last) last.names.push(name);
    else parts.push({ names: [name] });
  }
  return parts;
}

/** A moment that is computed may have more digits than those that are kept. */
function isMoment(resource: Resource, name: string): boolean {
  if (resource.fields.get(name)?.computed !== undefined) return false;
  const { shape, type } = findPlace(resource, name);
  return shape === 'column' && type === 'timestamptz';
}
