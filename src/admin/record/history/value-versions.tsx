import RestoreIcon from '@mui/icons-material/SettingsBackupRestore';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { RecordVersion } from '../../../contract/past.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { capitalise, messageOf, problemsOf } from '../../client/http.ts';
import { currentOf } from '../../client/record-json.ts';
import { QueryNotice } from '../../kit/loading/query-state.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { useRecordRights } from '../use-record-rights.ts';
import { useRefresh } from '../use-refresh.ts';
import { MadeBy } from './made-by.tsx';
import { PastTitles } from './past-titles.tsx';
import { PastValue } from './past-value.tsx';
import { isSameValue } from './to-changes.ts';
import { useHistory } from './use-history.ts';
import { useRestore } from './use-restore.ts';

type ValueVersionsProps = { record: RaRecord; field: Field; onDone: () => void };

/** The values a field had, newest first, each with who set it; the earlier ones can be restored. */
export function ValueVersions({ record, field, onDone }: ValueVersionsProps) {
  const texts = useTexts('history');
  const { resource } = useResource();
  const filter = { field: field.name, by: '' };
  const { versions, ...query } = useHistory(resource, String(record.id), filter);
  const { restore, isBusy, trouble } = useRestoreValue(record, field, onDone);
  if (query.error)
    return (
      <QueryNotice text={texts.failed} isError retryLabel={texts.retry} onRetry={query.retry} />
    );
  if (query.isPending) return <Typography component={Status}>{texts.loading}</Typography>;
  const set = versions.filter(({ operation }) => operation !== 'delete');
  const [latest, ...earlier] = set;
  if (!latest) return <Typography component={Status}>{texts.value.none}</Typography>;
  const oldest = query.hasMore ? undefined : set.at(-1);
  return (
    <>
      {trouble !== undefined && (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          {trouble}
        </Alert>
      )}
      <Typography component="h3" variant="subtitle2">
        {texts.value.current}
      </Typography>
      <ValueEntry entry={latest} field={field} />
      <Typography component="h3" variant="subtitle2" sx={{ mt: 1.5 }}>
        {texts.value.earlier}
      </Typography>
      {earlier.length === 0 && oldest?.operation === 'create' && (
        <Typography variant="body2">{texts.value.onlyOne}</Typography>
      )}
      <Box component="ol" sx={{ m: 0, p: 0 }}>
        {earlier.map((entry) => (
          <Box component="li" key={entry.version} sx={entrySx}>
            <ValueEntry entry={entry} field={field} />
            {restore && isWorthIt(entry, latest, field) && (
              <Button
                size="small"
                startIcon={<RestoreIcon />}
                loading={isBusy}
                aria-label={fillTemplate(texts.value.restoreOf, { version: entry.version })}
                onClick={() => restore(entry.version)}
                sx={{ flex: 'none' }}
              >
                {texts.value.restore}
              </Button>
            )}
          </Box>
        ))}
        {oldest?.operation === 'update' && <FirstValue entry={oldest} field={field} />}
      </Box>
      {query.hasMore && (
        <Button size="small" loading={query.isLoadingMore} onClick={query.loadMore}>
          {texts.value.more}
        </Button>
      )}
    </>
  );
}

type ValueEntryProps = { entry: RecordVersion; field: Field };

function ValueEntry({ entry, field }: ValueEntryProps) {
  const texts = useTexts('history');
  const change = changeOf(entry, field);
  return (
    <Box sx={{ minWidth: 0, flex: 1 }}>
      <Box sx={valueSx}>
        {change?.erased ? (
          <em>{texts.erased}</em>
        ) : (
          <PastTitles titles={entry.titles}>
            <PastValue field={field} value={change?.after} />
          </PastTitles>
        )}
      </Box>
      <MadeBy origin={entry} />
    </Box>
  );
}

/** What was there before the first change that is known. */
function FirstValue({ entry, field }: ValueEntryProps) {
  const texts = useTexts('history');
  const change = changeOf(entry, field);
  if (!change || change.erased || change.beforeHidden) return null;
  return (
    <Box component="li" sx={{ ...entrySx, display: 'block' }}>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {fillTemplate(texts.value.firstly, { version: entry.version })}
      </Box>
      <Box sx={valueSx}>
        <PastTitles titles={entry.titles}>
          <PastValue field={field} value={change.before} />
        </PastTitles>
      </Box>
    </Box>
  );
}

function changeOf({ changes }: RecordVersion, { name }: Field) {
  return changes.find(({ path }) => path === name);
}

/** The current value, or one that was erased, cannot be restored. */
function isWorthIt(entry: RecordVersion, latest: RecordVersion, field: Field): boolean {
  const change = changeOf(entry, field);
  return (
    change !== undefined &&
    !change.erased &&
    !isSameValue(change.after, changeOf(latest, field)?.after)
  );
}

/** Restores a value at once, for those who may; what the server holds against it is a text. */
function useRestoreValue(record: RaRecord, field: Field, onDone: () => void) {
  const texts = useTexts('history');
  const { may, isWritable } = useResource();
  const mayNow = useRecordRights(record);
  const send = useRestore();
  const refresh = useRefresh();
  const [seen, setSeen] = useState(record);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const restore = async (version: number): Promise<void> => {
    setBusy(true);
    try {
      await send({ record: seen, version, fields: [field.name] });
      onDone();
    } catch (error) {
      const [first] = problemsOf(error);
      const current = currentOf(error);
      const reason = first ? capitalise(problemText(first)) : messageOf(error);
      setTrouble(current ? texts.value.stale : reason);
      setBusy(false);
      if (!current) return;
      setSeen(current);
      await refresh(current);
    }
  };
  const isPossible = may('restore') && mayNow('update') && isWritable(field.name);
  return {
    restore: isPossible ? (version: number) => void restore(version) : undefined,
    isBusy,
    trouble,
  };
}

const valueSx = { fontSize: '0.9375rem', overflowWrap: 'anywhere' };

const entrySx = {
  listStyle: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};
