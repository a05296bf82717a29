import { useEffect, useEffectEvent } from 'react';
import { HttpError, useGetOne, useNotify, type RaRecord } from 'react-admin';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { useCurrentId } from './use-current-id.ts';
import { useTexts } from '../../messages/texts.ts';

/** The current record itself. One that is gone, or hidden now, is given up with a notice. */
export function useCurrentRecord(resource: Resource): RaRecord | undefined {
  const [id, choose] = useCurrentId();
  const notify = useNotify();
  const texts = useTexts('workplace').current;
  const { data, error } = useGetOne(
    resource.name,
    { id: id ?? '' },
    { enabled: id !== undefined, retry: false },
  );
  const isGone = id !== undefined && error instanceof HttpError && GONE.has(error.status);
  const giveUp = useEffectEvent(() => {
    choose(undefined);
    notify(texts.gone, { type: 'warning' });
  });
  useEffect(() => {
    if (isGone) giveUp();
  }, [isGone]);
  return id === undefined || isGone ? undefined : data;
}

const GONE: ReadonlySet<number> = new Set([403, 404]);
