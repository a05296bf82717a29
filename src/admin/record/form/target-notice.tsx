import { requireRelation } from '../../../fields/type/require-relation.ts';
import { Button, FormHelperText } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Field } from '../../../fields/type/field.ts';
import type { InputProps } from '../../../fields/type/field-ui.ts';
import { RecordTitles } from '../../resource/record-titles.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useTexts } from '../../messages/texts.ts';

type TargetNoticeProps = { field: Field; target: NonNullable<InputProps['target']> };

/**
 * Clears the chosen records that no longer match when a field changes that the reference depends on. It names them
 * under the input, from where they can be brought back.
 */
export function TargetNotice({ field, target }: TargetNoticeProps) {
  const { name } = field;
  const { to, many } = requireRelation(field);
  const texts = useTexts('app');
  const dataProvider = useDataProvider();
  const { getValues, setValue } = useFormContext();
  const [cleared, setCleared] = useState<readonly string[]>([]);
  const value = useWatch({ name }) as unknown;
  const change = (ids: readonly string[]): void =>
    setValue(name, many ? ids : (ids[0] ?? null), { shouldDirty: true, shouldTouch: true });

  const readMatching = async (ids: readonly string[]): Promise<string[]> => {
    const { data } = await dataProvider.getList(to, {
      filter: { _id_in: ids, where: target.where },
      pagination: { page: 1, perPage: ids.length },
      sort: { field: '_id', order: 'ASC' },
      meta: { fields: ['_id'], total: 'none' },
    });
    return data.map(({ id }) => String(id));
  };

  const clearMismatches = useEffectEvent(async (isCurrent: () => boolean) => {
    const ids = idsOf(getValues(name));
    if (ids.length === 0) return;
    const matching = target.waitsFor.length > 0 ? [] : await readMatching(ids);
    const left = idsOf(getValues(name));
    const wrong = left.filter((id) => ids.includes(id) && !matching.includes(id));
    if (!isCurrent() || wrong.length === 0) return;
    setCleared(wrong);
    change(left.filter((id) => !wrong.includes(id)));
  });
  const where = JSON.stringify(target.where);
  const [first] = useState(where);
  useEffect(() => {
    let isCurrent = true;
    // A value that the form began with stays, although it may not match.
    const timer =
      where === first ? 0 : window.setTimeout(() => void clearMismatches(() => isCurrent));
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [where, first]);

  const isBack = cleared.some((id) => idsOf(value).includes(id));
  if (cleared.length === 0 || (!many && !isBack && idsOf(value).length > 0)) return null;
  const titles = <RecordTitles resource={to} ids={cleared} />;
  return (
    <FormHelperText component={Status} sx={{ mt: 0, mb: 1, ml: 1.75, color: 'warning.main' }}>
      {isBack ? texts.form.targetWrong : texts.form.targetCleared} <bdi>{titles}</bdi>{' '}
      <Button
        size="small"
        onClick={() =>
          change(
            isBack
              ? idsOf(value).filter((id) => !cleared.includes(id))
              : [...(many ? idsOf(value) : []), ...cleared],
          )
        }
      >
        {isBack ? texts.form.targetClear : texts.form.targetRestore}
      </Button>
    </FormHelperText>
  );
}

function idsOf(value: unknown): string[] {
  return [value ?? []].flat().filter((id) => id !== '') as string[];
}
