import {
  Alert,
  Box,
  Button,
  Link as MuiLink,
  Pagination,
  Skeleton,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { defineRecordTab } from '../../admin/record/define-record-tab.ts';
import { useText } from '../../admin/messages/use-text.ts';
import { toRecordPath } from '../../admin/kit/screen-paths.ts';
import { useNumber } from '../../admin/kit/use-number.ts';
import { useResource } from '../../admin/kit/use-resource.ts';
import { displayTitle } from '../../descriptor/title.ts';
import type { Text } from '../../fields/field.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { Status } from '../../admin/kit/status/status.tsx';
import { AT_ONCE, useProvenance, type Provenance } from './provenance-reading.ui.ts';
import { SourceExtractions } from './source-extractions.ui.tsx';
import { texts } from './provenance-texts.ts';

/** Where a master comes from: each extraction it was made of, by its source, and what decided about its words. */
function ProvenanceTab({ id }: { id: string }) {
  const say = useText();
  const write = useNumber();
  const translate = useTranslate();
  const [page, setPage] = useState(1);
  const { total, sources, provenance, error, retry } = useProvenance(id, page);
  const pages = Math.ceil(total / AT_ONCE);
  const sayCount = (text: Text, count: number): string =>
    fillTemplate(say(text), { count: write(count) });
  return (
    <Box sx={{ gridColumn: '1 / -1', minWidth: 0, display: 'grid', gap: 2 }}>
      {error && (
        <Alert
          severity="error"
          action={<Button onClick={retry}>{translate('ra.action.retry', { _: 'Retry' })}</Button>}
        >
          {error.message}
        </Alert>
      )}
      {provenance === undefined && !error && <Skeleton variant="rounded" height={160} aria-busy />}
      {provenance && (
        <>
          <Typography component={Status} color="text.secondary">
            {total === 0
              ? say(texts.none)
              : fillTemplate(say(texts.lead), {
                  extractions: sayCount(texts.extractions, total),
                  sources: sayCount(texts.sources, sources),
                })}
            {provenance.extractions.length < provenance.asked &&
              ` ${sayCount(texts.gone, provenance.asked - provenance.extractions.length)}`}
          </Typography>
          <Sources provenance={provenance} />
          {pages > 1 && (
            <Pagination
              aria-label={say(texts.pages)}
              count={pages}
              page={page}
              onChange={(_, next) => setPage(next)}
            />
          )}
        </>
      )}
    </Box>
  );
}

export const provenanceTab = defineRecordTab({ Tab: ProvenanceTab });

function Sources({ provenance }: { provenance: Provenance }) {
  const say = useText();
  const { resource } = useResource('sources');
  const groups = [...Map.groupBy(provenance.extractions, ({ source }) => source)];
  return groups.map(([id, extractions]) => {
    const source = provenance.sources.get(id);
    const title = source ? displayTitle(resource, source) : say(texts.unknownSource);
    return (
      <Box key={id} component="section" aria-label={title} sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
          {source ? (
            <MuiLink component={Link} to={toRecordPath(resource, id)}>
              {title}
            </MuiLink>
          ) : (
            title
          )}
        </Typography>
        <SourceExtractions label={title} extractions={extractions} mappings={provenance.mappings} />
      </Box>
    );
  });
}
