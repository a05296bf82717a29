import { CircularProgress } from '@mui/material';
import { useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import { useResource } from '../../kit/use-resource.ts';
import type { MoreSection } from '../sections/section-links.tsx';
import type { RecordForm } from '../use-record-form.ts';
import { History } from './lazy-history.ts';
import { useTexts } from '../../messages/texts.ts';

/** The last section of a record, for roles that may see its history. */
export function useHistorySection(record: RaRecord, work?: RecordForm): readonly MoreSection[] {
  const { may } = useResource();
  const texts = useTexts('app');
  const isOffered = may('history');
  return useMemo(
    () =>
      isOffered
        ? [
            {
              key: 'history',
              label: texts.history.tab,
              isOnScreenOnly: true,
              content: (
                <History
                  id={String(record.id)}
                  record={record}
                  {...(work && { work })}
                  fallback={<CircularProgress size={24} aria-hidden />}
                />
              ),
            },
          ]
        : [],
    [isOffered, texts, record, work],
  );
}
