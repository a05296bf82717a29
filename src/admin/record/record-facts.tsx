import { Box } from '@mui/material';
import type { RaRecord } from 'react-admin';
import type { Field } from '../../fields/type/field.ts';
import { valueAt } from '../../descriptor/column-field.ts';
import { FieldValue, uiOf } from '../resource/field-value.tsx';
import { isEmptyValue } from '../../fields/is-empty-value.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { useResource } from '../kit/use-resource.ts';

type Fact = { path: string; field: Field; value: unknown };

/** The fields that the descriptor shows at the head of a record (`form.head`), without empty values. */
function useFacts(record: RaRecord): Fact[] {
  const { resource, find } = useResource();
  return resource.head.flatMap((path) => {
    const field = find(path);
    const value = valueAt(record, path);
    return field && !isEmptyValue(value) ? [{ path, field, value }] : [];
  });
}

function findPicture(facts: readonly Fact[]): Fact | undefined {
  return facts.find(({ field, value }) => uiOf(field).isPicture?.(value));
}

/** The first of them that is a picture, beside the title. */
export function RecordPicture({ record }: { record: RaRecord }) {
  const { say } = useI18n();
  const picture = findPicture(useFacts(record));
  if (!picture) return null;
  const { field, value } = picture;
  return (
    <Box role="group" aria-label={say(field.label)} sx={pictureSx}>
      <FieldValue field={field} value={value} place="head" record={record} />
    </Box>
  );
}

const pictureSx = {
  p: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
};

/** The others, under the title. */
export function RecordFacts({ record }: { record: RaRecord }) {
  const { texts, say } = useI18n();
  const all = useFacts(record);
  const picture = findPicture(all);
  const facts = all.filter((fact) => fact !== picture);
  if (facts.length === 0) return null;
  return (
    <Box component="dl" aria-label={texts.form.facts} sx={factsSx}>
      {facts.map(({ path, field, value }) => (
        <div key={path}>
          <dt>{say(field.label)}</dt>
          <dd>
            <FieldValue field={field} value={value} place="head" record={record} />
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
