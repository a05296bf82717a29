import CloseIcon from '@mui/icons-material/Close';
import EraseIcon from '@mui/icons-material/AutoFixOff';
import CompareIcon from '@mui/icons-material/CompareArrows';
import { Box, Button, Typography } from '@mui/material';
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { mayAdminister } from '../../../descriptor/access.ts';
import { displayTitle } from '../../../descriptor/title.ts';
import { useConfig } from '../../client/config.tsx';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { Hint } from '../../kit/hint.tsx';
import { QueryNotice } from '../../kit/loading/query-state.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { writeThread } from '../../kit/beside/open-threads.ts';
import { PastFiles } from '../past-files.tsx';
import type { RecordForm } from '../use-record-form.ts';
import { useRecordRights } from '../use-record-rights.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { allVersions, useHistory } from './use-history.ts';
import { VersionEntry, type VersionTools } from './version-entry.tsx';
import { hasPast } from './to-changes.ts';

const EraseDialog = lazyPart(
  () => import('./erase-dialog.tsx'),
  'EraseDialog',
  import.meta.glob('/src/admin/messages/*/record/changes.ts'),
);

export type HistoryViewProps = {
  id: string;
  /** The record as it is; absent if it was deleted. */
  record?: RaRecord;
  /** The form in which the user may be editing the record. */
  work?: RecordForm;
};

/** All versions of a record, newest first, with their comparison and restore. */
export function HistoryView(props: HistoryViewProps) {
  return (
    <PastFiles id={props.id}>
      <Versions {...props} />
    </PastFiles>
  );
}

function Versions({ id, record, work }: HistoryViewProps) {
  const texts = useTexts('history');
  const { resource } = useResource();
  const [filter, setFilter] = useState(allVersions);
  const all = useHistory(resource, id, allVersions);
  const history = useHistory(resource, id, filter);
  const { versions, isPending, hasMore, isLoadingMore, loadMore } = history;
  const isFiltered = filter.field !== '' || filter.by !== '';
  const people = new Set(all.versions.flatMap(({ by }) => by ?? []));
  const { tools, chosen, clear, dialog } = useVersionTools({ id, record, work });
  // A page may have no version that this user may see.
  const isGap = versions.length === 0 && hasMore && !isLoadingMore;
  useEffect(() => {
    if (isGap) loadMore();
  });
  return (
    // Its section or tab names it; in place of a deleted record nothing else does.
    <Box
      {...(!record && { component: 'section', 'aria-label': texts.heading })}
      onKeyDown={keepFromForm}
      sx={viewSx}
    >
      <Box sx={headSx}>
        <HistoryFilters filter={filter} people={[...people]} onChange={setFilter} />
        <EraseButton id={id} />
      </Box>
      <ChoiceBar
        chosen={chosen}
        count={versions.length}
        onCompare={tools.compare}
        onClear={clear}
      />
      <VersionList
        {...history}
        isLoading={isPending || isGap}
        onShowAll={isFiltered ? () => setFilter(allVersions) : undefined}
        tools={tools}
      />
      {hasMore && versions.length > 0 && (
        <Button loading={isLoadingMore} onClick={loadMore} sx={{ justifySelf: 'start' }}>
          {texts.more}
        </Button>
      )}
      {dialog}
    </Box>
  );
}

