import {
  type UsedMapping,
  orders,
  PAGE_SIZE,
  useProvenance,
  type Order,
  type Provenance,
  type Extraction,
} from './provenance-reading.ui.ts';
import {
  Alert,
  Box,
  Button,
  MenuItem,
  Pagination,
  Skeleton,
  TextField,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { defineRecordTab, fillTemplate, useNumberFormat, useText } from '../../admin/extending.ts';
import { toRecordPath } from '../../admin/kit/screen-paths.ts';
import { TextLink } from '../../admin/kit/text-link.tsx';
import { useResource } from '../../admin/kit/use-resource.ts';
import { displayTitle, shortTitle } from '../../descriptor/title.ts';
import type { Text } from '../../fields/type/field.ts';
import { Status } from '../../admin/kit/status/status.tsx';
import { Extremes, PageOf } from './provenance-extreme.ui.tsx';
import { texts } from './provenance-texts.ts';
import { FactsTable } from '../../admin/kit/facts-table.tsx';
import { toTerm } from './term.ts';

/** The origin of a master: its extractions by source, and the mappings that interpreted their terms. */
function ProvenanceTab({ id }: { id: string }) {
  const say = useText();
  const write = useNumberFormat();

  const translate = useTranslate();
  const [page, setPage] = useState(1);
  const [order, setOrder] = useState<Order>('source');
  const { master, total, sources, provenance, error, retry } = useProvenance(id, page, order);
  const pages = Math.ceil((provenance?.total ?? 0) / PAGE_SIZE);
  const countText = (text: Text, count: number): string =>
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
                  extractions: countText(texts.extractions, total),
                  sources: countText(texts.sources, sources),
                })}
            {provenance.total < total && ` ${countText(texts.gone, total - provenance.total)}`}
          </Typography>
          <Extremes id={id} master={master} />
          {provenance.total > 1 && (
            <OrderChoice
              order={order}
              onChange={(next) => {
                setOrder(next);
                setPage(1);
              }}
            />
          )}
          <Extractions {...{ order, provenance }} />
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

function Extractions({ order, provenance }: { order: Order; provenance: Provenance }) {
  const say = useText();
  if (order === 'source') return <SourceList provenance={provenance} />;
  return <SourceExtractions label={say(texts[order])} {...provenance} />;
}

type OrderChoiceProps = { order: Order; onChange: (order: Order) => void };

function OrderChoice({ order, onChange }: OrderChoiceProps) {
  const say = useText();
  return (
    <TextField
      select
      size="small"
      label={say(texts.order)}
      value={order}
      onChange={({ target }) => onChange(target.value as Order)}
      sx={{ width: 240, maxWidth: '100%', displayPrint: 'none' }}
    >
      {orders.map((each) => (
        <MenuItem key={each} value={each}>
          {say(each === 'source' ? texts.bySource : texts[each])}
        </MenuItem>
      ))}
    </TextField>
  );
}

function SourceList({ provenance }: { provenance: Provenance }) {
  const say = useText();
  const { resource } = useResource('sources');
  const groups = [...Map.groupBy(provenance.extractions, ({ source }) => source)];
  return groups.map(([id, extractions]) => {
    const source = provenance.sources.get(id);
    const title = source ? displayTitle(resource, source) : say(texts.unknownSource);
    return (
      <Box key={id} component="section" aria-label={title} sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
          {source ? <TextLink to={toRecordPath(resource, id)}>{title}</TextLink> : title}
        </Typography>
        <SourceExtractions label={title} extractions={extractions} mappings={provenance.mappings} />
      </Box>
    );
  });
}

type SourceExtractionsProps = {
  label: string;
  extractions: readonly Extraction[];
  mappings: readonly UsedMapping[];
  /** By `_id`; given where the extractions are those of several sources. */
  sources?: Provenance['sources'];
};

/** Extractions as their studies printed them. */
export function SourceExtractions(props: SourceExtractionsProps) {
  const { label, extractions, mappings, sources } = props;
  const say = useText();
  const { resource } = useResource('extractions');
  return (
    <FactsTable
      label={label}
      columns={[
        say(texts.extraction),
        ...(sources ? [say(texts.source)] : []),
        say(texts.chem),
        say(texts.article),
        say(texts.by),
        { label: say(texts.value), align: 'right' },
        say(texts.page),
      ]}
      rows={extractions.map((extraction) => ({
        key: extraction._id,
        cells: [
          <TextLink key="id" to={toRecordPath(resource, extraction._id)}>
            {extraction.extractionId}
          </TextLink>,
          ...(sources
            ? [<SourceLink key="source" id={extraction.source} sources={sources} />]
            : []),
          [extraction.rawChemName, extraction.rawCas].filter(Boolean).join(' · '),
          extraction.rawFoodContactArticle ?? '',
          <Decisions key="by" extraction={extraction} mappings={mappings} />,
          <Value key="value" extraction={extraction} />,
          extraction.page ? <PageOf key="page" extraction={extraction} /> : '',
        ],
      }))}
    />
  );
}

function SourceLink({ id, sources }: { id: string; sources: Provenance['sources'] }) {
  const say = useText();
  const { resource } = useResource('sources');
  const source = sources.get(id);
  if (!source) return say(texts.unknownSource);
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      <TextLink to={toRecordPath(resource, id)}>{shortTitle(resource, source)}</TextLink>
    </Box>
  );
}

function Decisions({
  extraction,
  mappings,
}: {
  extraction: Extraction;
  mappings: readonly UsedMapping[];
}) {
  const say = useText();
  const { resource } = useResource('mappings');
  const { chem, others } = decidedBy(extraction, mappings);
  return (
    <Box sx={{ display: 'grid' }}>
      {chem === undefined && say(texts.cas)}
      {[...(chem ? [chem] : []), ...others].map(({ _id, mappingId }) => (
        <TextLink key={_id} to={toRecordPath(resource, _id)}>
          {mappingId}
        </TextLink>
      ))}
    </Box>
  );
}

function Value({ extraction }: { extraction: Extraction }) {
  const say = useText();
  const { detected, qualifier, value, valueRaw, unit } = extraction;
  if (detected === false) return say(texts.notFound);
  const written = valueRaw ?? (value === null ? null : `${qualifier ?? ''}${value}`);
  if (written === null) return detected ? say(texts.found) : '';
  return [written, unit].filter(Boolean).join(' ');
}

type Words = { rawChemName: string; rawCas: string | null; rawFoodContactArticle: string | null };

/** The mappings of a master that decided about an extraction. Without one for the chem, its CAS number decided. */
export function decidedBy<Mapping extends UsedMapping>(
  extraction: Words,
  mappings: readonly Mapping[],
): { chem: Mapping | undefined; others: Mapping[] } {
  const name = toTerm(extraction.rawChemName);
  const chems = mappings.filter(
    ({ mappingType, rawTerm }) => mappingType === 'chem' && toTerm(rawTerm) === name,
  );
  const cas = toTerm(extraction.rawCas);
  const article = toTerm(extraction.rawFoodContactArticle);
  return {
    // A mapping with the same CAS number takes precedence over one without a number.
    chem:
      chems.find(({ rawCas }) => toTerm(rawCas) === cas) ??
      chems.find(({ rawCas }) => toTerm(rawCas) === ''),
    others: mappings.filter(
      ({ mappingType, rawTerm }) =>
        article !== '' && mappingType !== 'chem' && toTerm(rawTerm) === article,
    ),
  };
}
