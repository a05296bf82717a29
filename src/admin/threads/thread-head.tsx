import { Box, Chip, Link, Typography } from '@mui/material';
import type { MouseEvent } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { Thread } from '../../contract/people/threads.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { showDate, toLocal } from '../../fields/text/date-format.ts';
import { Hint } from '../kit/hint.tsx';
import { toRecordPath } from '../kit/screen-paths.ts';
import { useLabels } from '../kit/use-i18n.ts';
import { useFieldLabel, useResource } from '../kit/use-resource.ts';
import { useNow } from '../kit/use-now.ts';
import type { Namespaces } from '../messages/namespaces.ts';
import { useTexts } from '../messages/texts.ts';
import { toSpotHash, withFile } from '../viewer/viewer-address.ts';
import type { ThreadPart } from '../kit/beside/open-threads.ts';

type ThreadHeadProps = { thread: Thread; heading: string; isNew: boolean };

/** What a thread is about, its status, whom it asks and until when. */
export function ThreadHead({ thread, heading, isNew }: ThreadHeadProps) {
  const texts = useTexts('threads');
  const { status, due } = thread;
  return (
    <Box sx={headSx}>
      <Typography component="h3" id={heading} variant="body2" sx={{ fontWeight: 650, minWidth: 0 }}>
        <Subject thread={thread} />
      </Typography>
      {isNew && <Chip size="small" color="info" label={texts.isNew} />}
      {status !== 'comment' && (
        <Chip
          size="small"
          variant={status === 'open' ? 'filled' : 'outlined'}
          color={status === 'open' ? 'warning' : 'default'}
          label={texts.status[status]}
        />
      )}
      <Asked thread={thread} />
      {due !== null && <Due day={due} isOpen={status === 'open'} />}
    </Box>
  );
}

/** Whom a query asks, and whether they can no longer answer. */
function Asked({ thread }: { thread: Thread }) {
  const texts = useTexts('threads');
  const { ofRole } = useLabels();
  const { assignee, assigneeRole, assigneeMayRead, names } = thread;
  if (assignee === null && assigneeRole === null) return null;
  const name = assignee === null ? assigneeRole && ofRole(assigneeRole) : names[assignee];
  const isInVain = assigneeMayRead === false;
  return (
    <Hint variant="caption" component="span" {...(isInVain && { sx: { color: 'error.main' } })}>
      {fillTemplate(isInVain ? texts.askedInVain : texts.asked, { name: name ?? texts.somebody })}
    </Hint>
  );
}

/** Until when a query should be answered. */
export function Due({ day, isOpen }: { day: string; isOpen: boolean }) {
  const texts = useTexts('threads');
  const today = toLocal(useNow().toISOString())?.slice(0, 10) ?? day;
  const isLate = isOpen && day < today;
  const text = isLate ? texts.overdue : texts.due;
  return (
    <Hint variant="caption" component="span" {...(isLate && { sx: { color: 'error.main' } })}>
      {fillTemplate(text, { day: showDate(day) })}
    </Hint>
  );
}

/** Where a page of a file or a version is shown. */
function pathOfPart({ file, page, version }: Thread, recordPath: string): string | undefined {
  if (version !== null) return `${recordPath}#history`;
  if (file === null) return undefined;
  return recordPath + withFile('', file) + toSpotHash(page === null ? {} : { page });
}

type Nullable<Of> = { [Name in keyof Of]: Of[Name] | null };

/** Several cells, a page of a file or a version in words; undefined if it is none of them. */
export function partText(
  texts: Namespaces['threads'],
  { cells, file, page, version }: Nullable<ThreadPart>,
): string | undefined {
  if (cells) return fillTemplate(texts.cells, { count: cells.length });
  if (page) return fillTemplate(texts.page, { page });
  if (file) return texts.file;
  return version ? fillTemplate(texts.version, { version }) : undefined;
}

/** The row of an import, the change set, the field as a link to it, or what else of the record the thread is about. */
function Subject({ thread }: { thread: Thread }) {
  const texts = useTexts('threads');
  const { resource } = useResource(thread.resource);
  const labelOf = useFieldLabel(thread.resource);
  const { field, cells, file, page, version, record, row, changeSet } = thread;
  if (changeSet !== null) return texts.changeSet;
  if (record === null) return fillTemplate(texts.row, { row: row ?? '' });
  const part = partText(texts, { cells, file, page, version });
  if (part !== undefined) {
    const path = pathOfPart(thread, toRecordPath(resource, record));
    return path === undefined ? (
      part
    ) : (
      <Link component={RouterLink} to={path}>
        {part}
      </Link>
    );
  }
  if (field === null) return texts.wholeRecord;
  const label = labelOf(field);
  return (
    <Link
      component={RouterLink}
      to={toRecordPath(resource, record)}
      title={fillTemplate(texts.goTo, { field: label })}
      onClick={(event: MouseEvent) => {
        if (focusField(field)) event.preventDefault();
      }}
    >
      {label}
    </Link>
  );
}

/** Goes to the field of the record on the page; false if it is not there. */
function focusField(field: string): boolean {
  const slots = document.querySelectorAll<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
  const slot = [...slots].find((each) => each.checkVisibility());
  if (!slot) return false;
  const target = slot.querySelector<HTMLElement>('input, textarea, [role="combobox"], button, a');
  if (!target) slot.tabIndex = -1;
  (target ?? slot).focus({ preventScroll: true });
  slot.scrollIntoView({ block: 'center' });
  return true;
}

const headSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  rowGap: 0.5,
};
