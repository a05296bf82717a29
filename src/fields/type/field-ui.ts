import type { ComponentType } from 'react';
import type { Field, NestedFilter } from './field.ts';
import type { FieldValue } from './field-type.ts';
import type { ValueTexts } from '../problems/value-texts.ts';

export type CellProps = {
  field: Field;
  /** Never null or undefined: the caller draws an empty value. */
  value: unknown;
  /** `list`: one dense line. `page`: as large as needed, also in print. */
  place: 'list' | 'page' | 'head';
  /** The record that has the value, where there is one: another field may hold its unit. */
  record?: Readonly<Record<string, unknown>> | undefined;
};

/** What a `Cell` of an installation gets. */
export type OwnCellProps = {
  /** The value of the field, which is never empty. */
  value: FieldValue;
  /** All values of the record that the reader may see; absent where the value stands alone, as in the history. */
  record?: Readonly<Record<string, FieldValue>> | undefined;
  /** One line of a list; else there is as much room as on a page. */
  isDense: boolean;
};

/** What an `Input` of an installation gets. */
export type OwnInputProps = {
  /** The value in the form; null if it is empty. */
  value: FieldValue;
  /** Takes the new value; null empties the field. */
  onChange: (value: unknown) => void;
  onBlur: () => void;
  /** Attributes of the control: its id, and what names and explains it to screen readers. */
  control: Readonly<{
    id: string;
    'aria-labelledby': string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
    'aria-required': boolean;
  }>;
};

/** A value in a menu. */
type Option = {
  value: unknown;
  label: string;
  /** Shown and filtered by, but not offered to be set. */
  isRetired?: boolean;
};

export type InputProps = {
  field: Field;
  /** The path in the form; inside an object it differs from `field.name`. */
  source: string;
  label: string;
  helperText?: string;
  readOnly: boolean;
  /** There is room for several lines, so that a long text is never cut. */
  mayGrow?: true;
  /** The values on offer; absent: all. `values` lists them where they can be listed. */
  offers?: { has(value: unknown): boolean; values?: readonly unknown[] | undefined } | undefined;
  /** Of a reference: the filter of the records on offer, and the labels of the fields to fill in before there are any. */
  target?: { where: NestedFilter; waitsFor: readonly string[] } | undefined;
  /** Of a number: the field of the same form that qualifies it, if the user may write it. */
  qualifier?: Field | undefined;
  /** Checks one value, and returns a text in the user's language; the form provides it. */
  validate: (value: unknown) => string | undefined;
};

export type FilterProps = {
  field: Field;
  /** Inputs must be named `${source}` or `${source}_${operator}`; their values go into the list's filter. */
  source: string;
  label: string;
};

/** Values as days of the reader's calendar, each written `2026-11-21`. */
type Days = {
  dayOf(value: string): string;
  /** The last day of what ends with the value: a day is a part of it, a moment is not. */
  lastDayOf(value: string): string;
  /** The time of day, `13:45`; absent if values have none. */
  timeOf?(value: string): string;
  /** The same value on another day; without one, the value of a new record. */
  onDay(day: string, value: string | undefined): string;
  /** The first and the last value of the days from one to another, both included. */
  between(from: string, to: string): readonly [string, string];
};

/** How to show a type of field: `<type>.ui.tsx`, loaded with the first list. */
export interface FieldUi {
  Cell: ComponentType<CellProps>;
  /** A list draws the value, or its members, as one line of text or of pills, so that its width can be measured. */
  line?: 'text' | 'pills';
  /** Numbers are aligned right. */
  align?: 'right';
  /** How much of a form's row the input needs: little for a number, all for a long text. Absent: half. */
  width?(field: Field): 'narrow' | 'wide' | undefined;
  /** A number calculated from its values, such as a sum or the end of a bin; absent: as any number. */
  figure?(value: number, field: Field): string;
  /** The unit of its values, which the head of a column shows once. */
  unit?(field: Field): string | undefined;
  /** Whether a value is a picture: the head of a record shows the first one beside the title. */
  isPicture?(value: unknown): boolean;
  /** Too small in a list to recognise: it grows when the mouse points at it. */
  peek?: true;
  /** The text of a value that may be long: where the past is shown, its changes are marked word by word. */
  words?(value: unknown): string;
  /** Reads a text in the format of the screens, which can differ from the format of files. Returns undefined for other texts. */
  read?(text: string): unknown;
  /** How a calendar places its values. */
  days?: Days;
  /** All possible values with their labels, where they are few enough for a menu. */
  options?(field: Field, language: string, texts: ValueTexts): readonly Option[];
}

/** How to enter a type of field: `<type>.input.tsx`, loaded with the first form or filter. */
export interface FieldInputs {
  /** An input of react-admin. */
  Input: ComponentType<InputProps>;
  Filter: ComponentType<FilterProps>;
}

/** The props that every react-admin input takes from the form. */
export function toInputProps({ source, label, helperText, validate }: InputProps) {
  const size = { size: 'small', fullWidth: true } as const;
  return { source, label, helperText: helperText ?? false, validate, ...size };
}
