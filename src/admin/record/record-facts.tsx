import { Box } from '@mui/material';
import type { RaRecord } from 'react-admin';
import { valueAt } from '../../descriptor/column-field.ts';
import { FieldValue, isEmptyValue } from '../kit/field-value.tsx';
import { useI18n } from '../kit/use-i18n.ts';
import { useResource } from '../kit/use-resource.ts';

/** What the descriptor shows under the title of a record (`form.head`), without empty values. */
export function RecordFacts({ record }: { record: RaRecord }) {
  const { resource, find } = useResource();
  const { translate, say } = useI18n();
  const facts = resource.head.flatMap((path) => {
    const field = find(path);
    const value = valueAt(record, path);
    return field && !isEmptyValue(value) ? [{ path, field, value }] : [];
  });
  if (facts.length === 0) return null;
  return (
    <Box component="dl" aria-label={translate('form.facts')} sx={factsSx}>
      {facts.map(({ path, field, value }) => (
        <div key={path}>
          <dt>{say(field.label)}</dt>
          <dd>
            <FieldValue field={field} value={value} place="head" />
          </dd>
        </div>
      ))}
    </Box>
  );
}

const factsSx = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  rowGap: 1,
  mt: 1.5,
  mb: 0,
  '& > div': { minWidth: 0, maxWidth: '100%' },
  '& dt': { fontSize: '0.75rem', color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
};
