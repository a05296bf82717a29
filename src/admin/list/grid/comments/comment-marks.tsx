import type { CommentMark } from '../grid-store.ts';

/** The corner of a cell with comments, and what it says to screen readers. */
export function CellCommentMark({ mark }: { mark: CommentMark }) {
  return (
    <span className={`g-commented${mark.isOpen ? ' g-asked' : ''}`} title={mark.text}>
      <span>{`, ${mark.text}`}</span>
    </span>
  );
}

/** How many threads a record has, at the tools of its row, which say it in their name. */
export function RowCommentMark({ mark }: { mark: CommentMark }) {
  return (
    <span aria-hidden className={`g-comments${mark.isOpen ? ' g-asked' : ''}`} title={mark.text}>
      {mark.count}
    </span>
  );
}
