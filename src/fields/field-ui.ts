import type { ComponentType } from 'react';
import type { Field } from './field.ts';

export type CellProps = {
  field: Field;
  /** Never null or undefined: an empty value is drawn by whoever asks. */
  value: any;
  /** `list`: one dense line. `page`: as large as it likes, also when printed. */
  place: 'list' | 'page';
};

/** A value in a menu. */
type Option = { value: unknown; label: string };

export type InputProps = {
  field: Field;
  /** The path in the form; differs from `field.name` inside an object. */
  source: string;
  label: string;
  helperText?: string;
  readOnly: boolean;
  /** What may be chosen; absent: everything. `values` where it can be counted up. */
  offers?: { has(value: unknown): boolean; values?: readonly unknown[] | undefined } | undefined;
  /** Checks one value, answers a text in the user's language; given by the form. */
  validate: (value: unknown) => string | undefined;
};

export type FilterProps = {
  field: Field;
  /** Name the inputs `${source}` or `${source}_${operator}`; what they hold goes into the list's filter. */
  source: string;
  label: string;
};

/** How a type of field is shown: `<type>.ui.tsx`, loaded with the first list. */
export interface FieldUi {
  Cell: ComponentType<CellProps>;
  /** Numbers stand right. */
  align?: 'right';
  /** How much of a form's row the input likes: a number little, a long text all of it. Absent: half. */
  width?(field: Field): 'narrow' | 'wide' | undefined;
  /** What its values are counted in, said once at the head of a column. */
  unit?(field: Field): string | undefined;
  /** Too small in a list to be told from others: it grows when one points at it. */
  peek?: true;
  /** All the values there can be, where they are few enough for a menu, by what they are called. */
  options?(field: Field, language: string, translate: (key: string) => string): readonly Option[];
}

/** How a type of field is asked for: `<type>.input.tsx`, loaded with the first form or filter. */
export interface FieldInputs {
  /** An input of react-admin. */
  Input: ComponentType<InputProps>;
  Filter: ComponentType<FilterProps>;
}

/** What every input of react-admin takes from the form. */
export function toInputProps({ source, label, helperText, validate }: InputProps) {
  const size = { size: 'small', fullWidth: true } as const;
  return { source, label, helperText: helperText ?? false, validate, ...size };
}
