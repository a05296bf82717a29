/** The kinds of value. `nothing` is the kind of `null`, which fits all others. */
export type ValueKind = 'number' | 'text' | 'boolean' | 'date' | 'datetime' | 'nothing';

/** What is made of the values of many records. */
type RollupSignature = {
  /** The kinds of value it takes; absent: any. None for `count`, which takes no value. */
  takes?: readonly ValueKind[];
  /** `same`: the kind of the value. */
  gives: Exclude<ValueKind, 'nothing'> | 'same';
  /** A function of single values has the same name: `min(a, b)`. */
  isFunction?: true;
  /** Whether the order of the records matters, so that `by` says something. */
  isOrdered?: true;
  /** How it is written, for the guide. */
  written: string;
  /** The description of the result, for the guide. */
  says: string;
};

const ordered = ['number', 'text', 'date', 'datetime'] as const;

/** The most values that `list` joins. */
export const MOST_LISTED = 100;

const table = {
  count: {
    takes: [],
    gives: 'number',
    written: 'count(records)',
    says: 'the number of records',
  },
  sum: {
    takes: ['number'],
    gives: 'number',
    written: 'sum(number of records)',
    says: 'the sum; 0 without records',
  },
  avg: {
    takes: ['number'],
    gives: 'number',
    written: 'avg(number of records)',
    says: 'the average of the values that are not empty',
  },
  median: {
    takes: ['number'],
    gives: 'number',
    written: 'median(number of records)',
    says: 'the median: the middle value, or the average of the two in the middle',
  },
  min: {
    takes: ordered,
    gives: 'same',
    isFunction: true,
    written: 'min(value of records)',
    says: 'the smallest value',
  },
  max: {
    takes: ordered,
    gives: 'same',
    isFunction: true,
    written: 'max(value of records)',
    says: 'the greatest value',
  },
  first: {
    gives: 'same',
    isOrdered: true,
    written: 'first(value of records by field)',
    says: 'the value of the first record in this order; without `by` the oldest record',
  },
  list: {
    gives: 'text',
    isOrdered: true,
    written: 'list(value of records)',
    says: `the different values, joined by commas: in order of the values, or of the fields after \`by\`; at most ${MOST_LISTED}, then …`,
  },
} as const satisfies Record<string, RollupSignature>;

export type RollupName = keyof typeof table;

/** What a computed field can make of the values of many records. Their SQL is in the store. */
export const rollups: Readonly<Record<RollupName, RollupSignature>> = table;

export function isRollup(name: string): name is RollupName {
  return Object.hasOwn(rollups, name);
}
