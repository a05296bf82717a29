/**
 * The operators of the filter language, one row each. Two further tables have an entry for each of
 * them, which the compiler asks for: its SQL in `store/records/filters.ts`, and what it is in memory
 * in `descriptor/filter/evaluate-filter.ts`. Screens say it by `operators.<name>` of their messages.
 */
type Row = {
  /** How many operands, and what they are: values of the field's type, a part of a text, or `true`. */
  takes: 'one' | 'many' | 'two' | 'text' | 'flag';
  /** Field types offer operators by these groups. */
  group: 'equality' | 'order' | 'wording';
  /** What screens show where there is room for one sign. */
  sign: string;
  /** The condition in signs, in no language: `= …{value}…`. */
  formula: string;
  /** What follows the field's name in the OpenAPI document. */
  means: string;
  /** It holds for a record exactly when that operator does not. */
  negates?: string;
  /** The operator that means the same of a list of values. */
  ofMany?: string;
  /** The operator that is meant when the value is `null` or nothing. */
  ofNothing?: string;
};

const oneValue = { takes: 'one', group: 'equality' } as const;
const list = { takes: 'many', group: 'equality' } as const;
const presence = { takes: 'flag', group: 'equality' } as const;
const limit = { takes: 'one', group: 'order' } as const;
const part = { takes: 'text', group: 'wording' } as const;

const rows = {
  eq: {
    ...oneValue,
    sign: '=',
    formula: '= {value}',
    means: 'equals this value; if repeated, is one of these values',
    ofMany: 'in',
    ofNothing: 'null',
  },
  neq: {
    ...oneValue,
    sign: '≠',
    formula: '≠ {value}',
    means: 'is not',
    negates: 'eq',
    ofMany: 'nin',
    ofNothing: 'nnull',
  },
  lt: { ...limit, sign: '<', formula: '< {value}', means: 'is less than' },
  lte: { ...limit, sign: '≤', formula: '≤ {value}', means: 'is at most' },
  gt: { ...limit, sign: '>', formula: '> {value}', means: 'is more than' },
  gte: { ...limit, sign: '≥', formula: '≥ {value}', means: 'is at least' },
  in: {
    ...list,
    sign: '∈',
    formula: '= {value}',
    means: 'is one of several values separated by commas',
  },
  nin: {
    ...list,
    sign: '∉',
    formula: '≠ {value}',
    means: 'is none of several values separated by commas',
    negates: 'in',
  },
  contains: { ...part, sign: '∋', formula: '= …{value}…', means: 'contains, ignoring case' },
  ncontains: {
    ...part,
    sign: '∌',
    formula: '≠ …{value}…',
    means: 'does not contain, ignoring case',
    negates: 'contains',
  },
  starts: { ...part, sign: 'A…', formula: '= {value}…', means: 'begins with, ignoring case' },
  ends: { ...part, sign: '…Z', formula: '= …{value}', means: 'ends with, ignoring case' },
  between: {
    takes: 'two',
    group: 'order',
    sign: '↔',
    formula: '= {value}',
    means: 'is between two values separated by a comma',
  },
  null: { ...presence, sign: '∅', formula: '= ∅', means: 'is empty', negates: 'nnull' },
  nnull: { ...presence, sign: '●', formula: '≠ ∅', means: 'is not empty' },
} as const satisfies Record<string, Row>;

export type Operator = keyof typeof rows;

export type OperatorRow = Omit<Row, 'negates' | 'ofMany' | 'ofNothing'> &
  Partial<Record<'negates' | 'ofMany' | 'ofNothing', Operator>>;

export const operators: Readonly<Record<Operator, OperatorRow>> = rows;

export const equality = inGroup('equality');
export const order = inGroup('order');
export const wording = inGroup('wording');

export function isOperator(name: string): name is Operator {
  return Object.hasOwn(operators, name);
}

/** Its value is a list of values, which a query string separates by commas. */
export function takesList(operator: Operator): boolean {
  return ['many', 'two'].includes(operators[operator].takes);
}

function inGroup(group: Row['group']): readonly Operator[] {
  return Object.keys(operators)
    .filter(isOperator)
    .filter((name) => operators[name].group === group);
}
