import WatchIcon from '@mui/icons-material/NotificationAddOutlined';
import { Box, Button, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import type { Inbox, InboxEntry } from '../../../contract/people/threads.ts';
import { plainMessage } from '../../../fields/types/markdown/plain-message.ts';
import { call } from '../../client/http.ts';
import { useSend } from '../../client/use-send.ts';
import { useConfig } from '../../client/config.tsx';
import { pagesOf, usePages } from '../../kit/loading/query-state.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { useAddressFilters } from '../../resource/use-address-filters.ts';
import { EntryRow, type EntryTools } from './entry-row.tsx';
import { WatchesDialog } from './watches-dialog.tsx';

/** What concerns the user, by record: mentions, queries, answers and what they watch. */
export function InboxPage() {
  const texts = useTexts('inbox');
  const { filters, set } = useAddressFilters(['unread']);
  const isUnread = filters.unread === 'true';
  const { rows, first, state, more } = useEntries(isUnread);
  const tools = useTools();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PageTitle title={texts.title} />
      <Box sx={headSx}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={texts.show}
          value={isUnread ? 'unread' : 'all'}
          onChange={(_, value: 'unread' | 'all' | null) =>
            value && set({ unread: value === 'unread' ? 'true' : '' })
          }
        >
          <ToggleButton value="all">{texts.all}</ToggleButton>
          <ToggleButton value="unread">{texts.unread}</ToggleButton>
        </ToggleButtonGroup>
        {first !== undefined && first.unread > 0 && (
          <Button onClick={tools.markAll}>{texts.markAll}</Button>
        )}
        <Button color="inherit" startIcon={<WatchIcon />} onClick={() => setOpen(true)}>
          {texts.openWatches}
        </Button>
        {isOpen && <WatchesDialog onClose={() => setOpen(false)} />}
        <Button component={Link} to="/users/myprofile#emails">
          {texts.mails.link}
        </Button>
      </Box>
      {state}
      <Box onKeyDown={moveByArrows} sx={groupsSx}>
        {byRecord(rows).map((entries) => (
          <RecordEntries key={keyOf(entries[0])} entries={entries} tools={tools} />
        ))}
      </Box>
      {more}
    </>
  );
}

function useEntries(isUnread: boolean) {
  const texts = useTexts('inbox');
  const readPage = pagesOf<Inbox>('/api/inbox', isUnread ? { unread: 'true' } : {});
  return usePages<Inbox>({
    queryKey: ['inbox', isUnread],
    // Each page brings the names and titles that its own texts need.
    read: async (after, signal) => {
      const page = await readPage(after, signal);
      const data = page.data.map((entry) => ({
        ...entry,
        text: plainMessage(entry.text, page, texts),
      }));
      return { ...page, data };
    },
    texts: { ...texts, empty: isUnread ? texts.noneUnread : texts.empty },
  });
}

type Mark = { ids: string[]; read: boolean; until?: string } | { all: true };

/** Marks entries, and reads them and their number again. */
function useTools(): EntryTools & { markAll: () => void } {
  const { mutate } = useSend({
    send: (body: Mark) => call('/api/inbox/read', { method: 'POST', body }),
    refresh: ['inbox'],
  });
  return {
    mark: ({ _id }, read) => mutate({ ids: [_id], read }),
    snooze: ({ _id }, until) => mutate({ ids: [_id], read: false, until }),
    markAll: () => mutate({ all: true }),
  };
}

type RecordEntriesProps = { entries: readonly InboxEntry[]; tools: EntryTools };

/** The entries about one record, below its title. */
function RecordEntries({ entries, tools }: RecordEntriesProps) {
  const texts = useTexts('inbox');
  const { say } = useI18n();
  const { resources } = useConfig().descriptor;
  const [first] = entries;
  const resource = resources.get(first?.resource ?? '');
  const id = first?.record ?? undefined;
  const title = first?.title ?? (resource ? say(resource.label) : texts.withoutTitle);
  return (
    <section>
      <Typography component="h2" variant="body1" sx={{ fontWeight: 600, mb: 0.5 }}>
        {resource && id !== undefined ? (
          <>
            <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
              {say(resource.label)} ·
            </Box>{' '}
            <TextLink to={toRecordPath(resource, id)}>{title}</TextLink>
          </>
        ) : (
          title
        )}
      </Typography>
      <Box component="ul" sx={listSx}>
        {entries.map((entry) => (
          <EntryRow key={entry._id} entry={entry} resource={resource} tools={tools} />
        ))}
      </Box>
    </section>
  );
}

function keyOf(entry: InboxEntry | undefined): string {
  return `${entry?.resource}/${entry?.record}`;
}

/** The newest entry decides where a record stands. */
function byRecord<Entry extends InboxEntry>(entries: readonly Entry[]): Entry[][] {
  return [...Map.groupBy(entries, keyOf).values()];
}

/** The arrows go from entry to entry, as Tab does from link to button; from a title, to the entries beside it. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined || !(target instanceof Element) || !currentTarget.contains(target)) return;
  const rows = [...currentTarget.querySelectorAll('[data-entry]')];
  const side = step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const beside = rows.filter(
    (row) => !row.contains(target) && (target.compareDocumentPosition(row) & side) !== 0,
  );
  event.preventDefault();
  beside
    .at(step === 1 ? 0 : -1)
    ?.querySelector('a')
    ?.focus();
}

const headSx = { display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2, minHeight: 40 };
const groupsSx = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
  maxWidth: 900,
};
const listSx = {
  listStyle: 'none',
  m: 0,
  p: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
  overflow: 'hidden',
  backgroundColor: 'background.paper',
};
