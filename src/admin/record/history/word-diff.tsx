import { alpha, Box, type Theme } from '@mui/material';
import { diffWordsWithSpace } from 'diff';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';

type Part = { value: string; added: boolean; removed: boolean };

type WordDiffProps = {
  before: string;
  after: string;
  /** Shows only what was there before, or only what came after; absent: both. */
  side?: 'before' | 'after';
  /** Shows the parts that are the same in full, too. */
  isWhole?: boolean;
};

/** Milliseconds. Two long texts that have nothing in common would take minutes; then all of it counts as changed. */
const DIFF_TIMEOUT_MS = 200;

/** A text whose added and removed words are marked, by more than a colour. */
export function WordDiff({ before, after, side, isWhole = false }: WordDiffProps) {
  const texts = useTexts('history');
  const shown = diffOf(before, after).filter(
    ({ added, removed }) => !(side === 'before' && added) && !(side === 'after' && removed),
  );
  return (
    <Box component="span" dir="auto" sx={textSx}>
      {shown.map(({ value, added, removed }, index) => {
        const isSame = !added && !removed;
        const text = isSame && !isWhole ? shorten(value, index, shown.length) : value;
        if (isSame) return <span key={index}>{text}</span>;
        const description = added ? texts.insertion : texts.deletion;
        return (
          <Box key={index} component={added ? 'ins' : 'del'}>
            {/* Few screen readers say that a text was inserted or deleted. */}
            <Box component="span" sx={visuallyHidden}>
              {fillTemplate(description, { text })}
            </Box>
            <span aria-hidden>{text}</span>
          </Box>
        );
      })}
    </Box>
  );
}

function diffOf(before: string, after: string): readonly Part[] {
  return (
    diffWordsWithSpace(before, after, { timeout: DIFF_TIMEOUT_MS }) ?? [
      { value: before, added: false, removed: true },
      { value: after, added: true, removed: false },
    ]
  );
}

/** About how many characters of an unchanged part are shown beside a change. */
const CONTEXT_LENGTH = 80;

/** Leaves out the middle of what is the same; of the first and last part, what is far from a change. */
function shorten(text: string, index: number, count: number): string {
  const [isFirst, isLast] = [index === 0, index === count - 1];
  if (text.length <= CONTEXT_LENGTH * 2 + 40) return text;
  const start = isFirst ? '' : text.slice(0, CONTEXT_LENGTH);
  const end = isLast ? '' : text.slice(-CONTEXT_LENGTH);
  return `${start} … ${end}`;
}

const textSx = {
  display: 'block',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '& ins, & del': { borderRadius: 0.5, px: 0.25, color: 'text.primary' },
  '& ins': {
    bgcolor: ({ palette }: Theme) => alpha(palette.success.main, 0.2),
    textUnderlineOffset: '3px',
  },
  '& del': { bgcolor: ({ palette }: Theme) => alpha(palette.error.main, 0.2) },
} as const;
