import CommentsIcon from '@mui/icons-material/ChatBubbleOutline';
import { Button } from '@mui/material';
import { useEffect } from 'react';
import type { RaRecord } from 'react-admin';
import { displayTitle } from '../../../../descriptor/title.ts';
import { showThreads } from '../../../kit/beside/open-threads.ts';
import { useResource } from '../../../kit/use-resource.ts';
import type { CommentMark, RecordComments } from '../grid-store.ts';
import { useComments } from './use-comments.ts';

type CardCommentsProps = {
  rows: readonly RaRecord[];
  onFind: (comments: ReadonlyMap<string, RecordComments>) => void;
};

/** Finds the comments of the records of a list for its cards. It draws nothing itself. */
export function CardComments({ rows, onFind }: CardCommentsProps) {
  const comments = useComments(rows);
  useEffect(() => {
    if (comments) onFind(comments);
  }, [comments, onFind]);
  return null;
}

/** How many comments the record of a card has; it opens them. */
export function CardCommentMark({ record, mark }: { record: RaRecord; mark: CommentMark }) {
  const { resource } = useResource();
  const title = displayTitle(resource, record);
  return (
    <Button
      size="small"
      color={mark.isOpen ? 'warning' : 'inherit'}
      startIcon={<CommentsIcon />}
      aria-label={`${title}: ${mark.text}`}
      title={mark.text}
      onClick={() => showThreads({ resource: resource.name, record: String(record.id), title })}
      sx={{ mt: -0.5, minWidth: 0 }}
    >
      {mark.count}
    </Button>
  );
}
