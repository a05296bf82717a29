import { requireEntry } from '../../../fields/require-entry.ts';
import { Box, Typography, Alert, Pagination, Button, LinearProgress } from '@mui/material';
import { mayDo } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { DuplicateRule } from '../../../descriptor/duplicates.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { NativeSelect, inputsSx } from '../../kit/native-select.tsx';
import { useAddressFilters } from '../../resource/use-address-filters.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import { ReferenceProvider } from '../../resource/reference-provider.tsx';
import { Status } from '../../kit/status/status.tsx';
import { LatestDistinct } from './latest-distinct.tsx';
import { LatestMerges } from './latest-merges.tsx';
import { useTexts } from '../../messages/texts.ts';
import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { readGroups, readSimilarStep } from './duplicates.ts';
import { GroupList } from './group-list.tsx';
import { useGetList } from 'react-admin';
import { percentOf } from '../../kit/formats/percent-of.ts';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { resourcesWithDuplicateRules } from '../../shell/core-pages.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';

/** Finds duplicate records by the rules of their collection, and merges them. */
export function DuplicatesPage() {
  const texts = useTexts('duplicates');
  const { say } = useI18n();
  const { descriptor, role } = useConfig();
  const { filters, set } = useAddressFilters(['resource', 'rule']);
  const resources = resourcesWithDuplicateRules(descriptor, role);
  const resource = resources.find(({ name }) => name === filters.resource) ?? resources[0];
  const rule = resource?.duplicates.find((each) => keyOf(each) === filters.rule);
  const chosen = rule ?? resource?.duplicates[0];
  const mayMerge = (of: Resource): boolean =>
    (['read', 'update', 'delete'] as const).every((each) => mayDo(descriptor, role, of, each));
  const mayDecide = (of: Resource): boolean =>
    (['read', 'update'] as const).every((each) => mayDo(descriptor, role, of, each));
  const mayUndo = (of: Resource): boolean => mayMerge(of) && mayDo(descriptor, role, of, 'create');
  const nameOf = (of: Resource, { field, by }: DuplicateRule): string =>
    fillTemplate(texts.ways[by], { field: say(requireEntry(of.fields, field).label) });
  const Found = chosen?.by === 'similarity' ? SimilarPairs : EqualRecordGroups;
  return (
    <Box sx={{ maxWidth: 1080, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <PageTitle title={texts.title} />
      <Typography color="text.secondary">{texts.lead}</Typography>
      {resource === undefined || chosen === undefined ? (
        <Typography component={Status}>{texts.none}</Typography>
      ) : (
        <ReferenceProvider>
          <Box sx={inputsSx(220, 640)}>
            <NativeSelect
              label={texts.collection}
              value={resource.name}
              options={resources.map((each) => [each.name, say(each.label)] as const)}
              onChange={(name) => set({ resource: name, rule: '' })}
            />
            <NativeSelect
              label={texts.by}
              value={keyOf(chosen)}
              options={resource.duplicates.map((each) => [keyOf(each), nameOf(resource, each)])}
              onChange={(next) => set({ resource: resource.name, rule: next })}
            />
          </Box>
          <Found
            key={`${resource.name} ${keyOf(chosen)}`}
            resource={resource}
            rule={chosen}
            mayMerge={mayMerge(resource)}
            mayDecide={mayDecide(resource)}
          />
          {mayUndo(resource) && <LatestMerges resource={resource} />}
        </ReferenceProvider>
      )}
    </Box>
  );
}

function keyOf({ field, by }: DuplicateRule): string {
  return `${field}:${by}`;
}

type FoundProps = {
  resource: Resource;
  rule: DuplicateRule;
  mayMerge: boolean;
  mayDecide: boolean;
};

/** Groups of records with the same value, the largest first. */
export function EqualRecordGroups({ resource, rule, ...may }: FoundProps) {
  const texts = useTexts('duplicates');
  const { number: write } = useI18n();
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['duplicates', resource.name, rule, page],
    queryFn: ({ signal }) => readGroups(resource, rule, page, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const pages = data ? Math.ceil(data.total / data.perPage) : 0;
  // Merging the last group of the last page removes that page.
  if (data && page > Math.max(1, pages)) setPage(Math.max(1, pages));
  const message = fillTemplate(texts.found, { count: write(data?.total ?? 0) });
  return (
    <>
      <QueryState error={error} isPending={isPending} loading={texts.loading} />
      {data && (
        <Typography component={Status} variant="h6">
          {data.total === 0 ? texts.nothing : message}
        </Typography>
      )}
      {data && data.data.length > 0 && (
        <GroupList
          resource={resource}
          field={requireEntry(resource.fields, rule.field)}
          groups={data.data}
          {...may}
          onMerged={() => void refetch()}
          onDecided={() => void refetch()}
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
      {may.mayDecide && <LatestDistinct resource={resource} onUndone={() => void refetch()} />}
    </>
  );
}

function pairKey(ids: readonly string[]): string {
  return ids.toSorted().join(' ');
}

/** The number of pairs after which the search pauses. */
const PAIRS_UNTIL_PAUSE = 25;

/** Pairs of similar records. It compares every record with every other one until the user pauses it. */
export function SimilarPairs({ resource, rule, ...may }: FoundProps) {
  const search = useSearch(resource, rule);
  const { pairs, error, decide, leaveOut } = search;
  return (
    <>
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      <SearchProgress resource={resource} search={search} />
      {pairs.length > 0 && (
        <GroupList
          resource={resource}
          field={requireEntry(resource.fields, rule.field)}
          groups={pairs.toSorted((one, other) => (other.similarity ?? 0) - (one.similarity ?? 0))}
          {...may}
          onMerged={leaveOut}
          onDecided={decide}
        />
      )}
      {may.mayDecide && (
        <LatestDistinct resource={resource} onUndone={(records) => decide(records, true)} />
      )}
    </>
  );
}

/** The search for similar pairs, step by step, without those about which the user has decided since. */
function useSearch(resource: Resource, rule: DuplicateRule) {
  const [until, setUntil] = useState(PAIRS_UNTIL_PAUSE);
  const [isPaused, setPaused] = useState(false);
  const [merged, setMerged] = useState<ReadonlySet<string>>(new Set());
  const [distinct, setDistinct] = useState<ReadonlySet<string>>(new Set());
  const queries = useQueryClient();
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['similar', resource.name, rule],
    queryFn: ({ pageParam, signal }) => readSimilarStep(resource, rule, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const steps = data?.pages ?? [];
  const found = steps.flatMap((step) =>
    step.data.map((pair) => ({ ...pair, key: pairKey(pair.records.map(({ _id }) => _id)) })),
  );
  const pairs = found.filter(
    ({ records, key }) =>
      records.length > 1 && !records.some(({ _id }) => merged.has(_id)) && !distinct.has(key),
  );
  const mayGoOn = hasNextPage && !isFetching && !error;
  const goesOn = mayGoOn && !isPaused && pairs.length < until;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const isSearching = isFetching || goesOn;
  return {
    pairs,
    error,
    checked: steps.reduce((sum, step) => sum + step.checked, 0),
    isSearching,
    isComplete: data !== undefined && !hasNextPage,
    mayPause: isSearching && !isPaused,
    mayContinue: !isSearching && (hasNextPage || error !== null),
    pause: () => setPaused(true),
    resume: () => {
      setPaused(false);
      setUntil(pairs.length + PAIRS_UNTIL_PAUSE);
      void fetchNextPage();
    },
    leaveOut: (gone: readonly string[]) => setMerged(new Set([...merged, ...gone])),
    decide(records: readonly string[], isUndone: boolean): void {
      const key = pairKey(records);
      setDistinct(
        new Set(isUndone ? [...distinct].filter((each) => each !== key) : [...distinct, key]),
      );
      // The search left out a pair that was decided before it began.
      if (isUndone && found.every((pair) => pair.key !== key))
        void queries.resetQueries({ queryKey: ['similar', resource.name] });
    },
  };
}

type SearchProgressProps = { resource: Resource; search: ReturnType<typeof useSearch> };

/** How far the search is, and the button that pauses or resumes it. */
function SearchProgress({ resource, search }: SearchProgressProps) {
  const { checked, pairs, isSearching } = search;
  const texts = useTexts('duplicates');
  const write = useNumberFormat();
  const { total = 0 } = useGetList(resource.name, { pagination: { page: 1, perPage: 1 } });
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        {/* Not announced while it counts: nobody wants to hear every number. */}
        <Typography component={isSearching ? 'p' : Status}>
          {fillTemplate(texts.checked, {
            checked: write(checked),
            total: write(Math.max(total, checked)),
            count: write(pairs.length),
          })}
          {search.isComplete && ` ${texts.all}`}
        </Typography>
        {search.mayPause && <Button onClick={search.pause}>{texts.pause}</Button>}
        {search.mayContinue && <Button onClick={search.resume}>{texts.goOn}</Button>}
      </Box>
      {isSearching && (
        <LinearProgress
          aria-label={texts.loading}
          {...(total > 0 && { variant: 'determinate' as const, value: percentOf(checked, total) })}
        />
      )}
    </>
  );
}
