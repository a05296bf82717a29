import { Alert, Pagination, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { DuplicateRule } from '../../../descriptor/duplicates.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useNumber } from '../../kit/use-number.ts';
import { Status } from '../../kit/status/status.tsx';
import { readGroups } from './duplicates.ts';
import { GroupList } from './group-list.tsx';
import { useTexts } from '../../messages/texts.ts';

type SameGroupsProps = { resource: Resource; rule: DuplicateRule; mayMerge: boolean };

/** Groups of records that hold the same, the largest first. */
export function SameGroups({ resource, rule, mayMerge }: SameGroupsProps) {
  const texts = useTexts('duplicates');
  const write = useNumber();
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['duplicates', resource.name, rule, page],
    queryFn: ({ signal }) => readGroups(resource, rule, page, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const pages = data ? Math.ceil(data.total / data.perPage) : 0;
  // The last page goes with its last group.
  if (data && page > Math.max(1, pages)) setPage(Math.max(1, pages));
  const said = fillTemplate(texts.found, { count: write(data?.total ?? 0) });
  return (
    <>
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      {isPending ? <Typography component={Status}>{texts.loading}</Typography> : null}
      {data && (
        <Typography component={Status} variant="h6">
          {data.total === 0 ? texts.nothing : said}
        </Typography>
      )}
      {data && data.data.length > 0 && (
        <GroupList
          resource={resource}
          field={resource.fields.get(rule.field)!}
          groups={data.data}
          mayMerge={mayMerge}
          onMerged={() => void refetch()}
        />
      )}
      {pages > 1 && (
        <Pagination
          aria-label={texts.pages}
          count={pages}
          page={page}
          onChange={(_, next) => setPage(next)}
        />
      )}
    </>
  );
}
