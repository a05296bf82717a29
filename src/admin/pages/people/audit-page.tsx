import { UserPicker } from '../../resource/user-picker.tsx';
import { DayInput } from '../../kit/day-input.tsx';
import { SearchInput } from './search-input.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { FilterFrame } from '../../resource/filter-frame.tsx';
import { Box, Button, Typography } from '@mui/material';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { adminPage } from './admin-page.tsx';
import { useAddressFilters } from '../../resource/use-address-filters.ts';
import { useTexts } from '../../messages/texts.ts';
import type { AuditLine, Audit } from '../../../contract/admin.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { useConfig } from '../../client/config.tsx';
import { useText } from '../../messages/use-text.ts';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { FactsTable } from '../../kit/facts-table.tsx';
import { usePages, pagesOf } from '../../kit/loading/query-state.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { UserLink } from './user-link.tsx';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { fetchResponse } from '../../client/http.ts';
import { saveStream, bodyStream } from '../../client/save-stream.ts';

import DownloadIcon from '@mui/icons-material/FileDownload';

/** The audit: filtered by the address, and exported as a file. */
export const AuditPage = adminPage('audit', AuditList);

function AuditList() {
  const texts = useTexts('people');
  const own = texts.audit;
  const notifyError = useNotifyError();
  const filtering = useAddressFilters(auditFilters);
  const { filters } = filtering;
  const { rows, first, state, more } = usePages({
    queryKey: ['audit', filters],
    read: pagesOf<Audit>('/api/admin/audit', filters),
    texts: { ...texts, empty: own.empty },
  });
  const save = (format: 'csv' | 'json'): void => {
    saveAudit(filters, format).catch(notifyError);
  };
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Typography sx={{ flex: '1 1 280px', color: 'text.secondary' }}>{own.lead}</Typography>
        <Button startIcon={<DownloadIcon />} onClick={() => save('csv')}>
          {own.csv}
        </Button>
        <Button startIcon={<DownloadIcon />} onClick={() => save('json')}>
          {own.json}
        </Button>
      </Box>
      <AuditFilterForm filtering={filtering} actions={first?.actions ?? Object.keys(own.actions)} />
      {state}
      {rows.length > 0 && <AuditTable entries={rows} />}
      {more}
    </>
  );
}

export function AuditTable({ entries }: { entries: readonly AuditLine[] }) {
  const { audit: texts, tabs } = useTexts('people');
  return (
    <FactsTable
      label={tabs.audit}
      columns={[
        texts.when,
        texts.action,
        texts.actor,
        texts.of,
        texts.about,
        texts.where,
        texts.detail,
      ]}
      rows={entries.map((entry) => ({
        key: entry.id,
        cells: [
          <time key="when" dateTime={entry.at}>
            {showDateTime(entry.at)}
          </time>,
          actionText(texts.actions, entry.action),
          <Actor key="who" actor={entry.actor} />,
          entry.about && <UserLink key="of" id={entry.about._id} name={entry.about.name} />,
          entry.resource && <About key="about" entry={entry} />,
          entry.address ?? '',
          toFacts(entry.detail).length > 0 && <AuditDetail key="detail" detail={entry.detail} />,
        ],
      }))}
    />
  );
}

function Actor({ actor }: Pick<AuditLine, 'actor'>) {
  const { audit: texts } = useTexts('people');
  if (actor !== null) return <UserLink id={actor._id} name={actor.name} />;
  return (
    <Box component="span" title={texts.system} sx={{ color: 'text.secondary' }}>
      –
    </Box>
  );
}

function About({ entry: { resource: name, record } }: { entry: AuditLine }) {
  const say = useText();
  const resource = useConfig().descriptor.resources.get(name ?? '');
  if (resource === undefined) return name ?? '';
  return record === null ? (
    say(resource.label)
  ) : (
    <TextLink to={toRecordPath(resource, record)} title={record}>
      {say(resource.label)}
    </TextLink>
  );
}

