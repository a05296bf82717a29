import { Alert, Box, Typography } from '@mui/material';
import type { DatabaseIndex, DescriptorLine, IndexAdvice } from '../../../contract/meta.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { findField } from '../../../descriptor/system-fields.ts';
import { showDate } from '../../../fields/text/date-format.ts';
import { FactsTable } from '../../kit/facts-table.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useSize } from '../../kit/use-size.ts';
import { useIndexes } from './use-structure.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useLabels } from '../../kit/use-i18n.ts';

/** Every index with its purpose, size and use; first the advice what to add or drop. */
export function IndexesTab({ descriptor }: { descriptor: Descriptor }) {
  const texts = useTexts('structure');
  const labels = useLabels(descriptor);
  const write = useNumberFormat();
  const toSize = useSize();
  const { data, error } = useIndexes();
  if (error || !data) return <QueryState error={error} isPending loading={texts.indexes.loading} />;
  const { advice, collections, since } = data;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Advice descriptor={descriptor} advice={advice} />
      {since !== null && (
        <Typography sx={{ color: 'text.secondary' }}>
          {fillTemplate(texts.indexes.since, { date: showDate(since.slice(0, 10)) })}
        </Typography>
      )}
      {collections.map(({ resource, rows, size, indexSize, indexes }) => {
        const label = labels.ofResource(resource);
        const totals = { size: toSize(size), indexSize: toSize(indexSize) };
        return (
          <Box key={resource}>
            <Typography variant="h2">{label}</Typography>
            <Typography sx={{ mb: 0.5, color: 'text.secondary' }}>
              {fillTemplate(texts.indexes.totals, { ...totals, count: write(rows) })}
            </Typography>
            <IndexTable label={label} indexes={indexes} />
          </Box>
        );
      })}
    </Box>
  );
}

function IndexTable({ label, indexes }: { label: string; indexes: readonly DatabaseIndex[] }) {
  const texts = useTexts('structure');
  const write = useNumberFormat();
  const toSize = useSize();
  const reasonsText = ({ reasons, state }: DatabaseIndex): string => {
    const words = reasons.map((reason) => texts.indexes.reasons[reason]).join(', ');
    const purpose = words || texts.indexes.undeclared;
    return state === 'valid' ? purpose : `${purpose} (${texts.indexes.states[state]})`;
  };
  return (
    <FactsTable
      label={label}
      columns={[
        texts.indexes.columns.fields,
        texts.indexes.columns.reasons,
        { label: texts.indexes.columns.size, align: 'right' },
        { label: texts.indexes.columns.scans, align: 'right' },
      ]}
      rows={indexes.map((index) => ({
        key: index.name,
        cells: [
          index.fields.join(', ') || index.name,
          reasonsText(index),
          toSize(index.size),
          fillTemplate(texts.indexes.scans, { count: write(index.scans) }),
        ],
      }))}
    />
  );
}

type AdviceProps = { descriptor: Descriptor; advice: IndexAdvice };

/** Which indexes slow lists lack and which nobody uses, each with the line to change in the descriptor. */
function Advice({ descriptor, advice: { add, drop } }: AdviceProps) {
  const texts = useTexts('structure');
  const say = useText();
  const write = useNumberFormat();
  const toSize = useSize();
  const labels = useLabels(descriptor);
  const fieldsOf = (name: string, paths: readonly string[]): string => {
    const resource = descriptor.resources.get(name);
    const names = paths.map((path) => {
      const field = resource && findField(resource, path);
      return field ? say(field.label) : path;
    });
    return names.join(', ');
  };
  const items = [
    ...add.map(({ resource, path, use, count, slowest, lines }) => ({
      lines,
      reason: fillTemplate(texts.indexes.slow[use], {
        resource: labels.ofResource(resource),
        field: fieldsOf(resource, path.split(',')),
        count: write(count),
        seconds: write(slowest / 1000),
      }),
    })),
    ...drop.map(({ resource, fields, size, lines }) => ({
      lines,
      reason: fillTemplate(texts.indexes.unused, {
        resource: labels.ofResource(resource),
        field: fieldsOf(resource, fields),
        size: toSize(size),
      }),
    })),
  ];
  return (
    <Box component="section" aria-labelledby="index-advice">
      <Typography id="index-advice" variant="h2" sx={{ mb: 0.5 }}>
        {texts.indexes.advice}
      </Typography>
      {items.length === 0 ? (
        <Alert severity="success">{texts.indexes.noAdvice}</Alert>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {items.map(({ reason, lines }) => (
            <Box
              component="li"
              key={reason}
              sx={{ py: 1, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
            >
              {reason}
              {lines.map((line) => (
                <Line key={line.at} {...line} />
              ))}
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

function Line({ change, at, text }: DescriptorLine) {
  const texts = useTexts('structure');
  return (
    <Typography sx={{ pl: 1 }}>
      {fillTemplate(texts.indexes.change[change], { at })} <code>{text}</code>
    </Typography>
  );
}
