import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import {
  defineRecordTab,
  fillTemplate,
  useLanguage,
  useNumberFormat,
  useText,
  useTexts,
} from '../../admin/extending.ts';
import { ChartPanel } from '../../admin/pages/dashboard/chart-panel.tsx';
import type { ChartItem } from '../../admin/pages/dashboard/bars.tsx';
import type { Filters } from '../../admin/client/list-query.ts';
import { uiOf } from '../../admin/resource/field-value.tsx';
import { toListPath } from '../../admin/kit/screen-paths.ts';
import { useResource } from '../../admin/kit/use-resource.ts';
import { Hint } from '../../admin/kit/hint.tsx';
import type { Text } from '../../fields/type/field.ts';
import type { Count, Counts, Results } from './contract.ts';
import { TabFrame, useReading } from './tab-frame.ui.tsx';
import { texts } from './tab-texts.ts';

/** The other values are in the list. */
const MAX_SHOWN_COUNTS = 12;

/** What was measured in the project, and its results. */
function ResultsTab({ id }: { id: string }) {
  const reading = useReading<Results>(id, 'results', 'extractions');
  const [shown, show] = useState<'extractions' | 'masters'>('extractions');
  const say = useText();
  return (
    <TabFrame reading={reading}>
      {(results) => (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
            {results.masters && (
              <ToggleButtonGroup
                exclusive
                size="small"
                value={shown}
                aria-label={say(texts.shown)}
                onChange={(_, value: typeof shown | null) => value && show(value)}
              >
                <ToggleButton value="extractions">{say(texts.extractions)}</ToggleButton>
                <ToggleButton value="masters">{say(texts.masters)}</ToggleButton>
              </ToggleButtonGroup>
            )}
            <Mapped {...results.extractions} />
          </Box>
          {shown === 'masters' && results.masters ? (
            <Charts id={id} of="masters" counts={results.masters} used={{ status: 'current' }} />
          ) : (
            <Charts
              id={id}
              of="extractions"
              counts={results.extractions}
              used={{ status_neq: 'rejected' }}
            />
          )}
        </>
      )}
    </TabFrame>
  );
}

export const resultsTab = defineRecordTab({ Tab: ResultsTab });

function Mapped({ mapped, total }: Results['extractions']) {
  const say = useText();
  const number = useNumberFormat();
  const language = useLanguage();
  const share = new Intl.NumberFormat(language, { style: 'percent' });
  if (total === 0) return null;
  return (
    <Hint>
      {mapped === null
        ? say(texts.notMapped)
        : fillTemplate(say(texts.mapped), {
            share: share.format(mapped / total),
            count: number(total),
            mapped: number(mapped),
          })}
    </Hint>
  );
}

type ChartsProps = { id: string; of: 'extractions' | 'masters'; counts: Counts; used: Filters };

function Charts({ id, of, counts, used }: ChartsProps) {
  const say = useText();
  const app = useTexts('app');
  const language = useLanguage();
  const { resource, find } = useResource(of);
  const pathOf = (item: ChartItem): string =>
    toListPath(resource, { project: id, ...used, ...item.filter });
  const ofField = (path: string, counted: readonly Count[], none: Text): ChartItem[] => {
    const field = find(path);
    const options = (field && uiOf(field).options?.(field, language, app.values)) ?? [];
    return counted.slice(0, MAX_SHOWN_COUNTS).map(({ value, label, count }) => ({
      key: String(value),
      label:
        value === null
          ? say(none)
          : (label ?? options.find((option) => option.value === value)?.label ?? String(value)),
      count,
      filter: value === null ? { [`${path}_null`]: true } : { [path]: value },
    }));
  };
  // An extraction has only printed terms: no field by which one could filter has its chem or material.
  const hasChem = of === 'masters';
  const labelOf = (path: string): string => say(find(path)?.label ?? {});
  return (
    <Box sx={chartsSx}>
      {counts.chems && (
        <ChartPanel
          label={say(texts.byChem)}
          head={say(texts.chem)}
          items={ofField('chem', counts.chems, texts.unknownChem)}
          more={counts.chems.length > MAX_SHOWN_COUNTS}
          pathOf={hasChem ? pathOf : undefined}
        />
      )}
      {counts.materialGroups && (
        <ChartPanel
          label={say(texts.byGroup)}
          head={say(texts.group)}
          items={ofField('foodContactMaterialGroup', counts.materialGroups, texts.notGiven)}
          more={counts.materialGroups.length > MAX_SHOWN_COUNTS}
          pathOf={hasChem ? pathOf : undefined}
        />
      )}
      <ChartPanel
        label={say(texts.byTest)}
        head={labelOf('testType')}
        items={ofField('testType', counts.testTypes, texts.notGiven)}
        pathOf={pathOf}
      />
      <ChartPanel
        label={say(texts.byDetection)}
        head={labelOf('detected')}
        items={ofField('detected', counts.detections, texts.notGiven)}
        pathOf={pathOf}
      />
    </Box>
  );
}

const chartsSx = {
  display: 'grid',
  gap: { xs: 1, sm: 1.5 },
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 400px), 1fr))',
};
