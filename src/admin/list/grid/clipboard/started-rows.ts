import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { emptyOf } from '../../../../descriptor/field-check.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { useConfig } from '../../../client/config.tsx';
import { useResource } from '../../../kit/use-resource.ts';
import { language } from '../../../messages/language.ts';
import { toDemandedValues, toGivenValues } from '../../../record/form/form-rules.ts';
import { uiOf } from '../../../resource/field-value.tsx';
import { useGivenByFilter } from '../../filters/given-by-filter.ts';
import { copyCell } from './cell-text.ts';
import { isNumeric } from './read-numbers.ts';
import type { PastedRow, PendingPaste } from './read-paste.ts';
import { useTexts } from '../../../messages/texts.ts';

/**
 * The rows with the values that new records start with, as in the form: those of the list's filter, and in the fields of
 * a typed row also the defaults. What was pasted stays.
 */
export function useStartedRows({ created, typed, mark }: PendingPaste): readonly PastedRow[] {
  const { writable, creates } = useResource();
  const { descriptor } = useConfig();
  const app = useTexts('app');
  const queries = useQueryClient();
  const given = useGivenByFilter();
  const textOf = (field: Field, value: unknown): string => {
    const options = uiOf(field).options?.(field, language(), app.values);
    const chosen = options?.find((option) => option.value === value);
    if (chosen) return chosen.label;
    const { text } = copyCell({ descriptor, queries }, field, value);
    return mark === 'comma' && isNumeric(field) ? text.replace('.', ',') : text;
  };
  const [rows] = useState(() => {
    const demanded = toDemandedValues(writable, creates, given);
    const columns = new Set(created.flatMap(({ texts }) => Object.keys(texts)));
    const start = typed ? toGivenValues(writable, creates, given) : demanded;
    const started = writable.filter(
      (field) =>
        !isSameJson(start[field.name] ?? null, emptyOf(field)) &&
        (field.name in demanded || columns.has(field.name)) &&
        (typed !== undefined || !columns.has(field.name)),
    );
    const values = Object.fromEntries(started.map(({ name }) => [name, start[name]]));
    const texts = started.map((field) => [field.name, textOf(field, start[field.name])] as const);
    return created.map((row) => ({
      ...row,
      texts: { ...row.texts, ...Object.fromEntries(texts) },
      values: { ...row.values, ...values },
    }));
  });
  return rows;
}
