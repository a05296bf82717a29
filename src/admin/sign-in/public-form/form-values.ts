import type { FormField } from '../../../contract/public-form.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';

/** What somebody has entered: the text of an input, whether it is ticked, or the chosen values. */
export type Entered = string | boolean | readonly string[];

export type Entries = Readonly<Record<string, Entered>>;

/** The inputs as they are at first. */
export function toEntries(fields: readonly FormField[]): Entries {
  return Object.fromEntries(fields.map((field) => [field.name, presetOf(field)]));
}

function presetOf({ input, many, preset }: FormField): Entered {
  if (input === 'boolean') return preset === true;
  const texts = Array.isArray(preset) ? preset.map(String) : [];
  if (input === 'choice' && many) return texts;
  // As lists are written in files.
  if (texts.length > 0) return texts.join(' | ');
  return typeof preset === 'string' || typeof preset === 'number' ? String(preset) : '';
}

/** The values as the server reads them. Text that is no number or no time is sent as it is, and refused. */
export function toValues(fields: readonly FormField[], entries: Entries) {
  return Object.fromEntries(
    fields.map((field) => [field.name, toValue(field, entries[field.name] ?? '')]),
  );
}

function toValue({ input, options }: FormField, entered: Entered): unknown {
  const toOption = (text: string) =>
    options?.find(({ value }) => String(value) === text)?.value ?? text;
  if (typeof entered === 'boolean') return entered;
  if (typeof entered !== 'string') return entered.map(toOption);
  const text = entered.trim();
  if (text === '') return null;
  if (input === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  if (input === 'choice') return toOption(text);
  return input === 'datetime' ? toMoment(text) : text;
}

function toMoment(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

type Shown = { field: FormField; isRequired: boolean };

/** The fields that the entries so far ask for. */
export function shownFields(fields: readonly FormField[], entries: Entries): readonly Shown[] {
  const values = toValues(fields, entries);
  const holds = (condition: object | undefined) => evaluateFilter(condition as Filter, values);
  return fields
    .filter(({ shown }) => !shown || holds(shown))
    .map((field) => ({
      field,
      isRequired: field.required || (field.demanded !== undefined && holds(field.demanded)),
    }));
}

/** Whether nothing is entered. A box is an answer whether or not it is ticked. */
export function isMissing(entered: Entered | undefined): boolean {
  return typeof entered !== 'boolean' && (entered ?? '').length === 0;
}