/** Lets an admin erase earlier values of a record; other users get no button. */
function EraseButton({ id }: { id: string }) {
  const { descriptor, role } = useConfig();
  const texts = useTexts('app');
  const [isOpen, setOpen] = useState(false);
  if (!mayAdminister(descriptor, role)) return null;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<EraseIcon />}
        onClick={() => setOpen(true)}
        sx={{ ml: 'auto', color: 'text.secondary' }}
      >
        {texts.undo.erase}
      </Button>
      {isOpen && <EraseDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

type VersionListProps = Pick<ReturnType<typeof useHistory>, 'versions' | 'error' | 'retry'> & {
  isLoading: boolean;
  /** Undefined when no filter leaves versions out. */
  onShowAll: (() => void) | undefined;
  tools: VersionTools;
};

function VersionList(props: VersionListProps) {
  const { versions, error, retry, isLoading, onShowAll, tools } = props;
  const texts = useTexts('history');
  if (error)
    return <QueryNotice text={texts.failed} isError retryLabel={texts.retry} onRetry={retry} />;
  if (isLoading) return <Typography component={Status}>{texts.loading}</Typography>;
  if (versions.length === 0)
    return (
      <QueryNotice
        text={onShowAll ? texts.noMatch : texts.empty}
        retryLabel={onShowAll ? texts.clear : texts.retry}
        onRetry={onShowAll ?? retry}
      />
    );
  return (
    <Box component="ol" aria-label={texts.heading} sx={{ m: 0, p: 0 }}>
      {versions.map((entry) => (
        <VersionEntry key={entry.version} entry={entry} tools={tools} />
      ))}
    </Box>
  );
}

type Opened =
  | { kind: 'compare'; from: number; to: number }
  | { kind: 'restore'; version: number; name?: string | undefined };

function useVersionTools({ id, record, work }: HistoryViewProps) {
  const { resource, may, isWritable, readable } = useResource();
  const mayNow = useRecordRights(record);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [opened, setOpened] = useState<Opened>();
  const isRestorable = record !== undefined && may('restore') && mayNow('update');
  const restorable = new Set(
    readable.filter(hasPast).flatMap(({ name }) => (isWritable(name) ? name : [])),
  );
  const tools: VersionTools = {
    current: record?._version as number | undefined,
    isChosen: (version) => chosen.includes(version),
    // Of three, the two chosen last.
    choose: (version, isChosen) =>
      setChosen((now) =>
        isChosen ? [...now, version].slice(-2) : now.filter((each) => each !== version),
      ),
    compare: (one, other) =>
      setOpened({ kind: 'compare', from: Math.min(one, other), to: Math.max(one, other) }),
    restore: isRestorable
      ? (version, name) => setOpened({ kind: 'restore', version, name })
      : undefined,
    mayRestore: (name) => restorable.has(name),
    comment:
      record && may('comment') && may('read')
        ? (version) =>
            writeThread({
              resource: resource.name,
              record: id,
              title: displayTitle(resource, record),
              place: { version },
            })
        : undefined,
  };
  const close = (): void => setOpened(undefined);
  return { tools, chosen, clear: () => setChosen([]), dialog: openDialog() };

  function openDialog() {
    if (opened?.kind === 'compare')
      return <CompareDialog id={id} from={opened.from} to={opened.to} onClose={close} />;
    if (!opened || !record) return null;
    const { version, name } = opened;
    return <RestoreDialog {...{ record, work, version, name }} onClose={close} />;
  }
}

type ChoiceBarProps = {
  chosen: readonly number[];
  /** How many versions are shown. */
  count: number;
  onCompare: (one: number, other: number) => void;
  onClear: () => void;
};

/** Says what to choose for a comparison, and opens it. */
function ChoiceBar({ chosen, count, onCompare, onClear }: ChoiceBarProps) {
  const texts = useTexts('history');
  const [one, other] = chosen.toSorted((a, b) => a - b);
  return (
    <Box sx={choiceSx}>
      {one !== undefined && other !== undefined ? (
        <Button
          size="small"
          variant="contained"
          startIcon={<CompareIcon />}
          onClick={() => onCompare(one, other)}
        >
          {fillTemplate(texts.compareTwo, { from: one, to: other })}
        </Button>
      ) : (
        <Hint component={Status}>
          {one === undefined ? texts.compareHint : fillTemplate(texts.compareOne, { version: one })}
        </Hint>
      )}
      {one !== undefined && (
        <Button size="small" color="inherit" startIcon={<CloseIcon />} onClick={onClear}>
          {texts.clearChoice}
        </Button>
      )}
      <Hint component={Status} sx={{ ml: 'auto' }}>
        {count > 0 && fillTemplate(texts.shown, { count })}
      </Hint>
    </Box>
  );
}

/**
 * The history stands inside of the form of its record. Enter in a select or a checkbox would submit that form, and
 * the keys of a dialog would reach it.
 */
function keepFromForm(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) event.stopPropagation();
  else if (key === 'Enter' && target.matches('input, select')) event.preventDefault();
}

const viewSx = { gridColumn: '1 / -1', minWidth: 0, display: 'grid', gap: 1.5 };

const headSx = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 };

const choiceSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  minHeight: 32,
};
