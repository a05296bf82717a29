import { isReservedAddress } from '../read/address-checks.ts';
import { tableKey, type ForeignTable } from './foreign-table.ts';
import { toFieldName } from './to-field-name.ts';

export type TableName = {
  name: string;
  /** What it was called, where the name no longer says it. */
  label?: string;
  /** Why it could not keep its name. */
  remark?: string;
};

/** A name of a resource for each table, by `tableKey`. */
export function nameTables(tables: readonly ForeignTable[]): ReadonlyMap<string, TableName> {
  const taken = new Set<string>(['users']);
  const names = new Map<string, TableName>();
  for (const [index, table] of tables.entries()) {
    const { wanted, remark } = nameResource(table.name, index);
    const name = toFieldName(wanted, taken) ?? `table${index + 1}`;
    taken.add(name);
    const told =
      remark ?? (name === wanted ? undefined : `another table already has the name ${wanted}`);
    names.set(tableKey(table), {
      name,
      ...(isPlain(table.name) ? {} : { label: table.name.trim() }),
      ...(told !== undefined && { remark: told }),
    });
  }
  return names;
}

/** A name that a resource may have, near to what it is called, and why it is another one. */
export function nameResource(name: string, index: number): { wanted: string; remark?: string } {
  const plain = toFieldName(name, new Set());
  if (plain === undefined)
    return { wanted: `table${index + 1}`, remark: 'this is not a valid resource name' };
  if (plain === 'users')
    return {
      wanted: 'people',
      remark: 'users is the resource of the people who sign in to this installation',
    };
  if (isReservedAddress(plain))
    return { wanted: `${plain}Records`, remark: `the system uses the address /${plain}` };
  return { wanted: plain };
}

/** Said by a name in camel case as well as by itself. */
export function isPlain(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name);
}

/** `orderLines` → `orderLine`. */
export function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/([^su])s$/, '$1');
}
