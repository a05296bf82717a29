import SearchIcon from '@mui/icons-material/Search';
import { Box } from '@mui/material';
import { useId } from 'react';
import { useListContext } from 'react-admin';
import { useChangeFilters } from '../resource/list-changes.tsx';
import { Link } from 'react-router-dom';
import type { FoundRecords, Hit } from '../../contract/lists.ts';
import { titleFields } from '../../descriptor/title.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { HintButton } from '../shell/layout/hint-button.tsx';
import { toListQuery, type Filters } from '../client/list-query.ts';
import { useThrottledQuery } from '../client/use-throttled-query.ts';
import { useListState } from '../resource/record-link.tsx';
import { useFieldLabel, useResource } from '../kit/use-resource.ts';
import { toRecordPath } from '../kit/screen-paths.ts';
import { Status } from '../kit/status/status.tsx';
import { useTexts } from '../messages/texts.ts';

/** With more results than this, the record that is meant is among them. */
const FEW = 5;

/**
 * Records that may be meant when a search finds few: the one whose identifier it is, and similar ones. They are beside
 * the list: they do not belong to its records, its total, or what is done with all of them.
 */
export function SimilarRecords({ text }: { text: string }) {
  const { resource } = useResource();
  const texts = useTexts('similar');
  const { filterValues, total, isPending } = useListContext();
  const params = toListQuery({ filter: filterValues as Filters });
  const isFew = (total ?? 0) < FEW;
  params.set('_levels', isFew ? 'exact,similar' : 'exact');
  const path = `${resource.root}/search?${params}`;
  const isAsked = !isPending && total !== undefined;
  const { data } = useThrottledQuery<FoundRecords>({
    queryKey: [resource.name, 'similar', path],
    path,
    enabled: isAsked && text.length <= MAX_QUERY_LENGTH,
    pace: 'own',
  });
  const records = isAsked ? (data?.data ?? []) : [];
  // A single result needs no sign that it is exact.
  const exact = (total ?? 0) > 1 ? records.filter(({ level }) => level === 'exact') : [];
  const similar = records.filter(({ level }) => level === 'similar');
  const isShown = exact.length + similar.length > 0;
  return (
    <Box component={Status} sx={isShown ? stripSx : undefined}>
      <Hits title={texts.exact} hits={exact} />
      <Hits title={texts.title} hits={similar} />
    </Box>
  );
}

function Hits({ title, hits }: { title: string; hits: readonly Hit[] }) {
  const id = useId();
  if (hits.length === 0) return null;
  return (
    <>
      <Box component="span" id={id} sx={{ fontWeight: 600 }}>
        {title}
      </Box>
      <Box component="ul" aria-labelledby={id} sx={listSx}>
        {hits.map((hit) => (
          <Similar key={hit._id} hit={hit} />
        ))}
      </Box>
    </>
  );
}

/** The longest text that the server searches for similar ones. */
const MAX_QUERY_LENGTH = 500;

function Similar({ hit }: { hit: Hit }) {
  const { resource } = useResource();
  const texts = useTexts('similar');
  const labelOf = useFieldLabel();
  const state = useListState();
  const changeFilters = useChangeFilters();
  const { _id, title, by } = hit;
  const q = by?.value ?? title;
  return (
    <li>
      <Link to={toRecordPath(resource, _id)} state={state}>
        {title}
      </Link>
      {by && !titleFields(resource).includes(by.field) && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {`${labelOf(by.field)}: ${by.value}`}
        </Box>
      )}
      <HintButton
        isSmall
        label={fillTemplate(texts.searchInstead, { text: q })}
        onClick={() => changeFilters((latest) => ({ ...latest, q }))}
      >
        <SearchIcon fontSize="small" />
      </HintButton>
    </li>
  );
}

const stripSx = {
  display: 'flex',
  displayPrint: 'none',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  mb: 1,
  px: 1.5,
  py: 0.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  fontSize: '0.875rem',
};

const listSx = {
  display: 'contents',
  '& li': {
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 0.75,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  '& a': { color: 'primary.main' },
};
