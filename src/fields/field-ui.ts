import type { ComponentType } from 'react';
import type { Field } from './field.ts';

export type CellProps = {
  field: Field;
  /** Never null or undefined: an empty value is drawn by whoever asks. */
  value: any;
  /** `list`: one dense line. `page`: as large as it likes, also when printed. */
  place: 'list' | 'page';
};

export type InputProps = {
  field: Field;
  /** The path in the form; differs from `field.name` inside an object. */
  source: string;
  label: string;
  helperText?: string;
  readOnly: boolean;
  /** Checks one value, answers a text in the user's language; given by the form. */
  validate: (value: unknown) => string | undefined;
};

export type FilterProps = {
  field: Field;
  /** Name the inputs `${source}` or `${source}_${operator}`; what they hold goes into the list's filter. */
  source: string;
  label: string;
};

/** What the browser knows about a type of field: an input of react-admin, a cell, and a filter. */
export interface FieldUi {
  Cell: ComponentType<CellProps>;
  Input: ComponentType<InputProps>;
  Filter: ComponentType<FilterProps>;
  /** Numbers stand right. */
  align?: 'right';
  /** How much of a form's row the input likes: a number little, a long text all of it. Absent: half. */
  width?(field: Field): 'narrow' | 'wide' | undefined;
}