/** The number of items of a list shown at first; a first start has hundreds of steps. */
const MAX_SHOWN_NAMES = 5;

/** The recorded details of an action, one line for each fact. */
export function AuditDetail({ detail }: Pick<AuditLine, 'detail'>) {
  const { audit: texts } = useTexts('people');
  return toFacts(detail).map(([name, value]) => (
    <Box key={name} sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {(texts.details as Record<string, string>)[name] ?? name}:
      </Box>{' '}
      {/* The details are as in the terminal, which is in English. */}
      <span lang={Array.isArray(value) ? 'en' : undefined}>
        <Fact name={name} value={value} />
      </span>
    </Box>
  ));
}

function Fact({ name, value }: { name: string; value: unknown }) {
  const { audit: texts } = useTexts('people');
  if (value === true) return texts.yes;
  if (!Array.isArray(value)) {
    const words: Readonly<Record<string, Readonly<Record<string, string>>>> = texts.values;
    // `from` and `to` are roles, or statuses.
    const kind = name === 'from' || name === 'to' ? 'status' : name;
    return words[kind]?.[String(value)] ?? factText(value);
  }
  const all = value.map(factText);
  if (all.length <= MAX_SHOWN_NAMES) return all.join(', ');
  return (
    <details>
      <summary>
        {all.slice(0, MAX_SHOWN_NAMES).join(', ')} … (
        {fillTemplate(texts.allOf, { count: all.length })})
      </summary>
      {all.slice(MAX_SHOWN_NAMES).join(', ')}
    </details>
  );
}

/** The facts of a detail that have a value. */
export function toFacts(detail: AuditLine['detail']): [string, unknown][] {
  return Object.entries(detail).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== null,
  );
}

function factText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type AuditFilters = AuditFiltering['filters'];

/** Saves the filtered audit as a file; false if the user cancelled. */
export function saveAudit(filters: AuditFilters, format: 'csv' | 'json'): Promise<boolean> {
  const query = new URLSearchParams(filters);
  query.set('format', format);
  return saveStream(`audit-export.${format}`, async () =>
    bodyStream(await fetchResponse(`/api/admin/audit/export?${query}`)),
  );
}

/** The filters in the address of the page; `from` and `to` are days in the user's time zone. */
const auditFilters = ['action', 'actor', 'about', 'resource', 'record', 'from', 'to'] as const;
type AuditFiltering = ReturnType<typeof useAddressFilters<(typeof auditFilters)[number]>>;

type AuditFilterFormProps = { filtering: AuditFiltering; actions: readonly string[] };

function AuditFilterForm({ filtering, actions }: AuditFilterFormProps) {
  const { inputOf } = filtering;
  const { audit: texts } = useTexts('people');
  const say = useText();
  const { resources } = useConfig().descriptor;
  return (
    <FilterFrame filtering={filtering} texts={texts}>
      <NativeSelect
        label={texts.action}
        none={texts.all}
        options={actions.map((action) => [action, actionText(texts.actions, action)])}
        {...inputOf('action')}
      />
      <UserPicker label={texts.actor} placeholder={texts.anyActor} {...inputOf('actor')} />
      <UserPicker label={texts.of} placeholder={texts.anyActor} {...inputOf('about')} />
      <NativeSelect
        label={texts.resource}
        none={texts.all}
        options={[...resources.values()].map(({ name, label }) => [name, say(label)])}
        {...inputOf('resource')}
      />
      <SearchInput label={texts.record} {...inputOf('record')} />
      <DayInput label={texts.from} {...inputOf('from')} />
      <DayInput label={texts.to} {...inputOf('to')} />
    </FilterFrame>
  );
}

/** A newer server may record actions for which this page has no word. */
function actionText(words: Readonly<Record<string, string>>, action: string): string {
  return words[action] ?? action;
}
