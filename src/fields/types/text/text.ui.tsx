import { Box } from '@mui/material';
import { lazy, Suspense } from 'react';
import { showBidi } from '../../text/direction-signs.ts';
import type { CellProps, FieldUi } from '../../type/field-ui.ts';
import { findPageNumber } from '../../text/page-number.ts';
import { TruncatedLine } from '../../screen/line-cell.ui.tsx';
import { Marked } from '../../screen/marked.ui.tsx';

/** Text that is never longer needs no more room than a number. */
const NARROW_TEXT_LENGTH = 40;

export const textUi: FieldUi = {
  Cell: TextCell,
  line: 'text',
  words: String,
  width: ({ settings }) => {
    if (settings.multiline) return 'wide';
    return settings.maxLength <= NARROW_TEXT_LENGTH ? 'narrow' : undefined;
  },
};

const PageLink = lazy(async () => ({
  default: (await import('../../screen/page-link.ui.tsx')).PageLink,
}));

function TextCell({ record, ...props }: CellProps) {
  const { field, value } = props;
  const path = field.kind.pageOf?.(field.settings);
  const page = path && record && findPageNumber(String(value));
  if (!page) return <Text {...props} />;
  const link = (
    <Suspense>
      <PageLink {...{ page, path, record }} />
    </Suspense>
  );
  // On one line, the text is cut and not the button. On the page a long text continues below it.
  return props.place === 'list' ? (
    <Box component="span" sx={lineSx}>
      <Text {...props} />
      {link}
    </Box>
  ) : (
    <>
      <Text {...props} /> {link}
    </>
  );
}

function Text({ field, value, place }: CellProps) {
  const text = showBidi(String(value));
  if (place === 'page') {
    return (
      <Box component="span" dir="auto" sx={pageSx}>
        {text}
      </Box>
    );
  }
  return (
    <TruncatedLine place={place} title={text.length > 36 ? text : undefined}>
      <Marked field={field} text={text} />
    </TruncatedLine>
  );
}

const lineSx = { display: 'inline-flex', alignItems: 'center', gap: '0.25em', maxWidth: '100%' };

// Right-to-left text begins at the right, line by line.
const pageSx = {
  display: 'inline-block',
  maxWidth: '100%',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
