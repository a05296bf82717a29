import { Box } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ExpressionValues } from '../../../../contract/structure/expression-values.ts';
import { mayDo } from '../../../../descriptor/access.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { displayTitle } from '../../../../descriptor/title.ts';
import { useSettled } from '../../../../fields/screen/use-settled.ui.ts';
import { useConfig } from '../../../client/config.tsx';
import { call, messageOf } from '../../../client/http.ts';
import { Hint } from '../../../kit/hint.tsx';
import { toRecordPath } from '../../../kit/screen-paths.ts';
import { Status } from '../../../kit/status/status.tsx';
import { TextLink } from '../../../kit/text-link.tsx';
import { useI18n } from '../../../kit/use-i18n.ts';
import { useTexts } from '../../../messages/texts.ts';
import { findApplied } from '../draft/use-draft-descriptor.ts';
import type { Scope } from './condition-text.ts';

type ValuesProps = { about: Pick<Scope, 'descriptor' | 'resource'>; text: string };

/** What an expression gives for a few records, as the server computes it once the person pauses. */
export function ExpressionValuesOf({ about, text }: ValuesProps) {
  const { descriptor, role } = useConfig();
  const applied = findApplied(descriptor, about.descriptor, about.resource);
  const settled = useSettled(text.trim());
  if (!applied || !mayDo(descriptor, role, applied, 'list') || settled === '') return null;
  return <Values resource={applied} expression={settled} />;
}

function Values({ resource, expression }: { resource: Resource; expression: string }) {
  const { values: texts } = useTexts('structure-fields');
  const write = useValueText();
  const { data, error } = useQuery({
    queryKey: [resource.name, 'values', expression],
    queryFn: async ({ signal }) =>
      (
        await call<ExpressionValues>(
          `/api/structure/values/${resource.name}?expression=${encodeURIComponent(expression)}`,
          { signal },
        )
      ).json,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error)
    return (
      <Hint component={Status}>
        {texts.failed} {messageOf(error)}
      </Hint>
    );
  if (!data || (data.data.length === 0 && !data.timedOut)) return null;
  if (data.timedOut) return <Hint component={Status}>{texts.timedOut}</Hint>;
  return (
    <Status>
      <Hint component="div">{texts.newest}</Hint>
      <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: '0.875rem' }}>
        {data.data.map(({ record, value }) => (
          <Box component="li" key={String(record['_id'])} sx={{ overflowWrap: 'anywhere' }}>
            <TextLink to={toRecordPath(resource, String(record['_id']))}>
              {displayTitle(resource, record)}
            </TextLink>
            {': '}
            <strong>{write(value)}</strong>
          </Box>
        ))}
      </Box>
    </Status>
  );
}

function useValueText(): (value: unknown) => string {
  const { texts, language } = useI18n();
  return (value) => {
    if (value === null) return texts.list.emptyValue;
    if (typeof value === 'boolean') return value ? texts.values.yes : texts.values.no;
    if (typeof value === 'number')
      return new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(value);
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
}
