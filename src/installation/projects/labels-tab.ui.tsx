import { Box, Chip, Stack, Typography } from '@mui/material';
import { defineRecordTab, fillTemplate, useNumberFormat, useText } from '../../admin/extending.ts';
import { FactsTable } from '../../admin/kit/facts-table.tsx';
import { toListPath } from '../../admin/kit/screen-paths.ts';
import { TextLink } from '../../admin/kit/text-link.tsx';
import { useResource } from '../../admin/kit/use-resource.ts';
import { Hint } from '../../admin/kit/hint.tsx';
import type { Label, DocumentLabels } from './contract.ts';
import { TabFrame, useReading } from './tab-frame.ui.tsx';
import { texts } from './tab-texts.ts';

/** The document labels of a project. */
function LabelsTab({ id }: { id: string }) {
  const say = useText();
  const reading = useReading<DocumentLabels>(id, 'metas', 'sources');
  return (
    <TabFrame reading={reading}>
      {({ total, labels, more }) => (
        <>
          <SourceCounts id={id} total={total} />
          {labels.length === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>{say(texts.noLabels)}</Typography>
          ) : (
            <LabelTable labels={labels} total={total} />
          )}
          {more && <Typography variant="caption">{say(texts.more)} …</Typography>}
        </>
      )}
    </TabFrame>
  );
}

export const labelsTab = defineRecordTab({ Tab: LabelsTab });

/** The number of sources, and of those with a document in tagtog, each linked to its list. */
function SourceCounts({ id, total }: { id: string; total: number }) {
  const say = useText();
  const number = useNumberFormat();
  const { resource, find } = useResource('sources');
  const tagged = useReading<{ total: number }>(
    id,
    'sources?tagtog=true&_perPage=1&_fields=_id',
    'sources',
  );
  const inTagtog = tagged.answer?.total;
  return (
    <Stack direction="row" spacing={2}>
      <TextLink to={toListPath(resource, { project: id })}>
        {fillTemplate(say(texts.sources), { count: number(total) })}
      </TextLink>
      {find('tagtog.id') && inTagtog !== undefined && (
        <TextLink to={toListPath(resource, { project: id, 'tagtog.id_nnull': true })}>
          {fillTemplate(say(texts.inTagtog), { count: number(inTagtog) })}
        </TextLink>
      )}
    </Stack>
  );
}

function LabelTable({ labels, total }: Pick<DocumentLabels, 'labels' | 'total'>) {
  const say = useText();
  const number = useNumberFormat();
  const toCells = ({ name, declared, type, sources, values, more }: Label) => [
    <span key="name">
      {name}
      {!declared && (
        <Hint variant="caption" sx={{ display: 'block' }}>
          {say(texts.undeclared)}
        </Hint>
      )}
    </span>,
    type,
    <Box component="span" key="sources" sx={{ whiteSpace: 'nowrap' }}>
      {number(sources)} / {number(total)}
    </Box>,
    <Stack key="values" direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {values.map(({ value, count }) => (
        <Chip key={value} size="small" label={`${value}: ${number(count)}`} />
      ))}
      {more && say(texts.more)}
    </Stack>,
  ];
  return (
    <FactsTable
      label={say(texts.labels)}
      columns={[
        say(texts.label),
        say(texts.type),
        { label: say(texts.carriedBy), align: 'right' },
        say(texts.values),
      ]}
      rows={labels.map((label) => ({ key: label.key, cells: toCells(label) }))}
    />
  );
}
