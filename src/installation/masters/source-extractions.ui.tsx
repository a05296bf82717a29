import { Box, Link as MuiLink } from '@mui/material';
import { Link } from 'react-router-dom';
import { FactsTable } from '../../admin/kit/facts-table.tsx';
import { useText } from '../../admin/messages/use-text.ts';
import { toRecordPath } from '../../admin/kit/screen-paths.ts';
import { useResource } from '../../admin/kit/use-resource.ts';
import { decidedBy, type UsedMapping } from './decided-by.ts';
import type { Extraction } from './provenance-reading.ui.ts';
import { texts } from './provenance-texts.ts';

type SourceExtractionsProps = {
  label: string;
  extractions: readonly Extraction[];
  mappings: readonly UsedMapping[];
};

/** What was measured in one source, in the words of the study. */
export function SourceExtractions({ label, extractions, mappings }: SourceExtractionsProps) {
  const say = useText();
  const { resource } = useResource('extractions');
  return (
    <FactsTable
      label={label}
      columns={[
        say(texts.extraction),
        say(texts.chem),
        say(texts.article),
        say(texts.by),
        { label: say(texts.value), align: 'right' },
        say(texts.page),
      ]}
      rows={extractions.map((extraction) => ({
        key: extraction._id,
        cells: [
          <MuiLink key="id" component={Link} to={toRecordPath(resource, extraction._id)}>
            {extraction.extractionId}
          </MuiLink>,
          [extraction.rawChemName, extraction.rawCas].filter(Boolean).join(' · '),
          extraction.rawFoodContactArticle ?? '',
          <Decisions key="by" extraction={extraction} mappings={mappings} />,
          <Value key="value" extraction={extraction} />,
          extraction.page ?? '',
        ],
      }))}
    />
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
        <MuiLink key={_id} component={Link} to={toRecordPath(resource, _id)}>
          {mappingId}
        </MuiLink>
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
