import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, useText } from '../../admin/extending.ts';
import type { FoundRecords } from '../../contract/lists.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { titleFields } from '../../descriptor/title.ts';
import { Status } from '../../admin/kit/status/status.tsx';
import { TextLink } from '../../admin/kit/text-link.tsx';
import { toRecordPath } from '../../admin/kit/screen-paths.ts';
import { texts } from './lookup-texts.ts';

/** Similar records for a value without a match, when asked: a thousand values would be a thousand searches. */
export function SimilarValues({ resource, value }: { resource: Resource; value: string }) {
  const say = useText();
  const [isAsked, setAsked] = useState(false);
  const { data, error } = useQuery({
    queryKey: [resource.name, 'similar', value],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ q: value });
      const path = `${resource.root}/search?${query}`;
      return (await call<FoundRecords>(path, { signal })).json.data;
    },
    enabled: isAsked,
  });
  if (!isAsked)
    return (
      <Button size="small" onClick={() => setAsked(true)} sx={{ ml: 1 }}>
        {say(texts.findSimilar)}
      </Button>
    );
  return (
    <Box component={Status}>
      {error && error.message}
      {data?.length === 0 && say(texts.nothingSimilar)}
      {data && data.length > 0 && say(texts.similar)}
      {data?.map(({ _id, title, by }) => {
        const label =
          by && !titleFields(resource).includes(by.field) && resource.fields.get(by.field)?.label;
        return (
          <div key={_id}>
            <TextLink to={toRecordPath(resource, _id)}>{title}</TextLink>
            {label && ` ${say(label)}: ${by.value}`}
          </div>
        );
      })}
    </Box>
  );
}
