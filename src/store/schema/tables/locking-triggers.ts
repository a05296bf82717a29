import { requireItem } from '../../../fields/require-entry.ts';
import { quoteName } from '../../connection/sql.ts';
import type { Chain, dependenciesOf } from '../expression/dependencies.ts';
import { toTrigger, type Trigger } from './triggers.ts';

type Parts = Pick<ReturnType<typeof dependenciesOf>, 'chains' | 'others'> & {
  resource: { name: string };
};

/**
 * A stored value can read rows behind the references of a written row. These triggers lock those rows before the value is
 * computed. Without the lock, another writer could change one of them and not find the written row, which is not yet
 * committed. The value would then keep what it read before that change.
 */
export function lockingTriggers(all: readonly Parts[]): Trigger[] {
  const chains = byKey(all.flatMap(({ chains: each }) => each));
  const toOwners = byKey(all.flatMap(chainsToOwners));
  const byTable = Map.groupBy(chains.values(), ({ table }) => table);
  return [...byTable].map(([table, own]) => {
    // The nearest first, as everywhere; each by a statement of its own, which sees what the former has waited for.
    const locks = own
      .toSorted((left, right) => left.links.length - right.links.length)
      .map((chain) => lockEnd(chain, toOwners.has(keyOf(chain))));
    const turning = [...chains.values(), ...toOwners.values()].filter(
      (chain) => chain.table === table,
    );
    const columns = new Set(turning.map(({ links }) => requireItem(links, 0).value.slice(2)));
    const differs = [...columns].map((name) => `NEW.${name} is distinct from OLD.${name}`);
    const body = `begin if ${["TG_OP = 'INSERT'", ...differs].join(' or ')} then ${locks.join(' ')} end if; return NEW; end`;
    // Before the values of the row are computed: PostgreSQL calls triggers in the order of their names.
    return toTrigger({ name: `${table}.locks`, table, order: '0.' }, body, [
      `trigger % before insert or update on ${quoteName(table)} for each row`,
    ]);
  });
}

/** The ways along references from a row to the records whose values it changes. Their triggers lock these to change them. */
function chainsToOwners({ others, resource }: Parts): Chain[] {
  return others.flatMap(({ table, owners: { joins, id } }) => {
    if (joins.some(({ column }) => column !== '_id') || id === 'x._id') return [];
    const links = [...joins, { table: resource.name, value: id }];
    return links.map((_, at) => ({ table, links: links.slice(0, at + 1) }));
  });
}

function keyOf({ table, links }: Chain): string {
  return JSON.stringify([table, ...links.map(({ value }) => value)]);
}

function byKey(chains: readonly Chain[]): Map<string, Chain> {
  return new Map(chains.map((chain) => [keyOf(chain), chain]));
}

/** Locks the last row as strongly as this write will: two writers that hold a weaker lock would wait for each other. */
function lockEnd({ links }: Chain, isChanged: boolean): string {
  const last = requireItem(links, links.length - 1);
  // Each reference is read by itself, so that PostgreSQL finds its row by the key, whatever it knows of the table.
  const id = links.slice(0, -1).reduce(
    (before, { table }, at) => {
      const next = requireItem(links, at + 1).value;
      const row = next.slice(0, next.indexOf('.'));
      return `(select ${next} from ${quoteName(table)} ${row} where ${row}._id = ${before})`;
    },
    requireItem(links, 0).value.replace(/^x/, 'NEW'),
  );
  return `perform from ${quoteName(last.table)} where _id = ${id} for ${isChanged ? 'no key update' : 'share'};`;
}
