import { Skeleton } from '@mui/material';
import { useGetManyAggregate } from 'react-admin';
import { displayTitle } from '../../descriptor/title.ts';
import { titlesMeta } from '../../fields/type/reference-context.tsx';
import { useConfig } from '../client/config.tsx';

type RecordTitlesProps = { resource: string; ids: readonly string[] };

/** The titles of records, as plain text. The requests of all such components on a page are combined into one. */
export function RecordTitles({ resource: name, ids }: RecordTitlesProps) {
  const { descriptor } = useConfig();
  const resource = descriptor.resources.get(name);
  const { data, isPending } = useGetManyAggregate(name, { ids: [...ids], meta: titlesMeta });
  if (isPending) return <Skeleton component="span" sx={{ display: 'inline-block', width: 80 }} />;
  const byId = new Map(data?.filter(Boolean).map((record) => [record.id, record]));
  return ids
    .map((id) => {
      const record = byId.get(id);
      return record && resource ? displayTitle(resource, record) : id;
    })
    .join(', ');
}
