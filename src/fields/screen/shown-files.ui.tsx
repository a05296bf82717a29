import type { CellProps } from '../type/field-ui.ts';
import { Box } from '@mui/material';
import { styled } from '@mui/material/styles';
import { useContext } from 'react';
import { showBidi } from '../text/direction-signs.ts';
import { FileContext } from '../files/file-context.tsx';
import { shortType } from '../files/file-endings.ts';
import { useFilePlaces, type PlaceOfFile } from '../files/file-place.ui.ts';
import { titleOfFile, type FileValue } from '../files/file-value.ts';
import { toSizeText } from '../problems/size-text.ts';
import { FileLetters, FilePicture } from './file-picture.ui.tsx';
import { LimitedList } from './limited-list.ui.tsx';
import { useLanguage } from './texts.ui.ts';
import { requireItem } from '../require-entry.ts';

export type FilesCellProps = { files: readonly FileValue[] } & Pick<
  CellProps,
  'field' | 'place' | 'record'
>;

/**
 * Files as lists, pages and heads of records show them. A click opens the viewer at a file, unless nobody knows which
 * record has it.
 */
export function ShownFiles({ files, field, place: where, record }: FilesCellProps) {
  const places = useFilePlaces(record, field.behind);
  const [first] = files;
  if (where === 'head' && first)
    return <Opener files={files} index={0} places={places} size={112} isAlone />;
  const size = where === 'page' ? 56 : 20;
  return (
    <LimitedList
      members={files}
      place={where}
      draw={(shown) =>
        shown.map((file, index) => ({
          key: file.id,
          text: () => showBidi(titleOfFile(file)),
          node: <Opener {...{ files, index, places, size }} />,
        }))
      }
    />
  );
}

type OpenerProps = {
  files: readonly FileValue[];
  index: number;
  places: PlaceOfFile;
  size: number;
  /** Its title does not stand beside it. */
  isAlone?: boolean;
};

function Opener({ files, index, places, size, isAlone }: OpenerProps) {
  const tools = useContext(FileContext);
  const language = useLanguage();
  const file = requireItem(files, index);
  const at = places(file);
  const place = at === 'own' ? undefined : at;
  const title = showBidi(titleOfFile(file));
  const facts = `${shortType(file.type)} · ${toSizeText(file.size, language)}`;
  const isCard = size > 20;
  const Name = isCard ? WholeTitle : Title;
  const content = (
    <>
      {at ? (
        <FilePicture file={file} place={place} size={size} />
      ) : (
        <FileLetters file={file} size={size} />
      )}
      {!isAlone && (
        <Words>
          <Name dir="auto">{title}</Name>
          {isCard && <Facts>{facts}</Facts>}
        </Words>
      )}
    </>
  );
  const Look = isCard && !isAlone ? Card : Line;
  const hint = isCard ? showBidi(file.name) : `${showBidi(file.name)} · ${facts}`;
  if (!tools || !at)
    return (
      <Box component={Look} title={hint}>
        {content}
      </Box>
    );
  return (
    <Look
      as="button"
      type="button"
      title={hint}
      aria-label={isAlone ? title : undefined}
      onClick={() => {
        const together = files.filter((each) => places(each) === at);
        tools.open(together, together.indexOf(file), place);
      }}
    >
      {content}
    </Look>
  );
}

const Line = styled('span')<{ type?: 'button' }>(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  maxWidth: '100%',
  padding: 0,
  border: 0,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'left',
  verticalAlign: 'top',
  lineHeight: '24px',
  'button&': { cursor: 'pointer', '&:hover span': { textDecoration: 'underline' } },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, borderRadius: 3 },
}));

const Card = styled(Line)(({ theme }) => ({
  gap: 10,
  // A part of its parent would be no limit to the longest of names.
  maxWidth: 280,
  [theme.breakpoints.up('md')]: { maxWidth: 380 },
  padding: 6,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 6,
  'button&:hover': { backgroundColor: theme.palette.action.hover },
}));

const Words = styled('span')({ display: 'block', minWidth: 0 });

const Title = styled('span')({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  // A long name would push the columns after it off the sheet.
  '@media print': { overflow: 'visible', overflowWrap: 'anywhere', whiteSpace: 'normal' },
});

/** On several lines if need be, so that its ending is seen too. */
const WholeTitle = styled('span')({ display: 'block', lineHeight: 1.4, overflowWrap: 'anywhere' });

const Facts = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: '0.75rem',
  lineHeight: '18px',
  color: theme.palette.text.secondary,
}));
