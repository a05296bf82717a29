import type { Filters } from '../../client/list-query.ts';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import type { Action } from '../../../descriptor/settings/actions.ts';
import { checkField, emptyOf } from '../../../descriptor/field-check.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import { capitalise } from '../../client/http.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useSettledUploads } from '../../uploads/form-uploads.ts';
import { toFormValues, toNewValues, type Values } from '../form/form-values.ts';

/** A record to run an action on; without a version, whatever version is stored. */
export type ActionTarget = Readonly<Record<string, unknown>> & {
  id: string | number;
  _version?: unknown;
};

/** All records that match a filter, however many there are. */
export type AllMatching = { filter: Filters; count: number };

/**
 * The form's state. `submit` passes on the values, as they would be stored, once every field is right. The form of a
 * step has fields of the record: it starts with their values. Where these are not known, as of many records, a field
 * that is left empty keeps the value that each record has.
 */
export function useActionForm(action: Action, targets: readonly ActionTarget[]) {
  const { form: fields, step } = action;
  const [only] = targets.length === 1 ? targets : [];
  const preset = only && [...fields.keys()].every((name) => only[name] !== undefined) && only;
  const keepsEmpty = step !== undefined && !preset;
  const own = useMemo(
    () => [...fields.values()].map((field) => (keepsEmpty ? asOptional(field) : field)),
    [fields, keepsEmpty],
  );
  const form = useForm<Values>({
    defaultValues: useMemo(() => {
      if (!step) return toNewValues(own);
      return toFormValues(own, preset || {});
    }, [own, step, preset]),
    mode: 'onTouched',
    resolver: (values) => {
      const submitted: Values = {};
      const errors: Record<string, { type: string; message: string }> = {};
      for (const field of own) {
        const checked = checkField(field, values[field.name]);
        if ('value' in checked) {
          const isLeft = keepsEmpty && isSameJson(checked.value, emptyOf(field));
          if (!isLeft) submitted[field.name] = checked.value;
        } else {
          const message = capitalise(checked.problems.map((each) => problemText(each)).join('; '));
          errors[field.name] = { type: 'rule', message };
        }
      }
      return Object.keys(errors).length > 0
        ? { values: {}, errors }
        : { values: submitted, errors: {} };
    },
  });
  const settleUploads = useSettledUploads(form.control);
  const run = async (act: (values: Values) => Promise<void>): Promise<void> => {
    if (await settleUploads()) await form.handleSubmit(act)();
  };
  const submit = (act: (values: Values) => Promise<void>) => () => void run(act);
  return { form, submit };
}

function asOptional(field: Field): Field {
  return field.required ? { ...field, required: false } : field;
}
