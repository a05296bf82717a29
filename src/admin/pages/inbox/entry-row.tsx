import ReadIcon from '@mui/icons-material/DraftsOutlined';
import UnreadIcon from '@mui/icons-material/MarkEmailUnreadOutlined';
import SnoozeIcon from '@mui/icons-material/SnoozeOutlined';
import { Box } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import type { InboxEntry } from '../../../contract/people/threads.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { isCommand } from '../../kit/keys/key-press.ts';
import {
  toChangeSetPath,
  toJobPath,
  toListPath,
  toRecordPath,
  toThreadPath,
} from '../../kit/screen-paths.ts';
import { useLabels } from '../../kit/use-i18n.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import type { InboxTexts } from '../../messages/en/pages/inbox.ts';
import { useTexts } from '../../messages/texts.ts';
import { HintButton } from '../../shell/layout/hint-button.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';

export type EntryTools = {
  mark: (entry: InboxEntry, read: boolean) => void;
  snooze: (entry: InboxEntry, until: string) => void;
};

type EntryRowProps = {
  entry: InboxEntry;
  resource: Resource | undefined;
  tools: EntryTools;
};

/** An entry: a link to where it happened, and what else can be done with it. */
export function EntryRow({ entry, resource, tools }: EntryRowProps) {
  const texts = useTexts('inbox');
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { read } = entry;
  const press = (pressed: KeyboardEvent<HTMLElement>): void => {
    if (isCommand(pressed) || anchor) return;
    if (pressed.key === 'u') tools.mark(entry, !read);
    else if (pressed.key === 's') setAnchor(pressed.currentTarget);
    else return;
    pressed.preventDefault();
  };
  const toggle = read ? texts.markUnread : texts.markRead;
  return (
    <Box component="li" data-entry sx={rowSx} onKeyDown={press}>
      <EntryLink {...{ entry, resource, tools }} />
      <HintButton isSmall label={toggle} onClick={() => tools.mark(entry, !read)}>
        {read ? <UnreadIcon /> : <ReadIcon />}
      </HintButton>
      <HintButton
        isSmall
        label={texts.snooze}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <SnoozeIcon />
      </HintButton>
      {anchor && (
        <SnoozeMenu
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          onChoose={(until) => tools.snooze(entry, until)}
        />
      )}
    </Box>
  );
}

function EntryLink({ entry, resource, tools }: EntryRowProps) {
  const texts = useTexts('inbox');
  const { ofField } = useLabels();
  const number = useNumberFormat();
  const { read, at, field, text, name } = entry;
  return (
    <Link
      to={actingPathOf(entry, resource)}
      aria-keyshortcuts="u s"
      onClick={() => !read && tools.mark(entry, true)}
    >
      {!read && <span style={visuallyHidden}>{texts.isUnread} </span>}
      <Box component="span" sx={{ fontWeight: read ? 400 : 700 }}>
        {fillTemplate(eventOf(entry, texts), {
          name: name ?? texts.somebody,
          job: texts.jobKinds[entry.job?.kind ?? 'import'],
          view: entry.view ?? '',
          count: countOf(entry, number),
        })}
        {field !== null && resource && ` · ${ofField(resource.name, field)}`}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {' '}
        <RelativeTime moment={at} />
      </Box>
      {text !== '' && (
        <Box component="span" dir="auto" sx={wordsSx}>
          {text}
        </Box>
      )}
    </Link>
  );
}

function isOfView({ change }: InboxEntry): boolean {
  return change === 'entered' || change === 'left';
}

/** A record is in a view once, however often it changed. */
function countOf(entry: InboxEntry, number: (value: number) => string): string {
  const { record, count, atLeast } = entry;
  if (isOfView(entry) && record !== null) return number(1);
  return `${number(count)}${atLeast ? '+' : ''}`;
}

function eventOf({ kind, record, change, job: of }: InboxEntry, texts: InboxTexts): string {
  const job = kind === 'job' ? of : null;
  if (job?.state === 'failed') return texts.jobFailed;
  if (job?.state === 'rehearsed') return texts.jobTried;
  if (change === 'entered' || change === 'left') return texts[change];
  if (kind === 'watched' && change === 'created') return texts.newRecords;
  return kind === 'watched' && record === null ? texts.changedRecords : texts.kinds[kind];
}

/** Where the user can go on: the job, the change set, the requests that wait, or what changed. */
function actingPathOf(entry: InboxEntry, resource: Resource | undefined): string {
  if (entry.job) return toJobPath(entry.job.id, entry.thread);
  if (entry.changeSet !== null) return toChangeSetPath(entry.changeSet, entry.thread);
  return entry.kind === 'approval' ? '/admin/overview' : pathOf(entry, resource);
}

/** The record, at the thread; the list, if there are several records. */
export function pathOf(
  { record, thread }: Pick<InboxEntry, 'record' | 'thread'>,
  resource: Resource | undefined,
): string {
  if (!resource) return '/inbox';
  if (record === null) return toListPath(resource);
  return thread === null ? toRecordPath(resource, record) : toThreadPath(resource, record, thread);
}

const rowSx = {
  display: 'flex',
  alignItems: 'center',
  pr: 0.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
  '& > a': {
    flex: 1,
    minWidth: 0,
    px: 1.5,
    py: 1,
    color: 'text.primary',
    textDecoration: 'none',
    overflowWrap: 'anywhere',
    '&:hover': { backgroundColor: 'action.hover' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  },
};

const wordsSx = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  mt: 0.25,
  fontSize: '0.875rem',
};
