import { FormHelperText } from '@mui/material';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useGetList } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { emptyOf } from '../../../descriptor/field-check.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { copiedPath, defaultExpression } from '../../../descriptor/filter/tokens.ts';
import { splitPath, targetOf } from '../../../descriptor/lookups.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import type { Field } from '../../../fields/type/field.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { Status } from '../../kit/status/status.tsx';
import { useResource } from '../../kit/use-resource.ts';

/** Says where the default of a new record is from, if it is derived from other values. */
export function DerivedDefault({ field }: { field: Field }) {
  const { texts } = useI18n();
  const copied = copiedPath(field);
  if (copied !== undefined) return <CopiedDefault field={field} path={copied} />;
  if (defaultExpression(field) === undefined) return null;
  return <Notice>{texts.form.calculated}</Notice>;
}

type CopiedDefaultProps = { field: Field; path: string };

/**
 * Fills the input of a new record with the default that is copied from the record of a reference as soon as that is
 * chosen, and says where the value is from. A value that somebody has typed stays.
 */
function CopiedDefault({ field, path }: CopiedDefaultProps) {
  const { resource } = useResource();
  const { texts, say } = useI18n();
  const isCopied = useCopy(field, path);
  const label = resource.through.get(path)?.label;
  if (!isCopied || !label) return null;
  return <Notice>{fillTemplate(texts.form.copied, { from: say(label) })}</Notice>;
}

/** Where a default comes from, under its input. */
function Notice({ children }: { children: string }) {
  return (
    <FormHelperText component={Status} sx={{ mt: 0, mb: 1, ml: 1.75 }}>
      {children}
    </FormHelperText>
  );
}

/** Copies the value, and returns whether the input has it. */
function useCopy(field: Field, path: string): boolean {
  const { name } = field;
  const [head, rest] = splitPath(path);
  const { resource } = useResource();
  const { getValues, setValue } = useFormContext();
  const id: unknown = useWatch({ name: head });
  const current: unknown = useWatch({ name });
  const copied = useRef<unknown>(null);
  const isChosen = typeof id === 'string' && id !== '';
  const { data, isPlaceholderData } = useGetList(
    targetOf(resource.fields.get(head)) ?? '',
    {
      filter: { _id_in: [id] },
      pagination: { page: 1, perPage: 1 },
      sort: { field: '_id', order: 'ASC' },
      meta: { fields: [rest], total: 'none' },
    },
    { enabled: isChosen },
  );
  const isRead = !isChosen || (data !== undefined && !isPlaceholderData);
  const next: unknown = isChosen ? (data?.[0]?.[rest] ?? null) : null;
  const copy = useEffectEvent((value: unknown) => {
    const now: unknown = getValues(name);
    const isOurs = isEmptyValue(now) || isSameJson(now, copied.current);
    if (!isOurs || isSameJson(value, copied.current)) return;
    copied.current = value;
    setValue(name, value ?? emptyOf(field), { shouldDirty: true, shouldValidate: true });
  });
  const text = JSON.stringify(next);
  useEffect(() => {
    if (isRead) copy(JSON.parse(text));
  }, [isRead, text]);
  return !isEmptyValue(current) && isSameJson(current, next);
}
