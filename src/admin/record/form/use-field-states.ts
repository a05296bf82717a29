import { headOf } from '../../../fields/text/head-of-path.ts';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { type Judged, toRecordState, type FieldState } from '../../../descriptor/rules/rules.ts';
import type { Field } from '../../../fields/type/field.ts';
import { momentOfBrowser } from '../../client/moment.ts';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import type { ResourceView } from '../../kit/as-of.ts';
import { asRequired, decidingFields } from './form-rules.ts';
import type { Values } from './form-values.ts';
import type { FieldSection } from '../record-layout.ts';
import type { RecordForm } from '../use-record-form.ts';

export type FieldStates = ReadonlyMap<string, FieldState>;

/**
 * The states of the fields with conditions while the user types. It watches only the fields that conditions
 * read, so a form without conditions is drawn no more often than before.
 */
export function useFieldStates(work: RecordForm): FieldStates {
  const { form, resource } = work;
  const names = decidingFields(resource);
  work.hints.use();
  // The result comes from the form as a whole; watching only triggers a render.
  useWatch({ control: form.control, name: names });
  const base = work.latest();
  const states = work.state().fields;
  return base === undefined ? states : withFilled(resource, states, base, work.judgedAtFirst());
}

/** When a field changes, checks again the fields that depend on it and that the user has already visited. */
export function useDependentChecks({ form, resource }: RecordForm): void {
  useEffect(() => {
    const subscription = form.watch((_, { name = '' }) => {
      const changed = headOf(name);
      const partners = partnersOf(resource, changed).filter((partner) => {
        const { isTouched, error } = form.getFieldState(partner);
        return partner !== changed && (isTouched || error !== undefined);
      });
      if (partners.length > 0) void form.trigger(partners);
    });
    return () => subscription.unsubscribe();
  }, [form, resource]);
}

/**
 * The field as a form asks for it, which a condition may require; undefined where its value can only be read.
 * `isStuck`: no step leads on from its state for the user.
 */
export function toAskedField(
  { isWritable, statesFor }: ResourceView,
  field: Field,
  { base, states }: { base: RaRecord | undefined; states: FieldStates },
): { inputField?: Field; isStuck: boolean } {
  const { name } = field;
  const state = states.get(name);
  const isStuck = base !== undefined && statesFor(name, base)?.length === 1;
  if (!isWritable(name) || isStuck) return { isStuck: isStuck && isWritable(name) };
  if (state?.readOnly) return { isStuck };
  return { inputField: state?.required ? asRequired(field) : field, isStuck };
}

/** The states of the fields of a record that is only read. */
export function statesOfRecord(resource: Resource, record: Values): FieldStates {
  return withFilled(resource, statesOf(resource, record), record);
}

/** A value from before a rule stays visible, or nobody would ever find and correct it. */
function withFilled(
  resource: Resource,
  states: FieldStates,
  record: Values,
  judged?: Judged,
): FieldStates {
  if (states.size === 0) return states;
  const before = statesOf(resource, record, judged);
  return new Map(
    [...states].map(([name, state]) => {
      const isOld = before.get(name)?.shown === false && !isEmptyValue(record[name]);
      return [name, isOld ? { ...state, shown: true } : state];
    }),
  );
}

function statesOf(resource: Resource, record: Values, judged?: Judged): FieldStates {
  return toRecordState(resource, record, momentOfBrowser(), judged).fields;
}

/** The sections without hidden fields. One without fields keeps its place, so that the others keep theirs. */
export function withoutHidden(
  sections: readonly FieldSection[],
  states: FieldStates,
): readonly FieldSection[] {
  if (states.size === 0) return sections;
  return sections.map((section) => {
    const fields = section.fields.filter(({ name }) => states.get(name)?.shown ?? true);
    return fields.length === section.fields.length ? section : { ...section, fields };
  });
}

function partnersOf({ conditions, checks }: Resource, name: string): string[] {
  const conditioned = [...conditions]
    .filter(([, { looksAt }]) => looksAt.includes(name))
    .map(([field]) => field);
  const checked = checks
    .filter(({ looksAt }) => looksAt.includes(name))
    .flatMap(({ fields }) => fields);
  return [...new Set([...conditioned, ...checked])];
}
