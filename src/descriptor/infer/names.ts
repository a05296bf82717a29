import { isReservedAddress } from '../read/checks/address-checks.ts';
import { tableKey, type ForeignTable } from './foreign-table.ts';
import { fieldName } from '../../fields/type/to-field.ts';
import { systemFields } from '../descriptor.ts';
import { isReservedField } from '../read/checks/name-checks.ts';
import { spelledLetters } from '../../fields/text/fold-text.ts';

export type TableName = {
  name: string;
  /** The original name, if the new one no longer shows it. */
  label?: string;
  /** Why the name was changed. */
  remark?: string;
};

/** Returns a resource name for each table, by `tableKey`. */
export function nameTables(tables: readonly ForeignTable[]): ReadonlyMap<string, TableName> {
  const taken = new Set<string>(['users']);
  const names = new Map<string, TableName>();
  for (const [index, table] of tables.entries()) {
    const { suggestedName, remark } = nameResource(table.name, index);
    const name = toFieldName(suggestedName, taken) ?? `table${index + 1}`;
    taken.add(name);
    const reason =
      remark ??
      (name === suggestedName ? undefined : `another table already has the name ${suggestedName}`);
    names.set(tableKey(table), {
      name,
      ...(isPlain(table.name) ? {} : { label: table.name.trim() }),
      ...(reason !== undefined && { remark: reason }),
    });
  }
  return names;
}

/** A valid resource name close to the original, and the reason for any change. */
export function nameResource(
  name: string,
  index: number,
): { suggestedName: string; remark?: string } {
  const plain = toFieldName(name, new Set());
  if (plain === undefined)
    return { suggestedName: `table${index + 1}`, remark: 'this is not a valid resource name' };
  if (plain === 'users')
    return {
      suggestedName: 'people',
      remark: 'users is the resource of the people who sign in to this installation',
    };
  if (isReservedAddress(plain))
    return { suggestedName: `${plain}Records`, remark: `the system uses the address /${plain}` };
  return { suggestedName: plain };
}

/** Whether a name in camel case shows it just as well, so that it needs no label. */
function isPlain(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name);
}

/** `orderLines` → `orderLine`. */
export function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/([^su])s$/, '$1');
}

/**
 * Makes a field name from a header such as `CAS No.`: `casNo`. A valid field name
 * stays unchanged. Returns undefined if no characters are left to make one.
 */
export function toFieldName(header: string, taken: ReadonlySet<string>): string | undefined {
  const name = isName(header) ? header : toCamelCase(header);
  if (!isName(name)) return undefined;
  // Two names that differ only in case could not be distinguished in a hand-typed file.
  const lower = new Set([...taken].map((each) => each.toLowerCase()));
  const isFree = (candidate: string): boolean => !lower.has(candidate.toLowerCase());
  if (isFree(name)) return name;
  const stem = name.slice(0, 46);
  for (let count = 2; ; count++) if (isFree(stem + count)) return stem + count;
}

function isName(name: string): boolean {
  return fieldName.safeParse(name).success;
}

function toCamelCase(header: string): string {
  const words = toPlainLetters(header).match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word) => (/[a-z]/.test(word) ? word : word.toLowerCase()))
    .map(
      (word, index) =>
        (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
    )
    .join('');
  return (/^\d/.test(joined) ? `n${joined}` : joined).slice(0, 50);
}

/**
 * A text in plain letters, because the name is also a column, a key and a parameter: German umlauts as German writes
 * them without a key for them, other letters as searches spell them, and without accents.
 *
 * @example toPlainLetters('Beiträge') // 'Beitraege'
 */
function toPlainLetters(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD').charAt(0)}e`)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/g, spell);
}

/** A capital stays one: `Ørsted` is `Orsted`. */
function spell(letter: string): string {
  const spelled = spelledLetters[letter.toLowerCase()] ?? letter;
  return letter === letter.toLowerCase() ? spelled : capital(spelled);
}

/** The name of a field, its original name if that becomes a label, and the reason for any change. */
type ChosenName = { name: string; header: string; because?: string };

export type FieldNames = {
  nameField(column: string): ChosenName;
  /** Names `customer_id` after the customer it refers to. */
  nameReference(column: string): ChosenName;
  /** Leaves room for the name of the join table, which PostgreSQL cuts off at 63 characters. */
  nameList(to: string): ChosenName;
  isSystem(column: string): boolean;
};

export function createFieldNames(
  resource: string,
  table: { columns: readonly { name: string }[] },
): FieldNames {
  const taken = new Set<string>();
  const isColumn = (name: string): boolean =>
    table.columns.some((column) => column.name.toLowerCase() === name.toLowerCase());

  function nameField(column: string): ChosenName {
    const index = table.columns.findIndex(({ name }) => name === column);
    const plain = toFieldName(column, new Set());
    const preferredName = plain ?? `column${index + 1}`;
    const free = isReservedField(preferredName)
      ? `${singular(resource).slice(0, 35)}${capital(preferredName)}`
      : preferredName;
    const name = toFieldName(free, taken) ?? free;
    taken.add(name);
    const header = isPlain(column) || column.trim() === '' ? name : column;
    if (isReservedField(preferredName))
      return { name, header, because: `${column}, which is a reserved name` };
    const because = column === name ? undefined : column;
    return { name, header, ...(because !== undefined && { because }) };
  }

  return {
    nameField,
    nameReference(column) {
      const stem = column.replace(/[_ -]?(id|fk|ref)$/i, '');
      const isFree = stem !== '' && stem !== column && !isColumn(stem);
      if (!isFree || !isPlain(stem)) return nameField(column);
      const { because: _, ...name } = nameField(stem);
      return { ...name, because: column };
    },
    nameList(to) {
      const room = 63 - resource.length - 2;
      return nameField(to.slice(0, Math.max(room - 2, 1)));
    },
    isSystem: (column) => (systemFields as readonly string[]).includes(column),
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
