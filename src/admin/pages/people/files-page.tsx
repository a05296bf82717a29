import { useQuery } from '@tanstack/react-query';
import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import type { FilesCleaned, FilesOverview } from '../../../contract/files.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { call } from '../../client/http.ts';
import { FactsTable } from '../../kit/facts-table.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useSize } from '../../kit/use-size.ts';
import { useTexts } from '../../messages/texts.ts';
import { adminPage } from './admin-page.tsx';
import { UserLink } from './user-link.tsx';
import { useSend } from '../../client/use-send.ts';
import { useLabels } from '../../kit/use-i18n.ts';

/** How many files there are, where and of whom, and what can be removed. */
export const FilesPage = adminPage('files', Files);

function Files() {
  const { files: own, loading } = useTexts('people');
  const { data, error } = useQuery({
    queryKey: ['admin', 'files'],
    queryFn: async ({ signal }) => (await call<FilesOverview>('/api/admin/files', { signal })).json,
  });
  if (error || !data) return <QueryState error={error} isPending loading={loading} />;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Typography sx={{ color: 'text.secondary' }}>
        {fillTemplate(own.lead, { store: data.store })}
      </Typography>
      {data.unscanned !== null && data.unscanned > 0 && (
        <Alert severity="info">{fillTemplate(own.unscanned, { count: data.unscanned })}</Alert>
      )}
      <Limit {...data} />
      <Kinds {...data} />
      <Fields fields={data.fields} />
      <People people={data.people} />
    </Box>
  );
}

/** How much of the room for files is taken. */
function Limit({ all, limit, perUser }: FilesOverview) {
  const { files: own } = useTexts('people');
  const toSize = useSize();
  if (limit === null && perUser === null) return null;
  const share = limit === null ? 0 : Math.min(100, (100 * all.stored) / limit);
  return (
    <Box sx={{ maxWidth: 480 }}>
      {limit !== null && (
        <>
          <Typography id="files-limit">
            {fillTemplate(own.limit, { size: toSize(all.stored), limit: toSize(limit) })}
          </Typography>
          <LinearProgress
            variant="determinate"
            value={share}
            color={share > 90 ? 'error' : 'primary'}
            aria-labelledby="files-limit"
            sx={{ my: 0.5, height: 8, borderRadius: 4 }}
          />
        </>
      )}
      {perUser !== null && (
        <Typography sx={{ color: 'text.secondary' }}>
          {fillTemplate(own.perUser, { limit: toSize(perUser) })}
        </Typography>
      )}
    </Box>
  );
}

function Kinds({ all, past, unused, arriving }: FilesOverview) {
  const { files: own } = useTexts('people');
  const rows = { all, past, unused, arriving };
  return (
    <section>
      <Amounts
        label={own.kinds}
        first={own.kind}
        rows={Object.entries(rows).map(([kind, amount]) => ({
          key: kind,
          name: own.of[kind as keyof typeof rows],
          ...amount,
        }))}
      />
      <Clean />
    </section>
  );
}

function Clean() {
  const { files: own } = useTexts('people');
  const { mutate, isPending } = useSend({
    send: () => call<FilesCleaned>('/api/admin/files/clean', { method: 'POST' }),
    done: ({ json }) => fillTemplate(own.cleaned, { count: json.removed }),
    refresh: ['admin', 'files'],
  });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1 }}>
      <Button variant="outlined" loading={isPending} onClick={() => mutate()}>
        {own.clean}
      </Button>
      <Typography variant="body2" sx={{ flex: '1 1 240px', color: 'text.secondary' }}>
        {own.cleanHint}
      </Typography>
    </Box>
  );
}

function Fields({ fields }: Pick<FilesOverview, 'fields'>) {
  const { files: own } = useTexts('people');
  const labels = useLabels();
  return (
    <section>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {own.fields}
      </Typography>
      {fields.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{own.none}</Typography>
      ) : (
        <Amounts
          label={own.fields}
          first={own.field}
          rows={fields.map((each) => ({
            key: `${each.resource}.${each.field}`,
            name: `${labels.ofResource(each.resource)}: ${labels.ofField(each.resource, each.field)}`,
            files: each.files,
            bytes: each.bytes,
          }))}
        />
      )}
    </section>
  );
}

function People({ people }: Pick<FilesOverview, 'people'>) {
  const { files: own } = useTexts('people');
  if (people.length === 0) return null;
  return (
    <section>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {own.people}
      </Typography>
      <Amounts
        label={own.people}
        first={own.person}
        rows={people.map(({ id, name, files, bytes }) => ({
          key: id ?? '',
          name: id === null ? own.system : <UserLink id={id} name={name} />,
          files,
          bytes,
        }))}
      />
    </section>
  );
}

type AmountsProps = {
  label: string;
  /** The heading of the first column. */
  first: string;
  rows: readonly { key: string; name: React.ReactNode; files: number; bytes: number }[];
};

function Amounts({ label, first, rows }: AmountsProps) {
  const { files: own } = useTexts('people');
  const write = useNumberFormat();
  const toSize = useSize();
  return (
    <FactsTable
      label={label}
      columns={[first, { label: own.count, align: 'right' }, { label: own.size, align: 'right' }]}
      rows={rows.map(({ key, name, files, bytes }) => ({
        key,
        cells: [name, write(files), toSize(bytes)],
      }))}
    />
  );
}
