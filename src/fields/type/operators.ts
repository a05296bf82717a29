import type { Field } from './field.ts';

/**
 * The operators of the filter language, one row each. Two more tables have an entry for each, which the compiler
 * checks: the SQL in `store/records/filters.ts`, and the evaluation in memory in
 * `descriptor/filter/evaluate-filter.ts`. Screens name it by `operators.<name>` of their messages.
 */
type Row = {
  /** How many operands it takes, and which: values of the field's type, a part of a text, search words, or `true`. */
  takes: 'one' | 'many' | 'two' | 'text' | 'words' | 'flag';
  /** Field types offer operators by these groups. */
  group: 'equality' | 'order' | 'wording' | 'set' | 'tree' | 'content';
  /** Shown where screens have room for one character. */
  sign: string;
  /** The condition in symbols, without words: `= …{value}…`. */
  formula: string;
  /** The words after the field's name in the OpenAPI document. */
  means: string;
  /** Its sign in expressions. */
  written?: string;
  /** The operator that means the same with the sides exchanged: `2 < year` is `year > 2`. */
  turned?: string;
  /** It matches a record exactly when that operator does not. */
  negates?: string;
  /** The operator with the same meaning for a list of values. */
  ofMany?: string;
  /** The operator to use instead when the value is `null` or empty. */
  ofNothing?: string;
};

const oneValue = { takes: 'one', group: 'equality' } as const;
const list = { takes: 'many', group: 'equality' } as const;
const members = { takes: 'many', group: 'set' } as const;
const presence = { takes: 'flag', group: 'equality' } as const;
const limit = { takes: 'one', group: 'order' } as const;
const part = { takes: 'text', group: 'wording' } as const;

const rows = {
  eq: {
    ...oneValue,
    sign: '=',
    written: '=',
    turned: 'eq',
    formula: '= {value}',
    means: 'equals this value; if repeated, is one of these values',
    ofMany: 'in',
    ofNothing: 'null',
  },
  neq: {
    ...oneValue,
    sign: '≠',
    written: '!=',
    turned: 'neq',
    formula: '≠ {value}',
    means: 'is not',
    negates: 'eq',
    ofMany: 'nin',
    ofNothing: 'nnull',
  },
  lt: {
    ...limit,
    sign: '<',
    written: '<',
    turned: 'gt',
    formula: '< {value}',
    means: 'is less than',
  },
  lte: {
    ...limit,
    sign: '≤',
    written: '<=',
    turned: 'gte',
    formula: '≤ {value}',
    means: 'is at most',
  },
  gt: {
    ...limit,
    sign: '>',
    written: '>',
    turned: 'lt',
    formula: '> {value}',
    means: 'is more than',
  },
  gte: {
    ...limit,
    sign: '≥',
    written: '>=',
    turned: 'lte',
    formula: '≥ {value}',
    means: 'is at least',
  },
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
    means: 'is none of these values',
    negates: 'in',
  },
  all: {
    ...members,
    sign: '⊇',
    formula: '⊇ {value}',
    means: 'has all of these values',
  },
  exactly: {
    ...members,
    sign: '≡',
    formula: '≡ {value}',
    means: 'has exactly these values',
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
  under: {
    takes: 'many',
    group: 'tree',
    sign: '⊆',
    formula: '⊆ {value}',
    means: 'is one of several records separated by commas, or below one in its tree',
  },
  search: {
    takes: 'words',
    group: 'content',
    sign: '¶',
    formula: '¶ {value}',
    means:
      'has a file whose text has all of these words or words that begin with them; `"in quotes"` finds a phrase, `-word` excludes, `or` separates alternatives',
  },
} as const satisfies Record<string, Row>;

export type Operator = keyof typeof rows;

type OtherOperator = 'turned' | 'negates' | 'ofMany' | 'ofNothing';

export type OperatorRow = Omit<Row, OtherOperator> & Partial<Record<OtherOperator, Operator>>;

export const operators: Readonly<Record<Operator, OperatorRow>> = rows;

export const equality = inGroup('equality');
export const order = inGroup('order');
export const wording = inGroup('wording');
/** Of fields with many values. */
export const set = inGroup('set');
const tree = inGroup('tree');
const content = inGroup('content');

/**
 * The operators of a field: those of its type and, if it refers to records of a tree or holds files with words, those
 * of trees or of contents.
 */
export function operatorsOf({ kind, settings, branches }: Field): readonly Operator[] {
  const inTree = branches === undefined ? [] : tree;
  return [...kind.filter.operators, ...inTree, ...(kind.files?.haveWords(settings) ? content : [])];
}

/** The operator that plain typing means: usually, words are part of a text. */
export function usualOperator(offered: readonly Operator[]): Operator {
  return (
    (['contains', 'search'] as const).find((each) => offered.includes(each)) ?? offered[0] ?? 'eq'
  );
}

export function isOperator(name: string): name is Operator {
  return Object.hasOwn(operators, name);
}

/** Whether it asks for the place of a record in its tree. */
export function isTreeOperator(name: string): boolean {
  return isOperator(name) && operators[name].group === 'tree';
}

/** Whether only the database can evaluate it, because the record knows neither its tree nor the text of its files. */
export function needsDatabase(name: string): boolean {
  return isOperator(name) && (isTreeOperator(name) || operators[name].group === 'content');
}

/** Whether its value is a list, which a query string separates by commas. */
export function takesList(operator: Operator): boolean {
  return ['many', 'two'].includes(operators[operator].takes);
}

function inGroup(group: Row['group']): readonly Operator[] {
  return Object.keys(operators)
    .filter(isOperator)
    .filter((name) => operators[name].group === group);
}
