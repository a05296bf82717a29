import AddIcon from '@mui/icons-material/Add';
import OpenInFullIcon from '@mui/icons-material/OpenInFull';
import { Alert, Box, Button, Pagination, Typography } from '@mui/material';
import { useState } from 'react';
import {
  ResourceContextProvider,
  useGetList,
  useTranslate,
  type Identifier,
  type SortPayload,
} from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { headOfColumn } from '../../../descriptor/column-field.ts';
import { titleFields } from '../../../descriptor/title.ts';
import { toSortPayload } from '../../kit/sorting.ts';
import { toCreatePath, toListPath } from '../../kit/screen-paths.ts';
import { Status } from '../../kit/status/status.tsx';
import { ChildRows } from './child-rows.tsx';
import type { ChildList } from './use-children.ts';
import { messageOf } from '../../client/http.ts';

const PER_PAGE = 10;

type ChildTableProps = {
  list: ChildList;
  id: Identifier;
  /** Where nothing else names the list. */
  heading?: string;
};

/** The records of another resource that refer to this one, page by page, each a way to its own page. */
export function ChildTable({ list, id, heading }: ChildTableProps) {
  const translate = useTranslate();
  const { resource, field, columns, mayCreate } = list;
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<SortPayload>(() => toSortPayload(list.sort));
  const named = [
    ...titleFields(resource),
    resource.importKey,
    ...columns.map(({ name }) => headOfColumn(name)),
  ];
  const { data, total, error, isPending } = useGetList(resource.name, {
    filter: { [field.name]: id },
    pagination: { page, perPage: PER_PAGE },
    sort,
    meta: { fields: [...new Set(named)].filter((name) => name !== '_id').sort() },
  });
  const pages = Math.ceil((total ?? 0) / PER_PAGE);
  return (
    <ResourceContextProvider value={resource.name}>
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        <Box sx={barSx}>
          {heading !== undefined && (
            <Typography variant="subtitle2" component="span" sx={{ mr: 1 }}>
              {heading}
            </Typography>
          )}
          <Button
            size="small"
            startIcon={<OpenInFullIcon />}
            component={RouterLink}
            to={toListPath(resource, { [field.name]: id })}
          >
            {translate('children.open')}
          </Button>
          {mayCreate && (
            <Button
              size="small"
              startIcon={<AddIcon />}
              component={RouterLink}
              to={toCreatePath(resource, { values: { [field.name]: toValue(list, id) } })}
            >
              {translate('list.create')}
            </Button>
          )}
        </Box>
        {error && <Alert severity="error">{messageOf(error)}</Alert>}
        {isPending && <Typography component={Status}>{translate('list.loading')}</Typography>}
        {total === 0 && (
          <Typography color="text.secondary">{translate('children.none')}</Typography>
        )}
        {data && data.length > 0 && (
          <ChildRows
            list={list}
            records={data}
            sort={sort}
            onSort={(next) => {
              setSort(next);
              setPage(1);
            }}
          />
        )}
        {pages > 1 && (
          <Pagination
            size="small"
            shape="rounded"
            page={page}
            count={pages}
            aria-label={translate('list.pages')}
            onChange={(_, next) => setPage(next)}
            sx={{ mt: 1, displayPrint: 'none' }}
          />
        )}
      </Box>
    </ResourceContextProvider>
  );
}

const barSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  mb: 1,
  displayPrint: 'none',
};

function toValue({ field }: ChildList, id: Identifier): unknown {
  return field.kind.relation?.(field.settings).many ? [id] : id;
}
