import type { Group } from '../../../contract/duplicates.ts';
import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useGetList } from 'react-admin';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { DuplicateRule } from '../../../descriptor/duplicates.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { percentOf } from '../../kit/percent-of.ts';
import { useNumber } from '../../kit/use-number.ts';
import { Status } from '../../kit/status/status.tsx';
import { readStep } from './duplicates.ts';
import { GroupList } from './group-list.tsx';
import { useTexts } from '../../messages/texts.ts';

/** After so many pairs one has enough to look at. */
const ENOUGH = 25;

type SimilarPairsProps = { resource: Resource; rule: DuplicateRule; mayMerge: boolean };

/** Pairs that are much the same: every record is compared with every other one, for as long as one likes. */
export function SimilarPairs({ resource, rule, mayMerge }: SimilarPairsProps) {
  const texts = useTexts('duplicates');
  const write = useNumber();
  const [until, setUntil] = useState(ENOUGH);
  const [isPaused, setPaused] = useState(false);
  const [merged, setMerged] = useState<ReadonlySet<string>>(new Set());
  const { total = 0 } = useGetList(resource.name, { pagination: { page: 1, perPage: 1 } });
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['similar', resource.name, rule],
    queryFn: ({ pageParam, signal }) => readStep(resource, rule, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const steps = data?.pages ?? [];
  const checked = steps.reduce((sum, step) => sum + step.checked, 0);
  const pairs = steps
    .flatMap((step) => step.data)
    .filter(({ records }) => records.length > 1 && !records.some(({ _id }) => merged.has(_id)));
  const mayGoOn = hasNextPage && !isFetching && !error;
  const goesOn = mayGoOn && !isPaused && pairs.length < until;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const isSearching = isFetching || goesOn;
  return (
    <>
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        {/* While it counts, nobody wants to hear each number. */}
        <Typography component={isSearching ? 'p' : Status}>
          {fillTemplate(texts.checked, {
            checked: write(checked),
            total: write(Math.max(total, checked)),
            pairs: write(pairs.length),
            smart_count: pairs.length,
          })}
          {data && !hasNextPage && ` ${texts.all}`}
        </Typography>
        {isSearching && !isPaused && <Button onClick={() => setPaused(true)}>{texts.pause}</Button>}
        {!isSearching && (hasNextPage || error) && (
          <Button
            onClick={() => {
              setPaused(false);
              setUntil(pairs.length + ENOUGH);
              void fetchNextPage();
            }}
          >
            {texts.goOn}
          </Button>
        )}
      </Box>
      {isSearching && (
        <LinearProgress
          aria-label={texts.loading}
          {...(total > 0 && {
            variant: 'determinate' as const,
            value: percentOf(checked, total),
          })}
        />
      )}
      {pairs.length > 0 && (
        <GroupList
          resource={resource}
          field={resource.fields.get(rule.field)!}
          groups={[...pairs].sort(byLikeness)}
          mayMerge={mayMerge}
          onMerged={(gone) => setMerged(new Set([...merged, ...gone]))}
        />
      )}
    </>
  );
}

function byLikeness(one: Group, other: Group): number {
  return (other.similarity ?? 0) - (one.similarity ?? 0);
}
