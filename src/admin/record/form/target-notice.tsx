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

/** Names under the input the records that were cleared because they no longer match, from where they can be brought back. */
export function TargetNotice({ field, target }: TargetNoticeProps) {
  const { to, many } = requireRelation(field);
  const texts = useTexts('app');
  const { cleared, ids, change } = useClearedRecords(field, target);
  const isBack = cleared.some((id) => ids.includes(id));
  if (cleared.length === 0 || (!many && !isBack && ids.length > 0)) return null;
  const titles = <RecordTitles resource={to} ids={cleared} />;
  const others = ids.filter((id) => !cleared.includes(id));
  return (
    <FormHelperText component={Status} sx={{ mt: 0, mb: 1, ml: 1.75, color: 'warning.main' }}>
      {isBack ? texts.form.targetWrong : texts.form.targetCleared} <bdi>{titles}</bdi>{' '}
      <Button size="small" onClick={() => change(isBack ? others : [...others, ...cleared])}>
        {isBack ? texts.form.targetClear : texts.form.targetRestore}
      </Button>
    </FormHelperText>
  );
}

/** Clears the chosen records that no longer match when a field changes that the reference depends on. */
function useClearedRecords(field: Field, target: TargetNoticeProps['target']) {
  const { name } = field;
  const { to, many } = requireRelation(field);
  const dataProvider = useDataProvider();
  const { getValues, setValue } = useFormContext();
  const [cleared, setCleared] = useState<readonly string[]>([]);
  const ids = idsOf(useWatch({ name }));
  const change = (next: readonly string[]): void =>
    setValue(name, many ? next : (next[0] ?? null), { shouldDirty: true, shouldTouch: true });

  const readMatching = async (chosen: readonly string[]): Promise<string[]> => {
    const { data } = await dataProvider.getList(to, {
      filter: { _id_in: chosen, where: target.where },
      pagination: { page: 1, perPage: chosen.length },
      sort: { field: '_id', order: 'ASC' },
      meta: { fields: ['_id'], total: 'none' },
    });
    return data.map(({ id }) => String(id));
  };
  const clearMismatches = useEffectEvent(async (isCurrent: () => boolean) => {
    const chosen = idsOf(getValues(name));
    if (chosen.length === 0) return;
    const matching = target.waitsFor.length > 0 ? [] : await readMatching(chosen);
    const left = idsOf(getValues(name));
    const wrong = left.filter((id) => chosen.includes(id) && !matching.includes(id));
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
  return { cleared, ids, change };
}

function idsOf(value: unknown): string[] {
  return [value ?? []].flat().filter((id) => id !== '') as string[];
}
