import type { FormField, FormView } from '../../../contract/public-form.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import { fromLocalTime, toLocalTime } from '../../../fields/text/time-zone.ts';

/** What somebody has entered: the text of an input, whether it is ticked, or the chosen values. */
export type Entered = string | boolean | readonly string[];

export type Entries = Readonly<Record<string, Entered>>;

/** The inputs as they are at first. */
export function toEntries({ fields, timeZone }: FormView): Entries {
  return Object.fromEntries(fields.map((field) => [field.name, presetOf(field, timeZone)]));
}

function presetOf({ input, many, preset }: FormField, timeZone: string): Entered {
  if (input === 'datetime' && typeof preset === 'string') return toLocal(preset, timeZone);
  if (input === 'boolean') return preset === true;
  const texts = Array.isArray(preset) ? preset.map(String) : [];
  if (input === 'file' || (input === 'choice' && many)) return texts;
  // As lists are written in files.
  if (texts.length > 0) return texts.join(' | ');
  return typeof preset === 'string' || typeof preset === 'number' ? String(preset) : '';
}

/** To the minute, as inputs of the browser show times. */
function toLocal(moment: string, timeZone: string): string {
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? '' : toLocalTime(at, timeZone).slice(0, -7);
}

type Values = Readonly<Record<string, unknown>>;

/**
 * The values as the server reads them. Wrong numbers and times are sent as they were typed, and the server refuses
 * them. What is copied is left out.
 */
export function toBody(form: FormView, entries: Entries): Values {
  const asked = shownFields(form, entries).map(({ field }) => field);
  return toValues(
    form,
    asked.filter(({ name, isDerived }) => !isDerived || !isMissing(entries[name])),
    entries,
  );
}

function toValues({ timeZone }: FormView, fields: readonly FormField[], entries: Entries): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, toValue(field, entries[field.name] ?? '', timeZone)]),
  );
}

/** Stands for a file that is still on its way. */
export const ON_ITS_WAY = '';

function toValue(field: FormField, entered: Entered, timeZone: string): unknown {
  return field.input === 'file' ? toFiles(field, entered) : toPlain(field, entered, timeZone);
}

function toFiles({ many }: FormField, entered: Entered): unknown {
  const files = [entered].flat().map((id) => ({ id }));
  return many ? files : (files[0] ?? null);
}

function toPlain({ input, options }: FormField, entered: Entered, timeZone: string): unknown {
  const toOption = (text: string) =>
    options?.find(({ value }) => String(value) === text)?.value ?? text;
  if (typeof entered === 'boolean') return entered;
  if (typeof entered !== 'string') return entered.map(toOption);
  const text = entered.trim();
  if (text === '') return null;
  if (input === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  if (input === 'choice') return toOption(text);
  if (input !== 'datetime') return text;
  return fromLocalTime(text, timeZone)?.moment.toISOString() ?? text;
}

type Shown = { field: FormField; isRequired: boolean };

/** The fields that the entries so far ask for. What was entered in a field that is hidden again decides nothing. */
export function shownFields(form: FormView, entries: Entries): readonly Shown[] {
  const { fields } = form;
  const valuesOf = (asked: readonly FormField[]) =>
    toValues(
      form,
      fields,
      Object.fromEntries(asked.map(({ name }) => [name, entries[name] ?? ''])),
    );
  let asked: readonly FormField[] = fields;
  let values = valuesOf(asked);
  const holds = (condition: object | undefined) => evaluateFilter(condition as Filter, values);
  // Conditions form no rings, so each round decides at least one field for good.
  for (let round = 0; round < fields.length; round += 1) {
    asked = fields.filter(({ shown }) => !shown || holds(shown));
    values = valuesOf(asked);
  }
  return asked.map((field) => ({
    field,
    isRequired:
      !field.isDerived &&
      (field.required || (field.demanded !== undefined && holds(field.demanded))),
  }));
}

/** Whether a file has not arrived yet. */
export function isOnItsWay(entered: Entered | undefined): boolean {
  return Array.isArray(entered) && entered.includes(ON_ITS_WAY);
}

/** Whether nothing is entered. A box is an answer whether or not it is ticked. */
export function isMissing(entered: Entered | undefined): boolean {
  return typeof entered !== 'boolean' && (entered ?? '').length === 0;
}
