import CommentsIcon from '@mui/icons-material/ChatBubbleOutline';
import { Badge, Button } from '@mui/material';
import { useEffect } from 'react';
import type { RaRecord } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { displayTitle } from '../../descriptor/title.ts';
import { useWindowKeys } from '../kit/keys/use-window-keys.ts';
import { useResource } from '../kit/use-resource.ts';
import { useTexts } from '../messages/texts.ts';
import {
  closeThreads,
  isCommentKey,
  openThreads,
  showThreads,
  writeThread,
} from '../kit/beside/open-threads.ts';
import { markText, sumMarks } from './thread-texts.ts';
import { useRecordMarks } from './use-thread-marks.ts';

/** Opens the comments of a record. It has its place before anybody knows how many there are. */
export function CommentsButton({ record }: { record: RaRecord }) {
  const { resource, may } = useResource();
  return may('comment') && may('read') ? (
    <OfferedButton
      resource={resource.name}
      record={String(record.id)}
      title={displayTitle(resource, record)}
    />
  ) : null;
}

type OfferedButtonProps = { resource: string; record: string; title: string };

function OfferedButton({ resource, record, title }: OfferedButtonProps) {
  const texts = useTexts('app');
  const threads = useTexts('threads');
  const sum = sumMarks(useRecordMarks(resource, record) ?? []);
  const open = openThreads.use();
  const isOpen = open?.resource === resource && open.record === record;
  useFollowed({ resource, record, title });
  useLinked({ resource, record, title });
  useWindowKeys((event) => {
    if (event.defaultPrevented || !isCommentKey(event)) return;
    event.preventDefault();
    const slot = document.activeElement?.closest<HTMLElement>('[data-field]');
    const field = slot?.closest('[data-list]') ? undefined : slot?.dataset['field'];
    writeThread({ resource, record, title, field });
  });
  const count = sum.threads > 0 ? `, ${markText(threads, sum)}` : '';
  return (
    <Button
      color="inherit"
      startIcon={
        <Badge
          color={sum.open > 0 ? 'warning' : 'primary'}
          variant={sum.open > 0 ? 'standard' : 'dot'}
          badgeContent={sum.open}
          invisible={sum.open === 0 && !sum.unread}
        >
          <CommentsIcon />
        </Badge>
      }
      aria-label={`${texts.form.comments}${count}`}
      aria-expanded={isOpen}
      onClick={() => (isOpen ? closeThreads() : showThreads({ resource, record, title }))}
    >
      {texts.form.comments}
    </Button>
  );
}

/** The comments follow the user from record to record. */
function useFollowed({ resource, record, title }: OfferedButtonProps): void {
  useEffect(() => {
    const open = openThreads.get();
    if (open && (open.resource !== resource || open.record !== record))
      openThreads.set({ resource, record, title, opener: null });
  }, [resource, record, title]);
}

/** An address with `?thread=`, such as those of the inbox, opens the comments at this one. */
function useLinked({ resource, record, title }: OfferedButtonProps): void {
  const [query] = useSearchParams();
  const thread = query.get('thread');
  useEffect(() => {
    if (thread !== null) openThreads.set({ resource, record, title, thread, opener: null });
  }, [resource, record, title, thread]);
}
